import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compiledUrl } from '../../../src/threads/compiled-url.ts';
import { ThreadCalls } from '../../../src/threads/thread-calls.ts';

const SEALING_THREAD = compiledUrl(
  'sealing-thread',
  new URL('../../../src/history/embedded/seal/sealing.ts', import.meta.url).href,
);
const HOUR = { kind: 'collected-hour', collection: 1, hour: 0, firstSlot: 0, lastSlot: 0 };
const SERIES = {
  number: 0,
  indexType: 'GWA',
  indexId: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f',
  slots: Uint16Array.of(0),
  prices: Float64Array.of(1.5),
  volumes: Float64Array.of(2),
  tickVolumes: Float64Array.of(Number.NaN),
  flags: Uint16Array.of(0),
};

let thread: ThreadCalls;
const collect = () => thread.call<number>({ kind: 'collect', collection: 1, series: [SERIES] });
const isThere = () =>
  thread.call<{ prices: Float64Array }[]>(HOUR).then(
    ([tick]) => tick?.prices[0] === 1.5,
    (error: Error) => {
      expect(error.message).toBe('the collected values of the past day are lost');
      return false;
    },
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  thread = new ThreadCalls(SEALING_THREAD, undefined);
});
afterEach(async () => {
  await thread.close();
  vi.useRealTimers();
});

test('a thread that is not called ends with what it has in memory; the next call starts another', async () => {
  expect(await collect()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(await isThere()).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(await isThere()).toBe(false);
  expect(await collect()).toBe(1);
  expect(await isThere()).toBe(true);
});

test('one that is held, or busy, does not', async () => {
  thread.hold();
  await collect();
  vi.advanceTimersByTime(60_000);
  expect(await isThere()).toBe(true);
  const asked = isThere();
  thread.release();
  vi.advanceTimersByTime(60_000);
  expect(await asked).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(await isThere()).toBe(false);
});

test('buffers named by a reply are transferred with it', async () => {
  const { href } = compiledUrl('thread-calls', new URL('../../../src/threads/x.ts', import.meta.url).href);
  const worker = `import { answerCalls } from ${JSON.stringify(href)};
    const numbers = Float64Array.of(1.5);
    answerCalls((what) => (what === 'numbers' ? numbers : numbers.length), (answer) => answer === numbers ? [numbers.buffer] : []);`;
  const moving = new ThreadCalls(new URL(`data:text/javascript,${encodeURIComponent(worker)}`), undefined);
  expect(await moving.call('numbers')).toEqual(Float64Array.of(1.5));
  expect(await moving.call('how many are left')).toBe(0);
  await moving.close();
});
