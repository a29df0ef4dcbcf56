import { expect, test } from 'vitest';
import { PastFiller } from '../../../../../../src/app/pipeline/backfill/work/past-filler.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../../../src/core/time.ts';
import type { HistoryStore } from '../../../../../../src/history/history-store.ts';

const NOON = Date.UTC(2026, 2, 10, 12);
const MIDNIGHT = Date.UTC(2026, 2, 10);

async function instantsFor(firstLive: Millis): Promise<Millis[]> {
  const asked: Millis[] = [];
  const filler = new PastFiller({
    folder: '',
    store: { kind: 'embedded' } as never,
    pastThread: {
      call: (async (_name: string, { at }: { at: Millis }) => {
        asked.push(at);
        return { startAt: at, series: [] };
      }) as never,
    },
    history: { insertPast: async () => 'inserted' } as unknown as HistoryStore,
    signal: new AbortController().signal,
    skipIfDamaged: (_day, error) => {
      throw error;
    },
  });
  await filler.storeChanges(firstLive);
  return asked;
}

test('changes of the first tick refer to the same time a day, a week and a month before', async () => {
  expect(await instantsFor(NOON)).toEqual([NOON - DAY_MS, NOON - 7 * DAY_MS, NOON - 30 * DAY_MS]);
});

test('a first tick at midnight gets no opening of its day, which its records would lack', async () => {
  const before = (days: number) => MIDNIGHT - days * DAY_MS - SLOT_MS;
  expect(await instantsFor(MIDNIGHT)).toEqual([before(1), before(7), before(30)]);
});
