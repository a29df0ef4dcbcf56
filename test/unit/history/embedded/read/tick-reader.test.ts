import { expect, test } from 'vitest';
import { HOUR_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { HourTable } from '../../../../../src/history/tiers/hour-table.ts';
import { TickReader } from '../../../../../src/history/embedded/read/tick-reader.ts';
import type { TickSpan, TickSpans } from '../../../../../src/history/embedded/read/tick-spans.ts';
import type { SeriesTable } from '../../../../../src/history/tiers/series-table.ts';

const HOUR = Date.parse('2026-03-01T00:00:00Z');
const SERIES = 1000;

function readerOf(table: HourTable): TickReader {
  const span = { start: HOUR, end: HOUR + HOUR_MS, table } as unknown as TickSpan;
  const spans = {
    newestFirst: (before: number) => (before > HOUR ? [span] : []),
    holding: () => span,
  } as unknown as TickSpans;
  const numbers = Uint32Array.from({ length: SERIES }, (_, number) => number);
  const series = {
    sorted: () => numbers,
    positionAfter: () => 0,
    idOf: (number: number) => ({ indexType: 'MWA', indexId: String(number) }),
    size: SERIES,
  } as unknown as SeriesTable;
  return new TickReader(series, spans, {} as never);
}

async function turnsOf(table: HourTable, limit: number): Promise<{ values: number; turns: number }> {
  let turns = 0;
  const read = {
    types: ['MWA'],
    atOrBefore: HOUR + HOUR_MS,
    notBefore: HOUR + SLOT_MS,
    limit,
    yieldTurn: async () => void turns++,
  } as const;
  const values = await readerOf(table).readAcross(read, HOUR + HOUR_MS);
  return { values: values.length, turns };
}

test('a read across series yields even if it finds nothing', async () => {
  const empty = new HourTable(HOUR, SERIES, 'own');
  // 120 slots of 1,000 series, 20,000 in a turn.
  expect(await turnsOf(empty, 2000)).toEqual({ values: 0, turns: 6 });
});

test('a read across series yields after 500 values', async () => {
  const full = new HourTable(HOUR, SERIES, 'own');
  full.columns.present.fill(1);
  expect(await turnsOf(full, 2000)).toEqual({ values: 2000, turns: 4 });
});
