import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../../src/api/http/errors.ts';
import { Visitors } from '../../../../../src/api/http/limits/visitors.ts';
import { TrustedProxies } from '../../../../../src/api/http/limits/trusted-proxies.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function stage(perSecond = 20, trusted: readonly string[] = []) {
  const clock = new ManualClock(0);
  let refused = 0;
  let takeTurn = () => {};
  const turn = new Promise<void>((resolve) => (takeTurn = resolve));
  const visitors = new Visitors({
    clock,
    proxies: new TrustedProxies(trusted),
    limits: { perSecond, burst: 100, queued: 4 },
    metrics: { countRefusal: () => refused++ },
    turns: { next: () => turn },
  });
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  const outcomes: string[] = [];
  const ask = (remoteAddress = '192.0.2.1', forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
    const refusal = visitors.admit(request, () => gone.signal);
    refusal?.catch((error: unknown) =>
      outcomes.push(error instanceof ApiError ? `${error.status} ${JSON.stringify(error.headers)}` : 'gone'),
    );
    return refusal === undefined;
  };
  return { clock, visitors, takeTurn, ask, outcomes, gone, refusedCount: () => refused };
}

const admitted = (ask: () => boolean, times: number) =>
  Array.from({ length: times }, () => ask()).filter(Boolean).length;

describe('an address of visitors', () => {
  test('may send a burst, then a limited number of requests per second', () => {
    const { ask, clock, refusedCount } = stage();
    expect(admitted(() => ask(), 110)).toBe(100);
    expect(refusedCount()).toBe(10);
    clock.advance(1000);
    expect(admitted(() => ask(), 30)).toBe(20);
  });

  test('is refused with 429 after a second, at once beyond 64 held answers', async () => {
    const { ask, clock, outcomes, takeTurn } = stage();
    admitted(() => ask(), 164);
    await settled();
    expect(outcomes).toEqual([]);
    ask();
    await settled();
    expect(outcomes).toEqual(['429 {"retry-after":"1","connection":"close"}']);
    clock.advance(1000);
    await settled();
    expect(outcomes).toHaveLength(1);
    takeTurn();
    await settled();
    expect(outcomes).toHaveLength(65);
    expect(outcomes.at(-1)).toBe('429 {"retry-after":"1"}');
  });

  test('is delayed no longer than its client is connected', async () => {
    const { ask, gone, outcomes } = stage();
    admitted(() => ask(), 101);
    gone.abort();
    await settled();
    expect(outcomes).toEqual(['gone']);
  });

  test('is one IPv4 address or one IPv6 /64 network, as a trusted proxy says', () => {
    const { ask, visitors } = stage(20, ['10.0.0.0/8']);
    admitted(() => ask('192.0.2.1'), 100);
    expect([ask('192.0.2.1'), ask('192.0.2.2')]).toEqual([false, true]);
    admitted(() => ask('2001:db8::1'), 100);
    expect([ask('2001:db8::2'), ask('2001:db8:0:1::1')]).toEqual([false, true]);
    admitted(() => ask('10.0.0.1', '198.51.100.7'), 100);
    expect([ask('10.0.0.2', '198.51.100.7'), ask('10.0.0.1', '198.51.100.8')]).toEqual([false, true]);
    expect(visitors.tracked).toBe(6);
  });

  test('has no request limit with 0', () => {
    const { ask } = stage(0);
    expect(admitted(() => ask(), 1000)).toBe(1000);
  });
});
