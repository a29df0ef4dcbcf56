import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textFault, verifyHead, verifyProof, verifyReceipt } from '../../../../sdk/src/verify/index.ts';
import type { IndexReceipt, IntegrityHead } from '../../../../sdk/src/contract.ts';
import { IN_VERSION_3, quietWorld, receiptsOf } from '../../../support/receipt-worlds.ts';

const LEVELS = 100_000;
const [receipt] = receiptsOf(quietWorld(IN_VERSION_3, 1), 1000);
const deep = JSON.parse('['.repeat(LEVELS) + ']'.repeat(LEVELS)) as never;

test.each([
  ['{"price":"1","price":"2"}', 'price'],
  ['{"price":"1","pr\\u0069ce" : "2"}', 'price'],
  ['{"a":[{"x":1},{"y":{"q":1,"r":[],"q":2}}]}', 'q'],
  ['{"a":{"b":1},"c":{"b":1},\n"a"\t:3}', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('the key that appears twice in %s is found', (text, key) => {
  expect(textFault(text)).toBe(`the key "${key}" appears twice in one object`);
});

test('JSON as it is written has no fault', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      const once = JSON.stringify(JSON.parse(text));
      expect(textFault(once)).toBeUndefined();
    }),
  );
  expect(textFault(JSON.stringify(receipt, null, 2))).toBeUndefined();
  expect(textFault('{"a":"\\"b\\":1,\\\\","b":"{[:"}')).toBeUndefined();
});

test('deep nesting is a fault of the text', () => {
  expect(textFault(JSON.stringify(receipt))).toBeUndefined();
  expect(textFault('['.repeat(LEVELS) + ']'.repeat(LEVELS))).toMatch(/nested deeper than 64 levels/);
});

test.each(['indexType', 'price', 'flags', 'state', 'exchanges', 'markets', 'proof', 'unknown'])(
  'a receipt with 100,000 levels in %s is refuted, and nothing is thrown',
  async (name) => {
    const nested = { ...receipt!, [name]: deep };
    const wanted = { isRight: false, isChecked: true, differences: [{ field: 'nesting' }] };
    expect(verifyReceipt(nested)).toMatchObject(wanted);
    expect(await verifyProof(nested, { keys: [] })).toMatchObject(wanted);
    const { methodology: _, ...value } = nested;
    expect(await verifyProof(value as never, { keys: [] })).toMatchObject(wanted);
  },
);

test.each([null, undefined, 7, 'text', true, [], {}])(
  '%j is no proof, and nothing is thrown',
  async (given) => {
    expect(verifyReceipt(given as unknown as IndexReceipt)).toMatchObject({ isRight: false });
    const verdict = await verifyProof(given as unknown as IndexReceipt, { keys: [] });
    expect(verdict).toMatchObject({ isRight: false, isChecked: true, shows: [] });
    expect(verdict.differences).toHaveLength(1);
  },
);

test('a head with 100,000 levels is not known', async () => {
  const head = { slot: '2026-12-01T00:00:00.000Z', recordHash: '', keyId: '', signature: '' };
  const given = { ...head, algorithm: deep } as unknown as IntegrityHead;
  expect(await verifyHead(given, { keys: [] })).toMatchObject({ isRight: false, isChecked: false });
});
