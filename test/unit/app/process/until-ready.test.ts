import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilReady } from '../../../../src/app/process/until-ready.ts';
import { SECOND_MS } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

function waitingFor(missing: string[]) {
  const clock = new ManualClock(0);
  const stop = new AbortController();
  const told: (readonly string[])[] = [];
  const onWaiting = (lacks: readonly string[]) => told.push([...lacks]);
  const outcome = { isReady: undefined as boolean | undefined };
  void untilReady({ missing: () => missing, clock, onWaiting, stop: stop.signal }).then(
    (isReady) => (outcome.isReady = isReady),
  );
  return { clock, stop, told, outcome };
}

test('a complete service is ready at once', async () => {
  const { told, outcome } = waitingFor([]);
  await nextTurn();
  expect(outcome.isReady).toBe(true);
  expect(told).toEqual([]);
});

test('a service is ready when nothing is missing any more, and reports once what is missing', async () => {
  const missing = ['tickers', 'indices'];
  const { clock, told, outcome } = waitingFor(missing);
  for (const left of [['indices'], []]) {
    clock.advance(SECOND_MS);
    await nextTurn();
    expect(outcome.isReady).toBeUndefined();
    missing.splice(0, missing.length, ...left);
  }
  clock.advance(SECOND_MS);
  await nextTurn();
  expect(outcome.isReady).toBe(true);
  expect(told).toEqual([['tickers', 'indices']]);
});

test('a service that stops before is not reported as ready', async () => {
  const { stop, outcome } = waitingFor(['tickers']);
  stop.abort();
  await nextTurn();
  expect(outcome.isReady).toBe(false);
});
