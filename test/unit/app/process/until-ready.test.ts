import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilReady } from '../../../../src/app/process/until-ready.ts';
import { SECOND_MS } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

function waitingFor(missing: string[]) {
  const clock = new ManualClock(0);
  const stop = new AbortController();
  const reported: (readonly string[])[] = [];
  const onWaiting = (lacks: readonly string[]) => reported.push([...lacks]);
  const outcome = { isReady: undefined as boolean | undefined };
  void untilReady({ missing: () => missing, clock, onWaiting, stop: stop.signal }).then(
    (isReady) => (outcome.isReady = isReady),
  );
  return { clock, stop, reported, outcome };
}

test('a complete service is ready at once', async () => {
  const { reported, outcome } = waitingFor([]);
  await nextTurn();
  expect(outcome.isReady).toBe(true);
  expect(reported).toEqual([]);
});

test('a service is ready when nothing is missing any more, and reports once what is missing', async () => {
  const missing = ['tickers', 'indices'];
  const { clock, reported, outcome } = waitingFor(missing);
  for (const left of [['indices'], []]) {
    clock.advance(SECOND_MS);
    await nextTurn();
    expect(outcome.isReady).toBeUndefined();
    missing.splice(0, missing.length, ...left);
  }
  clock.advance(SECOND_MS);
  await nextTurn();
  expect(outcome.isReady).toBe(true);
  expect(reported).toEqual([['tickers', 'indices']]);
});

test('a service that stops before is not reported as ready', async () => {
  const { stop, outcome } = waitingFor(['tickers']);
  stop.abort();
  await nextTurn();
  expect(outcome.isReady).toBe(false);
});
