import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import type { FailureKind } from '../../../../src/sources/live/ports/poll-failure.ts';
import { SocketFailures } from '../../../../src/sources/live/socket-failures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

let clock: ManualClock;
let logged: (readonly [string, object])[];
let failures: SocketFailures;

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 10, 16, 12));
  logged = [];
  failures = new SocketFailures(clock, ({ what, details }) => void logged.push([what, details]));
});

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

const failed = (exchange: string, failure: FailureKind = 'timeout') =>
  failures.take({ kind: 'trade-feed', exchange, way: 'polled', failure, isOfSocket: true });
const opened = (exchange: string) =>
  failures.take({ kind: 'trade-feed', exchange, way: 'socket', isOfSocket: true });

test('a socket that never opens is logged once, and again when one has stood for a while', async () => {
  for (let i = 0; i < 20; i++) {
    failed('kraken');
    await pass(MINUTE_MS);
  }
  const fails = 'the socket of an exchange fails: its trades are polled';
  expect(logged).toEqual([[fails, { failure: 'timeout', exchanges: ['kraken'] }]]);
  opened('kraken');
  await pass(4 * MINUTE_MS);
  expect(logged).toHaveLength(1);
  await pass(MINUTE_MS);
  await pass(MINUTE_MS);
  const again = 'the socket of an exchange is open again';
  expect(logged.slice(1)).toEqual([[again, { exchanges: ['kraken'], afterSeconds: 1200 }]]);
});

test('one that repeatedly opens, stays silent and is given up is logged once', async () => {
  for (let i = 0; i < 20; i++) {
    opened('kraken');
    await pass(65 * SECOND_MS);
    failed('kraken');
    await pass(MINUTE_MS);
  }
  expect(logged).toHaveLength(1);
});

test('one that is cut now and then and stands again at the next try is not logged', async () => {
  for (let i = 0; i < 10; i++) {
    failed('kraken', 'reset');
    await pass(20 * SECOND_MS);
    opened('kraken');
    await pass(6 * MINUTE_MS);
  }
  failures.close();
  expect(logged).toEqual([]);
});

test('exchanges share a line, and failures of polls are none of a socket', async () => {
  for (let i = 0; i < 2; i++) {
    for (const exchange of ['a', 'b']) failed(exchange, 'dns');
    failures.take({ kind: 'trade-feed', exchange: 'c', way: 'polled', failure: 'server-error' });
    await pass(10 * SECOND_MS);
  }
  failures.close();
  expect(logged).toEqual([
    ['the sockets of 2 exchanges fail: their trades are polled', { failure: 'dns', exchanges: ['a', 'b'] }],
  ]);
});
