import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchWithTimeout, SilentService } from '../../../../src/cli/client/fetch-with-timeout.ts';

const URL_ = 'https://prices.example.com/v3/asset';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Like a service that accepts and does not answer. */
const silent = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) =>
    signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
  );

test('a service that does not answer is reported after the limit, and shown before', async () => {
  const shown: string[] = [];
  const errors: unknown[] = [];
  const ask = fetchWithTimeout({
    limitMs: 30_000,
    progress: (line) => shown.push(line),
    onSilent: (error) => errors.push(error),
    ask: silent,
  });
  const failed = ask(URL_, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(errors).toEqual([]);
  expect(shown.at(-1)).toBe('waiting for https://prices.example.com');
  await vi.advanceTimersByTimeAsync(1);
  const error = await failed;
  expect(error).toBeInstanceOf(SilentService);
  expect((error as Error).message).toBe('https://prices.example.com has not responded for 30 s');
  expect([errors, shown.at(-1)]).toEqual([[error], '']);
});

test('a response may take any time once it has started, and its reader can still cancel', async () => {
  let asked: RequestInit = {};
  const ask = fetchWithTimeout({
    limitMs: 30_000,
    ask: async (_url, init) => {
      asked = init;
      return new Response('[]');
    },
  });
  const reader = new AbortController();
  await ask(URL_, { signal: reader.signal });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.signal!.aborted).toBe(false);
  reader.abort();
  expect(asked.signal!.aborted).toBe(true);
});

test('a requested wait is shown, and no redirect is followed', async () => {
  const shown: string[] = [];
  const ask = fetchWithTimeout({
    limitMs: 30_000,
    progress: (line) => shown.push(line),
    ask: async (_url, { redirect }) => {
      expect(redirect).toBe('manual');
      return new Response('', { status: 429, headers: { 'retry-after': '60' } });
    },
  });
  await ask(URL_, {});
  expect(shown.at(-1)).toBe('https://prices.example.com is overloaded: retrying in 60 s');
});
