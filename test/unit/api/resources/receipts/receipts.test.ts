import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../../src/api/http/errors.ts';
import type { IncompleteRanges } from '../../../../../src/api/http/answers/incomplete.ts';
import { receiptRoutes } from '../../../../../src/api/resources/receipts/receipts.ts';
import type { SeriesVersions } from '../../../../../src/api/pages/series-cursors.ts';
import type { StreamedAnswer } from '../../../../../src/api/http/answers/streamed-answer.ts';
import type { JobOwner } from '../../../../../src/api/http/limits/fair-queue.ts';
import type { Grant } from '../../../../../src/auth/tokens/token-verifier.ts';
import { maskOf, type SeriesId } from '../../../../../src/core/index-value.ts';
import { decodeRecordId } from '../../../../../src/core/ids/record-id.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import type { StoredValue } from '../../../../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../../../support/memory-history/memory-history-store.ts';
import type { IndexTickers } from '../../../../../src/latest/indices/index-tickers.ts';
import type { NoReceipt, ServedReceipt } from '../../../../../src/values/receipts/receipts.ts';
import { ORDER, sliceAt, valuesOf } from '../../../../support/history-values.ts';
import { anAsker } from '../../../../support/asker.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const TICKS = 130;
const AT = START + TICKS * SLOT_MS;
const [MWA] = ORDER.rangeOf('MWA');
const SERIES = ORDER.series[MWA] as SeriesId;
const valueAt = (at: Millis) => valuesOf(sliceAt(at, (n) => n === MWA))[0] as StoredValue;

interface Line {
  readonly id: string;
  readonly timestamp: string;
  readonly price?: string;
  readonly noReceipt?: string;
}

type Explain = (series: SeriesId, at: Millis) => Promise<ServedReceipt | NoReceipt>;

const explained: Explain = async (series, at) => {
  const { price, volume } = valueAt(at);
  return { ...series, at, price, volume, flags: [] } as unknown as ServedReceipt;
};

const HISTORY = (async () => {
  const history = new MemoryHistoryStore(200 * 24 * HOUR_MS);
  for (let slot = 1; slot <= TICKS; slot++) {
    if (slot === 7) continue;
    await history.append(sliceAt(START + slot * SLOT_MS, (n) => n === MWA));
  }
  return history;
})();

async function stage(explain: Explain = explained, marketTime = AT + 5000) {
  const history = await HISTORY;
  const asked: Millis[] = [];
  const waits: number[] = [];
  const ranges: object[] = [];
  const time = { now: 0 };
  const [route] = receiptRoutes({
    turns: { next: async () => {} },
    incomplete: {
      slotGaps: async (series: SeriesId, range: object) => {
        ranges.push({ ...series, ...range });
        return 'UNKNOWN';
      },
    } as unknown as IncompleteRanges,
    receipts: {
      explain: (series, at) => {
        asked.push(at);
        return explain(series, at);
      },
    },
    history,
    versions: { current: { series: ORDER } } as unknown as SeriesVersions,
    indexTickers: { at: AT } as IndexTickers,
    wallClock: {
      monotonic: () => time.now,
      wait: async (ms: number, signal?: AbortSignal) => {
        waits.push(ms);
        time.now += ms;
        signal?.throwIfAborted();
      },
    } as never,
  });
  const open = (
    query: object,
    scopes = ['read:index-ticker'],
    clientId = 'a client',
    asker: Partial<JobOwner> = {},
  ): StreamedAnswer =>
    route!.handle({
      path: {},
      query: { indexId: SERIES.indexId, ...query } as never,
      grant: { clientId, scopes: new Set(scopes) } as unknown as Grant,
      marketTime,
      marketNow: () => marketTime,
      asker: () => ({ ...anAsker(clientId), ...asker }),
    });
  return { open, asked, waits, ranges, time };
}

async function linesOf({ open }: StreamedAnswer, gone = new AbortController().signal): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const chunk of open(gone)) {
    const text = Buffer.from(chunk).toString();
    expect(text.indexOf('\n')).toBe(text.length - 1);
    lines.push(JSON.parse(text) as Line);
  }
  return lines;
}

