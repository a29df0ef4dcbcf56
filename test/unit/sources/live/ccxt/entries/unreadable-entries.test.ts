import { expect, test } from 'vitest';
import type { Loop } from '../../../../../../src/core/async/loop.ts';
import { entryListsIn } from '../../../../../../src/sources/live/ccxt/entries/entry-lists.ts';
import { leaveOutUnreadable } from '../../../../../../src/sources/live/ccxt/entries/unreadable-entries.ts';

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ symbol: `C${i}`, last: 1 }));
const LOOP: Pick<Loop, 'nextTurn'> = { nextTurn: (goOn) => goOn() };
/** As a reader that stumbles over whatever is no object. */
const readable = (...lists: readonly (readonly unknown[])[]) =>
  lists.every((list) => list.every((row) => typeof row === 'object' && row !== null));

test('entries that cannot be read are left out of every list, with few tries', async () => {
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

test('a list by name loses members alone, whatever they are called', async () => {
  const list = Object.fromEntries(rows(20).map((row) => [row.symbol, row]));
  Object.defineProperty(list, '__proto__', { value: null, enumerable: true, configurable: true });
  const isReadable = async () => readable(Object.values(list));
  const leftOut = await leaveOutUnreadable(entryListsIn({ result: list }), isReadable, LOOP);
  expect(leftOut?.map(([name]) => name)).toEqual(['__proto__']);
  expect(Object.keys(list)).toEqual(rows(20).map(({ symbol }) => symbol));
});

test('where more than half cannot be read, nothing is left out', async () => {
  const list = [...rows(10), ...rows(11).map(() => null)];
  expect(await leaveOutUnreadable(entryListsIn(list), async () => readable(list), LOOP)).toBeUndefined();
  expect(list).toHaveLength(21);
});

test('an answer that nothing can be read of is given up after some hundred tries', async () => {
  let tries = 0;
  const isReadable = async () => {
    tries += 1;
    return false;
  };
  expect(await leaveOutUnreadable(entryListsIn(rows(50_000)), isReadable, LOOP)).toBeUndefined();
  expect(tries).toBeLessThanOrEqual(400);
});

test('each try has a turn of the event loop, in which others may stop it', async () => {
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

test('of lists that may belong together place by place, none loses an entry', () => {
  const [universe, contexts] = [rows(30), rows(30)];
  expect(entryListsIn([{ universe }, contexts])).toEqual([]);
  expect(entryListsIn([{ universe }, contexts.slice(1)])).toHaveLength(2);
});

test('what is no list is left as it is: envelopes, rows and properties of a market', () => {
  const envelope = { code: 0, message: 'ok', time: 1, list: rows(9).map((row) => ({ ...row, filters: [] })) };
  expect(entryListsIn(envelope).map(({ entries }) => entries.length)).toEqual([9]);
  expect(entryListsIn({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: {} })).toEqual([]);
  // Lists of another length each are not rows of one list.
  const three = [5, 20, 11].map((count) => Array.from({ length: count }, () => 'BTC'));
  expect(entryListsIn(three).map(({ entries }) => entries.length)).toEqual([20, 11]);
});
