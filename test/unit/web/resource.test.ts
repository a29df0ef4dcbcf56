import { ForbiddenError } from '@tidemark/sdk';
import { expect, test, vi } from 'vitest';
import { Resource } from '../../../web/src/data/resource.ts';
import { settled } from '../sdk/fake-service.ts';
import { manualTimers } from './page-world.ts';

function resourceOf(everyMs?: number, isComplete?: (value: string) => boolean) {
  manualTimers();
  const clock = { time: 0, now: () => clock.time };
  const ended = new AbortController();
  const loads: AbortSignal[] = [];
  let answer = async () => 'value';
  const load = (signal: AbortSignal) => {
    loads.push(signal);
    return answer();
  };
  const parts = {
    load,
    clock,
    ended: ended.signal,
    ...(everyMs === undefined ? {} : { everyMs }),
    ...(isComplete && { isComplete }),
  };
  const resource = new Resource(parts);
  const pass = async (ms: number) => {
    clock.time += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { resource, loads, pass, ended, answerWith: (next: typeof answer) => (answer = next) };
}

test('unchanging data is loaded once, however often it is used', async () => {
  const { resource, loads, pass } = resourceOf();
  resource.use()();
  await settled();
  await pass(3_600_000);
  resource.use();
  resource.want();
  await pass(3_600_000);
  expect(loads).toHaveLength(1);
  expect(resource.state.value).toEqual({ value: 'value', error: undefined });
});

test('changing data is loaded again when it is due, while it is used', async () => {
  const { resource, loads, pass } = resourceOf(1000);
  const end = resource.use();
  await settled();
  await pass(600);
  end();
  resource.use();
  await settled();
  expect(loads).toHaveLength(1);
  await pass(400);
  expect(loads).toHaveLength(2);
});

test('an error is kept with the last value, and the load is retried', async () => {
  const { resource, loads, pass, answerWith } = resourceOf(60_000);
  resource.use();
  await settled();
  answerWith(() => Promise.reject(new Error('no')));
  await pass(60_000);
  expect(resource.state.value).toMatchObject({ value: 'value', error: { message: 'no' } });
  await pass(10_000);
  expect(loads).toHaveLength(3);
});

test('after the end nothing is loaded or reported', async () => {
  const { resource, loads, pass, ended, answerWith } = resourceOf(1000);
  let come!: (value: string) => void;
  answerWith(() => new Promise((resolve) => (come = resolve)));
  resource.use();
  ended.abort();
  come('late');
  await settled();
  await pass(60_000);
  expect(loads.map(({ aborted }) => aborted)).toEqual([true]);
  expect(resource.state.value.value).toBeUndefined();
});

test('refused data is not requested again by itself', async () => {
  const { resource, loads, pass, answerWith } = resourceOf(60_000);
  answerWith(() => Promise.reject(new ForbiddenError(403, { message: 'no' })));
  const end = resource.use();
  await settled();
  await pass(600_000);
  end();
  resource.use();
  await pass(600_000);
  expect(loads).toHaveLength(1);
});

test('partly empty data is requested sooner, with delays that grow up to the usual one', async () => {
  const { resource, loads, pass, answerWith } = resourceOf(60_000, (value) => value === 'all');
  resource.use();
  await settled();
  for (const waitMs of [15_000, 30_000, 60_000, 60_000]) {
    const before = loads.length;
    await pass(waitMs - 1);
    expect(loads).toHaveLength(before);
    await pass(1);
    expect(loads).toHaveLength(before + 1);
  }
  answerWith(async () => 'all');
  await pass(60_000);
  const { length } = loads;
  await pass(59_999);
  expect(loads).toHaveLength(length);
});
