import { expect, test } from 'vitest';
import { LoopTurns } from '../../../src/core/loop-turns.ts';

/** An event loop whose turns come when the test says so. */
function heldLoop() {
  const coming: (() => void)[] = [];
  return {
    ms: 0,
    now(): number {
      return this.ms;
    },
    nextTurn: (goOn: () => void) => void coming.push(goOn),
    turn: async () => {
      coming.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('one piece of work goes on in each turn, in order', async () => {
  const loop = heldLoop();
  const turns = new LoopTurns(loop);
  const done: number[] = [];
  for (const n of [1, 2, 3]) void turns.next().then(() => done.push(n));
  expect(done).toEqual([]);
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await loop.turn();
    expect(done).toEqual(expected);
  }
});

test('work of low priority gets every fourth turn while other work waits, and all of them otherwise', async () => {
  const loop = heldLoop();
  const turns = new LoopTurns(loop);
  let order = '';
  for (let i = 0; i < 5; i++) void turns.next(true).then(() => (order += 'v'));
  for (let i = 0; i < 8; i++) void turns.next().then(() => (order += 'c'));
  for (let i = 0; i < 13; i++) await loop.turn();
  expect(order).toBe('cccvcccvccvvv');
});

test.each([
  { isLowPriority: false, perTurn: 5 },
  { isLowPriority: true, perTurn: 1 },
])(
  'long work has $perTurn ms of each turn if isLowPriority is $isLowPriority',
  async ({ isLowPriority, perTurn }) => {
    const loop = heldLoop();
    let steps = 0;
    function* work() {
      for (; steps < 10; steps++) {
        loop.ms++;
        yield;
      }
      return 'done';
    }
    const result = new LoopTurns(loop).run(work(), isLowPriority);
    expect(steps).toBe(0);
    await loop.turn();
    // The generator stops before the step that would begin the next slice.
    expect(loop.ms).toBe(perTurn);
    for (let turn = 0; turn < 10; turn++) await loop.turn();
    expect(await result).toBe('done');
  },
);