function refusalOf(ask: () => unknown): ApiError {
  try {
    ask();
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('it was not refused');
}

describe('receipts of a range', () => {
  test('name the missing ticks of the range', async () => {
    const { open, ranges } = await stage();
    const from = START + 3 * SLOT_MS + 1;
    const answer = open({ from, to: START + 10 * SLOT_MS });
    expect(await answer.incomplete?.(new AbortController().signal)).toBe('UNKNOWN');
    expect(ranges).toEqual([{ ...SERIES, from, to: START + 9 * SLOT_MS + 1 }]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const query = { indexId: unknown, from, to: START + 10 * SLOT_MS };
    expect(open(query, ['read:index-ticker', 'read:LX']).incomplete).toBeUndefined();
  });

  test('are computed for visitors at most a quarter of the time', async () => {
    const visitor = { isVisitor: true, address: { network: '192.0.2.1', maxWaitingPerAddress: 4 } };
    const slow: { time?: { now: number } } = {};
    const { open, waits, time } = await stage((series, at) => {
      slow.time!.now += 100;
      return explained(series, at);
    });
    slow.time = time;
    const range = { from: START + 8 * SLOT_MS, to: START + 11 * SLOT_MS };
    expect(await linesOf(open(range))).toHaveLength(3);
    expect(waits).toEqual([]);
    expect(await linesOf(open(range, undefined, 'visitors', visitor))).toHaveLength(3);
    expect(waits).toEqual([300, 300]);
  });

  test('are one line per value, oldest first', async () => {
    const { open, asked } = await stage();
    const answer = open({ from: START + 3 * SLOT_MS, to: START + 10 * SLOT_MS });
    expect(answer.contentType).toBe('application/x-ndjson');
    const lines = await linesOf(answer);
    const ats = [3, 4, 5, 6, 8, 9].map((slot) => START + slot * SLOT_MS);
    expect(asked).toEqual(ats);
    expect(lines.map(({ timestamp }) => Date.parse(timestamp))).toEqual(ats);
    expect(lines.map(({ id }) => decodeRecordId(id)?.at)).toEqual(ats);
    expect(lines.map(({ price }) => Number(price))).toEqual(ats.map((at) => valueAt(at).price));
  });

  test('are limited to 120', async () => {
    const { open } = await stage();
    expect(await linesOf(open({ from: AT - 119 * SLOT_MS }))).toHaveLength(120);
    const from = AT - 120 * SLOT_MS;
    expect(refusalOf(() => open({ from })).errors).toEqual([
      {
        object: 'IndexTicker',
        field: 'from',
        rejectedValue: new Date(from).toISOString(),
        message: 'the range has 121 ticks: a request may have at most 120, one hour',
      },
    ]);
    expect(await linesOf(open({ from: START, to: START + HOUR_MS }))).toHaveLength(118);
    expect(refusalOf(() => open({ from: 0, to: START + HOUR_MS })).status).toBe(400);
  });

  test('are only those in the window: ticks before it do not count', async () => {
    const marketTime = START + HOUR_MS / 2 + 200 * DAY_MS;
    const { open, asked } = await stage(explained, marketTime);
    const lines = await linesOf(open({ from: 0, to: START + HOUR_MS }));
    expect(lines[0]?.timestamp).toBe(new Date(START + HOUR_MS / 2).toISOString());
    expect(lines).toHaveLength(60);
    asked.length = 0;
    expect(await linesOf(open({ from: 0, to: START }))).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('of many clients leave most places to single receipts, and take turns by client', async () => {
    let [underWay, most] = [0, 0];
    const { open } = await stage(async (series, at) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return explained(series, at);
    });
    const from = AT - 20 * SLOT_MS;
    const ended: string[] = [];
    const read = async (clientId: string, query: object) => {
      await linesOf(open(query, ['read:index-ticker'], clientId));
      ended.push(clientId);
    };
    const long = Array.from({ length: 10 }, (_, i) => read(`long ${i >> 1}`, { from }));
    await Promise.all([...long, read('short', { from: AT })]);
    expect([most, ended[0]]).toEqual([2, 'short']);
    // Further requests are refused.
    const held = Array.from({ length: 16 }, (_, i) =>
      [1, 2].map(() => open({ from }, ['read:index-ticker'], `client ${i}`)),
    )
      .flat()
      .map((answer) => answer.open(new AbortController().signal)[Symbol.asyncIterator]());
    await Promise.all(held.map((each) => each.next()));
    await expect(linesOf(open({ from }, ['read:index-ticker'], 'one more'))).rejects.toMatchObject({
      status: 503,
    });
    for (const each of held) await each.return?.();
    expect(await linesOf(open({ from: AT }, ['read:index-ticker'], 'one more'))).toHaveLength(1);
  });

  test('that do not exist are replaced by a line with the reason', async () => {
    const at = (slot: number) => START + slot * SLOT_MS;
    const { open } = await stage(async (series, slot) => {
      if (slot === at(10)) return 'not-kept';
      const receipt = (await explained(series, slot)) as ServedReceipt;
      return slot === at(11) ? { ...receipt, price: 1 } : receipt;
    });
    const lines = await linesOf(open({ from: at(10), to: at(13) }));
    expect(lines.map(({ noReceipt }) => noReceipt)).toEqual([
      'the inputs of this value are no longer stored, so it cannot be explained',
      'the recorded inputs of this value are damaged, so it cannot be explained',
      undefined,
    ]);
    expect(Object.keys(lines[0]!)).toEqual(['id', 'indexId', 'indexType', 'timestamp', 'noReceipt']);
  });

  test('of modelled values are not requested from the thread', async () => {
    const history = await HISTORY;
    const { readSeries } = history;
    const modelled = { ...valueAt(AT), flags: maskOf('MODELLED') };
    history.readSeries = async () => [modelled];
    try {
      const { open, asked } = await stage();
      const [line] = await linesOf(open({ from: AT }));
      expect([asked, line?.noReceipt]).toEqual([[], expect.stringContaining('MODELLED')]);
    } finally {
      history.readSeries = readSeries;
    }
  });

  test('wait while others are computed, and give up if that does not end', async () => {
    let busy = 3;
    const patient = await stage(async (series, at) => (busy-- > 0 ? 'busy' : explained(series, at)));
    expect(await linesOf(patient.open({ from: AT }))).toHaveLength(1);
    expect(patient.waits).toHaveLength(3);
    const endless = await stage(async () => 'busy');
    await expect(linesOf(endless.open({ from: AT }))).rejects.toMatchObject({ status: 503 });
    expect(endless.waits.length).toBeLessThan(100);
  });

  test('end with the connection: nothing more is computed', async () => {
    const gone = new AbortController();
    const { open, asked } = await stage((series, at) => {
      if (at === AT - 5 * SLOT_MS) gone.abort();
      return explained(series, at);
    });
    await expect(linesOf(open({ from: AT - 10 * SLOT_MS }), gone.signal)).rejects.toThrow();
    expect(asked).toHaveLength(6);
  });

  test('are limited to two requests per client at a time; a third is possible when one has ended', async () => {
    const { open } = await stage();
    const signal = new AbortController().signal;
    const first = open({ from: AT }).open(signal)[Symbol.asyncIterator]();
    const second = open({ from: AT }).open(signal)[Symbol.asyncIterator]();
    await Promise.all([first.next(), second.next()]);
    await expect(linesOf(open({ from: AT }))).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    });
    expect(await linesOf(open({ from: AT }, ['read:index-ticker'], 'another'))).toHaveLength(1);
    await first.return?.();
    expect(await linesOf(open({ from: AT }))).toHaveLength(1);
    await second.return?.();
  });

  test('are empty for an unknown index and for a range without ticks, and 403 without the scope', async () => {
    const { open } = await stage();
    const unknown = { indexId: '00000000-0000-4000-8000-000000000000', from: AT };
    for (const query of [unknown, { from: AT, to: AT }, { from: AT + SLOT_MS }, { from: AT + HOUR_MS }])
      expect(await linesOf(open(query))).toEqual([]);
    expect(refusalOf(() => open({ from: AT }, ['read:LX'])).status).toBe(403);
  });
});
