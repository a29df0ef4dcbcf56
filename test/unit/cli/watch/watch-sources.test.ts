import { describe, expect, test } from 'vitest';
import type { ExchangeTicker, IndexTicker, StreamState } from '../../../../sdk/src/node.ts';
import { connectionNotices } from '../../../../src/cli/watch/outage.ts';
import {
  currentRecords,
  readSources,
  resumeInstant,
  withoutValue,
  type ReceivedRecord,
  type WatchSource,
} from '../../../../src/cli/watch/watch-sources.ts';

const INDEX: WatchSource = { key: 'i', index: 'BTC_USD', indexId: 'i' };
const LISTED: WatchSource = { ...INDEX, key: 'x i', exchange: 'Kraken', exchangeId: 'x' };
const { signal } = new AbortController();

type Stream = Parameters<typeof readSources>[0];

const tick = (second: number) =>
  ({
    indexId: 'i',
    price: '1',
    timestamp: `2026-03-01T00:00:${String(second).padStart(2, '0')}.000Z`,
  }) as IndexTicker;

function untilAborted(of: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(of!.reason as Error);
    if (of!.aborted) leave();
    else of!.addEventListener('abort', leave, { once: true });
  });
}

/** The given ticks, then nothing; tickers whose name lookup never ends. */
function stream(ticks: readonly IndexTicker[]): Stream & { isClosed: boolean } {
  return {
    isClosed: false,
    async *ticks(_selection, options = {}) {
      yield* ticks;
      await untilAborted(options.signal);
    },
    // oxlint-disable-next-line require-yield -- it never gets there
    async *exchangeTickers(_selection, options = {}): AsyncGenerator<ExchangeTicker, void, undefined> {
      await untilAborted(options.signal);
    },
    close() {
      this.isClosed = true;
    },
  };
}

const ticker = (second: number) =>
  ({ ...tick(second), exchangeId: 'x', marketId: 'i', last: '1' }) as unknown as ExchangeTicker;

describe('watching starts', () => {
  const current: ReceivedRecord[] = [
    { source: INDEX, tick: tick(2) },
    { source: LISTED, ticker: ticker(2) },
  ];

  test('with the current value of each, however many ticks come before a ticker', async () => {
    const received: ReceivedRecord[] = [];
    const hearing = { current, since: resumeInstant(current), count: 4, signal };
    await readSources(
      stream([2, 3, 4, 5].map(tick)),
      [INDEX, LISTED],
      hearing,
      (each) => void received.push(each),
    );
    expect(received).toEqual([
      ...current,
      { source: INDEX, tick: tick(3) },
      { source: INDEX, tick: tick(4) },
    ]);
  });

  test('with as many of these as requested', async () => {
    const received: ReceivedRecord[] = [];
    const hearing = { current, count: 1, signal };
    await readSources(stream([tick(2)]), [INDEX, LISTED], hearing, (each) => void received.push(each));
    expect(received).toEqual(current.slice(0, 1));
  });

  test('with nothing if the stream fails before the first record', async () => {
    const received: ReceivedRecord[] = [];
    const refused = new Error('refused');
    const failing: Stream = {
      ...stream([]),
      // oxlint-disable-next-line require-yield -- it fails before
      async *ticks() {
        throw refused;
      },
    };
    const hearing = readSources(failing, [INDEX], { current, count: 1, signal }, (each) => {
      received.push(each);
    });
    await expect(hearing).rejects.toBe(refused);
    expect(received).toEqual([]);
  });

  test('just before the oldest that is not stale', () => {
    const stale = { source: INDEX, tick: { ...tick(1), timestamp: '2026-02-28T00:00:00.000Z' } };
    expect(resumeInstant([...current, stale, { source: INDEX, tick: tick(9) }])).toBe(
      '2026-03-01T00:00:01.999Z',
    );
    expect(resumeInstant([stale])).toBe('2026-02-27T23:59:59.999Z');
    expect(resumeInstant([{ source: LISTED, ticker: ticker(2) }])).toBeUndefined();
  });

  test('with a request for each, which may return nothing', async () => {
    const asked: unknown[] = [];
    const tidemark = {
      read: async (operation: string, query: object) => {
        asked.push([operation, query]);
        return { content: operation === 'listIndexTickers' ? [tick(2)] : [] };
      },
    } as unknown as Parameters<typeof currentRecords>[0];
    const found = await currentRecords(tidemark, [INDEX, LISTED], signal);
    expect(found).toEqual([{ source: INDEX, tick: tick(2) }]);
    expect(asked).toEqual([
      ['listIndexTickers', { indexId: 'i' }],
      ['listExchangeTickers', { marketId: 'i', exchangeId: 'x' }],
    ]);
    expect(withoutValue([INDEX, LISTED], found)).toEqual([LISTED]);
  });
});

describe('watching ends', () => {
  test('after a number of records, even if a name is still looked up', async () => {
    const received: ReceivedRecord[] = [];
    const source = stream([1, 2, 3, 4].map(tick));
    await readSources(source, [INDEX, LISTED], { count: 3, signal }, (each) => void received.push(each));
    expect(received).toHaveLength(3);
    expect(source.isClosed).toBe(true);
  });

  test('after a number of records from the current one on: the past does not count', async () => {
    const received: ReceivedRecord[] = [];
    const range = { since: tick(0).timestamp, countFrom: tick(3).timestamp, count: 2, signal };
    await readSources(stream([1, 2, 3, 4, 5].map(tick)), [INDEX], range, (each) => void received.push(each));
    expect(received).toHaveLength(4);
  });

  test('with an error, and with the signal', async () => {
    const gone = new Error('the reader has gone');
    const hearing = readSources(stream([tick(1)]), [INDEX, LISTED], { count: 1, signal }, () =>
      Promise.reject(gone),
    );
    await expect(hearing).rejects.toBe(gone);
    const leaving = new AbortController();
    const left = readSources(stream([]), [INDEX, LISTED], { count: 1, signal: leaving.signal }, () => {});
    leaving.abort(new Error('Ctrl-C'));
    await expect(left).rejects.toThrow('Ctrl-C');
  });
});

test('an outage is reported once, also that of the first attempt, with the source of data', () => {
  const said: (string | undefined)[] = [];
  const onState = connectionNotices({
    warn: (line) => said.push(line),
    warnSource: (source) => said.push(`from ${source}`),
  });
  const state = (connected: boolean, reason = '') =>
    onState({ connected, source: 'simulator', lastClose: { code: 1006, reason } } as StreamState);
  state(false, 'no \u001b[2Jhost');
  state(false);
  state(true);
  state(false);
  state(false);
  state(true);
  expect(said).toEqual([
    'cannot connect to the stream (1006: no  [2Jhost): retrying',
    'from simulator',
    'connected',
    'the connection was closed (1006): reconnecting',
    'from simulator',
    'connected again',
  ]);
});

test('a refusal is reported once another attempt has also failed: usually the command ends with the reason', () => {
  const said: string[] = [];
  const onState = connectionNotices({ warn: (line) => said.push(line), warnSource: () => undefined });
  const refused = { connected: false, lastClose: { code: 1008, reason: 'token' } } as StreamState;
  onState(refused);
  // The stream has given up.
  onState({ ...refused });
  expect(said).toEqual([]);
  onState({ ...refused, lastClose: { code: 1008, reason: 'token' } });
  expect(said).toEqual(['cannot connect to the stream (1008: token): retrying']);
});
