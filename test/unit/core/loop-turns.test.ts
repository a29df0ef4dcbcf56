import { expect, test } from 'vitest';
import { LoopTurns } from '../../../src/core/loop-turns.ts';

/** An event loop whose turns come when the test says so. */
function heldLoop() {
  const coming: (() => void)[] = [];
  return {
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
