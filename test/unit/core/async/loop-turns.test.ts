import { expect, test } from 'vitest';
import { LoopTurns } from '../../../../src/core/async/loop-turns.ts';

/** An event loop whose turns the test controls. */
function heldLoop() {
  const coming: (() => void)[] = [];
  const resting: { readonly until: number; readonly goOn: () => void }[] = [];
  return {
    ms: 0,
    now(): number {
      return this.ms;
    },
    nextTurn: (goOn: () => void) => void coming.push(goOn),
    after(ms: number, goOn: () => void): void {
      resting.push({ until: this.ms + ms, goOn });
    },
    /** Runs the work for the next turn, and due timers. */
    async turn() {
      for (const goOn of coming.splice(0)) goOn();
      for (const { goOn } of resting.splice(0, resting.findLastIndex(({ until }) => until <= this.ms) + 1))
        goOn();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('one job continues in each turn, in order', async () => {
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
  for (let i = 0; i < 20; i++) await loop.turn();
  expect(order).toBe('cccvcccvccvvv');
});

test.each([
  { priority: 'usual', perTurn: 5 },
  { priority: 'low', perTurn: 1 },
])('long work of $priority priority has $perTurn ms of a turn', async ({ priority, perTurn }) => {
  const loop = heldLoop();
  const result = new LoopTurns(loop).run(tenMs(loop), priority === 'low');
  await loop.turn();
  expect(loop.ms).toBe(perTurn);
  for (let turn = 0; turn < 300; turn++) {
    await loop.turn();
    loop.ms++;
  }
  expect(await result).toBe('done');
});

test('work of low priority rests for nine times as long as its turn took', async () => {
  const loop = heldLoop();
  const turns = new LoopTurns(loop);
  let done = '';
  for (let i = 0; i < 2; i++) void turns.next(true).then(() => (done += 'v'));
  await loop.turn();
  expect(done).toBe('v');
  // Work of others in the same turn also counts.
  loop.ms = 10;
  await loop.turn();
  loop.ms = 99;
  for (let turn = 0; turn < 5; turn++) await loop.turn();
  expect(done).toBe('v');
  void turns.next().then(() => (done += 'c'));
  await loop.turn();
  expect(done).toBe('vc');
  loop.ms = 100;
  for (let turn = 0; turn < 2; turn++) await loop.turn();
  expect(done).toBe('vcv');
});

/** Ten steps of a millisecond. */
function* tenMs(loop: { ms: number }) {
  for (let step = 0; step < 10; step++) {
    loop.ms++;
    yield;
  }
  return 'done';
}
