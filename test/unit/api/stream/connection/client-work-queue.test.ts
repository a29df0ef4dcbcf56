import { beforeEach, expect, test } from 'vitest';
import type { Loop } from '../../../../../src/core/async/loop.ts';
import { ClientWorkQueue } from '../../../../../src/api/stream/connection/client-work-queue.ts';

let now: number;
let turns: (() => void)[];
let tickUnderWay: boolean;
let done: string[];
let workload: ClientWorkQueue;

beforeEach(() => {
  now = 0;
  turns = [];
  tickUnderWay = false;
  done = [];
  const loop: Loop = { now: () => now, nextTurn: (goOn) => void turns.push(goOn) };
  workload = new ClientWorkQueue(loop, () => tickUnderWay);
});

const nextTurn = () => {
  for (const goOn of turns.splice(0)) goOn();
};
const taking = (name: string, ms: number) => () => {
  done.push(name);
  now += ms;
};

test('a little work is done at once', () => {
  expect(workload.free).toBe(true);
  now += 9;
  expect(workload.free).toBe(true);
  now += 1;
  expect(workload.free).toBe(false);
});

test('the next turn has a slice of its own', () => {
  expect(workload.free).toBe(true);
  now += 50;
  nextTurn();
  expect(workload.free).toBe(true);
  expect(turns).toHaveLength(1);
});

test('the queue is served in order, a slice in each turn', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) workload.add(taking(name, 4));
  expect(done).toEqual([]);
  nextTurn();
  expect(done).toEqual(['a', 'b', 'c']);
  expect(workload.free).toBe(false);
  nextTurn();
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('while a tick is sent, slices are short, but each turn does some work', () => {
  tickUnderWay = true;
  for (const name of ['a', 'b', 'c']) workload.add(taking(name, 4));
  nextTurn();
  expect(done).toEqual(['a']);
  nextTurn();
  expect(done).toEqual(['a', 'b']);
});

test('a client with more work queues again, behind all others', () => {
  workload.add(() => {
    taking('a', 1)();
    workload.add(taking('a again', 1));
  });
  workload.add(taking('b', 1));
  nextTurn();
  expect(done).toEqual(['a', 'b', 'a again']);
  nextTurn();
  expect(turns).toEqual([]);
});

test('failed work is not retried, and the rest continues', () => {
  workload.add(() => {
    throw new Error('broken');
  });
  workload.add(taking('b', 1));
  expect(nextTurn).toThrow('broken');
  nextTurn();
  expect(done).toEqual(['b']);
});
