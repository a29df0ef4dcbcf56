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

test('while there is little to do, it is done at once', () => {
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

test('the line is served in order, a slice in each turn', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) workload.add(taking(name, 4));
  expect(done).toEqual([]);
  nextTurn();
  expect(done).toEqual(['a', 'b', 'c']);
  expect(workload.free).toBe(false);
  nextTurn();
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('while a tick goes out, slices are short, yet each turn does something', () => {
  tickUnderWay = true;
  for (const name of ['a', 'b', 'c']) workload.add(taking(name, 4));
  nextTurn();
  expect(done).toEqual(['a']);
  nextTurn();
  expect(done).toEqual(['a', 'b']);
});

test('who has more to do stands in line again, behind everybody else', () => {
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

test('what fails is not tried again, and the rest goes on', () => {
  workload.add(() => {
    throw new Error('broken');
  });
  workload.add(taking('b', 1));
  expect(nextTurn).toThrow('broken');
  nextTurn();
  expect(done).toEqual(['b']);
});
