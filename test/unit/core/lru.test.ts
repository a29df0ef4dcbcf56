import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lru } from '../../../src/core/lru.ts';

const keysOf = (lru: Lru<string, number>) => [...'abcdef'].filter((key) => lru.has(key)).join('');

describe('a bounded map', () => {
  test('evicts the least recently used values if there are too many', () => {
    const lru = new Lru<string, number>({ maxEntries: 3 });
    for (const [value, key] of [...'abc'].entries()) lru.set(key, value);
    expect(lru.get('a')).toBe(0);
    lru.set('d', 3);
    expect(keysOf(lru)).toBe('acd');
    lru.set('c', 20);
    lru.set('e', 4);
    expect(keysOf(lru)).toBe('cde');
    expect([lru.get('c'), lru.get('a'), lru.size]).toEqual([20, undefined, 3]);
  });

  test('a peek does not count as use', () => {
    const lru = new Lru<string, number>({ maxEntries: 2 });
    lru.set('a', 0);
    lru.set('b', 1);
    expect([lru.peek('a'), lru.has('a')]).toEqual([0, true]);
    lru.set('c', 2);
    expect(keysOf(lru)).toBe('bc');
  });

  test('evicts until the weight fits, and does not keep a value heavier than the limit', () => {
    const lru = new Lru<string, number>({ maxWeight: 10, weightOf: (value) => value });
    lru.set('a', 4);
    lru.set('b', 3);
    lru.set('c', 3);
    expect([keysOf(lru), lru.weight]).toEqual(['abc', 10]);
    lru.set('d', 6);
    expect([keysOf(lru), lru.weight]).toEqual(['cd', 9]);
    lru.set('e', 11);
    expect([keysOf(lru), lru.weight]).toEqual(['', 0]);
  });

  test('a replacement has its own weight', () => {
    const lru = new Lru<string, number>({ maxWeight: 10, weightOf: (value) => value });
    lru.set('a', 9);
    lru.set('a', 2);
    lru.delete('b');
    expect(lru.weight).toBe(2);
    lru.delete('a');
    expect([lru.weight, lru.size]).toEqual([0, 0]);
  });

  test('reports each evicted value once, but not a removed one', () => {
    const gone: string[] = [];
    const lru = new Lru<string, number>({ maxEntries: 2, onRemoved: (value, key) => gone.push(key + value) });
    lru.set('a', 0);
    lru.set('a', 1);
    lru.set('b', 2);
    lru.set('c', 3);
    expect(gone).toEqual(['a0', 'a1']);
    expect(lru.shift()).toBe(2);
    lru.set('d', 4);
    lru.delete('d');
    lru.clear();
    expect(gone).toEqual(['a0', 'a1', 'd4', 'c3']);
    expect([lru.shift(), lru.size]).toEqual([undefined, 0]);
  });

  test('keeps the same values as a plain list ordered by use', () => {
    const key = fc.constantFrom(...'abcdef');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), key, value: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ kind: fc.constantFrom('get' as const, 'peek' as const, 'delete' as const), key }),
      fc.record({ kind: fc.constantFrom('shift' as const, 'clear' as const), key }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lru = new Lru<string, number>({ maxEntries: 4, maxWeight: 12, weightOf: (value) => value });
        let list: (readonly [string, number])[] = [];
        const weight = () => list.reduce((sum, [, value]) => sum + value, 0);
        const without = (gone: string) => list.filter(([name]) => name !== gone);
        for (const taken of steps) {
          if (taken.kind === 'clear') {
            lru.clear();
            list = [];
          } else if (taken.kind === 'shift') expect(lru.shift()).toBe(list.shift()?.[1]);
          else if (taken.kind === 'set') {
            lru.set(taken.key, taken.value);
            list = [...without(taken.key), [taken.key, taken.value]];
            while (list.length > 4 || weight() > 12) list.shift();
          } else {
            const known = list.find(([name]) => name === taken.key);
            if (taken.kind === 'delete') lru.delete(taken.key);
            else expect(lru[taken.kind](taken.key)).toBe(known?.[1]);
            if (taken.kind === 'delete') list = without(taken.key);
            if (taken.kind === 'get' && known) list = [...without(taken.key), known];
          }
          expect([lru.size, lru.weight]).toEqual([list.length, weight()]);
        }
        expect([...lru.entries()]).toEqual(list);
        expect(Array.from({ length: 5 }, () => lru.shift())).toEqual(
          Array.from({ length: 5 }, (_, i) => list[i]?.[1]),
        );
      }),
    );
  });
});
