import { describe, expect, test } from 'vitest';
import type { ExchangeTicker, IndexTicker, StreamState } from '../../../../sdk/src/node.ts';
import { connectionNotices } from '../../../../src/cli/watch/connection-notices.ts';
import { hearSources, type Heard, type WatchSource } from '../../../../src/cli/watch/watch-sources.ts';

const INDEX: WatchSource = { key: 'i', index: 'BTC_USD', indexId: 'i' };
const LISTED: WatchSource = { ...INDEX, key: 'x i', exchange: 'Kraken', exchangeId: 'x' };
const { signal } = new AbortController();

type Stream = Parameters<typeof hearSources>[0];

const tick = (second: number) =>
  ({ indexId: 'i', timestamp: `2026-03-01T00:00:${String(second).padStart(2, '0')}.000Z` }) as IndexTicker;

function untilAborted(of: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(of!.reason as Error);
    if (of!.aborted) leave();
    else of!.addEventListener('abort', leave, { once: true });
  });
}

/** Ticks as they are given, then nothing; tickers whose names are looked up for ever. */
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

describe('what is watched ends', () => {
  test('after so many records, also where a name is still looked up', async () => {
    const heard: Heard[] = [];
    const source = stream([1, 2, 3, 4].map(tick));
    await hearSources(source, [INDEX, LISTED], { count: 3, signal }, (each) => void heard.push(each));
    expect(heard).toHaveLength(3);
    expect(source.isClosed).toBe(true);
  });

  test('after so many from the current one on: the past does not count', async () => {
    const heard: Heard[] = [];
    const range = { since: tick(0).timestamp, countFrom: tick(3).timestamp, count: 2, signal };
    await hearSources(stream([1, 2, 3, 4, 5].map(tick)), [INDEX], range, (each) => void heard.push(each));
    expect(heard).toHaveLength(4);
  });

  test('with what went wrong, and with the signal', async () => {
    const gone = new Error('the reader has gone');
    const hearing = hearSources(stream([tick(1)]), [INDEX, LISTED], { count: 1, signal }, () =>
      Promise.reject(gone),
    );
    await expect(hearing).rejects.toBe(gone);
    const leaving = new AbortController();
    const left = hearSources(stream([]), [INDEX, LISTED], { count: 1, signal: leaving.signal }, () => {});
    leaving.abort(new Error('Ctrl-C'));
    await expect(left).rejects.toThrow('Ctrl-C');
  });
});

test('an outage is told once, also that of the first attempt, and where data come from', () => {
  const said: (string | undefined)[] = [];
  const hear = connectionNotices({
    tell: (line) => said.push(line),
    tellSource: (source) => said.push(`from ${source}`),
  });
  const state = (connected: boolean, reason = '') =>
    hear({ connected, source: 'simulator', lastClose: { code: 1006, reason } } as StreamState);
  state(false, 'no \u001b[2Jhost');
  state(false);
  state(true);
  state(false);
  state(false);
  state(true);
  expect(said).toEqual([
    'the stream cannot be connected to (1006: no  [2Jhost): trying again',
    'from simulator',
    'connected',
    'the connection was closed (1006): connecting again',
    'from simulator',
    'connected again',
  ]);
});
