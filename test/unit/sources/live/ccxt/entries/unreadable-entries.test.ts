import { expect, test } from 'vitest';
import type { Loop } from '../../../../../../src/core/async/loop.ts';
import { entryListsIn } from '../../../../../../src/sources/live/ccxt/entries/entry-lists.ts';
import { leaveOutUnreadable } from '../../../../../../src/sources/live/ccxt/entries/unreadable-entries.ts';

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ symbol: `C${i}`, last: 1 }));
const LOOP: Pick<Loop, 'nextTurn'> = { nextTurn: (goOn) => goOn() };
/** A reader that fails on anything but objects. */
const readable = (...lists: readonly (readonly unknown[])[]) =>
  lists.every((list) => list.every((row) => typeof row === 'object' && row !== null));

test('unreadable entries are removed from every list, with few attempts', async () => {
  const tickers = rows(2000);
  const assets = rows(300);
  const answer = { code: 0, data: { tickers, assets } };
  tickers.splice(700, 0, null!, 7 as never);
  assets.splice(12, 0, 'text' as never);
  let tries = 0;
  const isReadable = async () => {
    tries += 1;
    return readable(tickers, assets);
  };
  const leftOut = await leaveOutUnreadable(entryListsIn(answer), isReadable, LOOP);
  expect(leftOut?.map(([, value]) => value)).toEqual([null, 7, 'text']);
  expect([tickers.length, assets.length]).toEqual([2000, 300]);
  expect(tries).toBeLessThan(100);
});

test('an object used as a list only loses members, whatever their names', async () => {
  const list = Object.fromEntries(rows(20).map((row) => [row.symbol, row]));
  Object.defineProperty(list, '__proto__', { value: null, enumerable: true, configurable: true });
  const isReadable = async () => readable(Object.values(list));
  const leftOut = await leaveOutUnreadable(entryListsIn({ result: list }), isReadable, LOOP);
  expect(leftOut?.map(([name]) => name)).toEqual(['__proto__']);
  expect(Object.keys(list)).toEqual(rows(20).map(({ symbol }) => symbol));
});

test('if more than half cannot be read, nothing is removed', async () => {
  const list = [...rows(10), ...rows(11).map(() => null)];
  expect(await leaveOutUnreadable(entryListsIn(list), async () => readable(list), LOOP)).toBeUndefined();
  expect(list).toHaveLength(21);
});

test('a completely unreadable response is given up after some hundred attempts', async () => {
  let tries = 0;
  const isReadable = async () => {
    tries += 1;
    return false;
  };
  expect(await leaveOutUnreadable(entryListsIn(rows(50_000)), isReadable, LOOP)).toBeUndefined();
  expect(tries).toBeLessThanOrEqual(400);
});

test('each attempt has its own turn of the event loop, and can be stopped in between', async () => {
  let [tries, turns] = [0, 0];
  const loop: Pick<Loop, 'nextTurn'> = {
    nextTurn: (goOn) => {
      turns += 1;
      goOn();
    },
  };
  const isReadable = async () => {
    tries += 1;
    expect(turns).toBe(tries);
    if (tries === 20) throw new Error('the deadline');
    return false;
  };
  await expect(leaveOutUnreadable(entryListsIn(rows(500)), isReadable, loop)).rejects.toThrow('the deadline');
  expect(tries).toBe(20);
});

test('lists that may belong together by position lose no entries', () => {
  const [universe, contexts] = [rows(30), rows(30)];
  expect(entryListsIn([{ universe }, contexts])).toEqual([]);
  expect(entryListsIn([{ universe }, contexts.slice(1)])).toHaveLength(2);
});

test('non-lists are unchanged: envelopes, rows and properties of a market', () => {
  const envelope = { code: 0, message: 'ok', time: 1, list: rows(9).map((row) => ({ ...row, filters: [] })) };
  expect(entryListsIn(envelope).map(({ entries }) => entries.length)).toEqual([9]);
  expect(entryListsIn({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: {} })).toEqual([]);
  // Lists of different lengths are not rows of one list.
  const three = [5, 20, 11].map((count) => Array.from({ length: count }, () => 'BTC'));
  expect(entryListsIn(three).map(({ entries }) => entries.length)).toEqual([20, 11]);
});
