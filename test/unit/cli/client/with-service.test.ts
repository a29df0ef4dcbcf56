import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionCall } from '../../../../src/cli/client/connection-options.ts';
import { exportFromService } from '../../../../src/cli/client/export-from-service.ts';
import type { Output } from '../../../../src/cli/command.ts';
import { command as priceCommand } from '../../../../src/cli/commands/price.ts';
import { runInProcess } from '../../../support/command-line.ts';

const URL_ = 'http://service.test';
const ID = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const MINUTE_MS = 60_000;

let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Init = RequestInit & { readonly signal: AbortSignal };

/** Accepts requests. Replies after `afterMs`, unless `answer` returns undefined. */
function stubService(answer: (path: string) => Response | undefined, afterMs = 0): void {
  vi.stubGlobal('fetch', (url: string, { signal }: Init) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      const response = answer(pathname);
      if (response) setTimeout(() => resolve(response), afterMs);
    });
  });
}

/** The outcome of a command, and its duration. */
async function outcomeOf(
  running: Promise<unknown>,
): Promise<{ readonly result: unknown; readonly afterMs: number }> {
  const startedAt = Date.now();
  const ends: { result: unknown; afterMs: number }[] = [];
  const settle = (result: unknown) => void ends.push({ result, afterMs: Date.now() - startedAt });
  running.then(settle, (error: unknown) => settle((error as Error).message));
  for (let step = 0; ends.length === 0 && step < 24 * 60; step++)
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
  const [end] = ends;
  if (!end) throw new Error('it has not ended within twelve hours');
  return end;
}

function exported(index: string): Promise<number> {
  const options = { url: URL_, token: 'x' } as ConnectionCall['options'];
  const call = { given: new Set(['url', 'token']), options };
  const io = { out: () => {}, err: () => {}, errors: { progress: undefined } } as unknown as Output;
  const wanted = { kind: 'ticks', format: 'csv', index: [index], from: { at: 0 } } as const;
  const range = { last: undefined, to: undefined };
  return exportFromService(call, { ...wanted, ...range, out: undefined, force: false }, io, () => {});
}

describe('a service that accepts and does not answer', () => {
  test.each([
    ['the list', ['--token', 'x']],
    ['the token request', ['--client-id', 'x', '--client-secret', 'y']],
  ])('gets one request for %s, which times out after 30 s', async (_, who) => {
    stubService(() => undefined);
    const end = await outcomeOf(runInProcess('price', priceCommand, ['BTC', '--url', URL_, ...who]));
    expect(end).toEqual({
      result: `${URL_} has not responded for 30 s: set another address with --url or TIDEMARK_URL`,
      afterMs: 30_000,
    });
    expect(asked).toHaveLength(1);
  });

  test('also times out for an export that looks up names', async () => {
    stubService(() => undefined);
    const end = await outcomeOf(exported('BTC'));
    expect(end).toMatchObject({ result: expect.stringContaining('has not responded for 30 s') as string });
    expect(end.afterMs).toBe(30_000);
  });
});

test('a file may take any time to start', async () => {
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((_text, done) => {
    (done as unknown as (() => void) | undefined)?.();
    return true;
  });
  stubService(() => new Response('id\n', { headers: { 'content-type': 'text/csv' } }), 45 * MINUTE_MS);
  const end = await outcomeOf(exported(ID));
  const written = out.mock.calls.map(([text]) => Buffer.from(text).toString()).join('');
  out.mockRestore();
  expect(end).toMatchObject({ result: 0, afterMs: 45 * MINUTE_MS });
  expect([asked, written]).toEqual([['/v3/export/index-ticker'], 'id\n']);
});
