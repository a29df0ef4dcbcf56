import { beforeEach, expect, test } from 'vitest';
import { SECOND_MS, SLOT_MS } from '../../../../src/core/time.ts';
import type { CycleOutcome } from '../../../../src/sources/live/collect/collector-events.ts';
import { ExchangeFailures } from '../../../../src/sources/live/exchange-failures.ts';
import type { FailureKind } from '../../../../src/sources/live/ports/poll-failure.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

let clock: ManualClock;
let logged: (readonly [string, object])[];
let failures: ExchangeFailures;

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 10, 16, 12));
  logged = [];
  failures = new ExchangeFailures(clock, ({ what, details }) => void logged.push([what, details]));
});

const READ: CycleOutcome = { outcome: 'read', tickers: 10 };
const failed = (failure: FailureKind): CycleOutcome => ({ outcome: 'failed', failure, message: 'it failed' });

function cycle(outcomes: Readonly<Record<string, CycleOutcome>>): void {
  for (const [exchange, result] of Object.entries(outcomes))
    failures.take({ kind: 'cycle', exchange, result, tookMs: 1, failing: 0 });
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

test('a failing exchange is logged once, and again when it has recovered, with the duration', async () => {
  for (let i = 0; i < 10; i++) {
    cycle({ kraken: i % 2 === 0 ? failed('timeout') : { outcome: 'resting' }, okx: READ });
    await pass(SLOT_MS);
  }
  expect(logged).toEqual([['an exchange fails', { failure: 'timeout', exchanges: ['kraken'] }]]);
  cycle({ kraken: READ, okx: READ });
  await pass(SLOT_MS);
  expect(logged).toHaveLength(1);
  cycle({ kraken: READ, okx: READ });
  await pass(SLOT_MS);
  expect(logged.slice(1)).toEqual([
    ['an exchange is read again', { exchanges: ['kraken'], afterSeconds: 300 }],
  ]);
});

test('one that fails in every second cycle is logged once', async () => {
  for (let i = 0; i < 20; i++) {
    cycle({ kraken: i % 2 === 0 ? failed('reset') : READ });
    await pass(SLOT_MS);
  }
  expect(logged).toHaveLength(1);
});

test('exchanges that fail together for one reason, or recover together, share a line', async () => {
  const keys = ['a', 'b', 'c'];
  cycle(Object.fromEntries([...keys.map((key) => [key, failed('dns')]), ['d', failed('rate-limited')]]));
  await pass(5 * SECOND_MS);
  expect(logged).toEqual([
    ['3 exchanges fail', { failure: 'dns', exchanges: keys }],
    ['an exchange fails', { failure: 'rate-limited', exchanges: ['d'] }],
  ]);
  for (let i = 0; i < 2; i++) {
    await pass(SLOT_MS);
    cycle(Object.fromEntries(keys.map((key) => [key, READ])));
  }
  failures.close();
  expect(logged.at(-1)).toEqual(['3 exchanges are read again', { exchanges: keys, afterSeconds: 35 }]);
});

test('derivatives of an exchange are logged separately from its spot markets', async () => {
  failures.take({
    kind: 'contract-cycle',
    exchange: 'okx',
    result: failed('timeout'),
    tookMs: 1,
    failing: 1,
  });
  cycle({ okx: READ });
  await pass(5 * SECOND_MS);
  expect(logged).toEqual([['an exchange fails', { failure: 'timeout', exchanges: ['okx derivatives'] }]]);
});
