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
])('the duplicate key in %s is found', (text, key) => {
  expect(textFault(text)).toBe(`the key "${key}" is repeated or reserved`);
});

test.each([
  ['{"price":"1","Price":"999"}', 'the key "Price" is repeated or reserved'],
  ['{"a":[{"KEYS":1,"x":{},"\\u212aeys":2}]}', 'the key "\u212aeys" is repeated or reserved'],
  ['{"share":1,"\u017fhare":2}', 'the key "\u017fhare" is repeated or reserved'],
  ['{"a":{"__proto__":{"price":"1"}}}', 'the key "__proto__" is repeated or reserved'],
  ['{"__pr\\u006fto__":1}', 'the key "__proto__" is repeated or reserved'],
])('%s has a key that looks like another', (text, fault) => {
  expect(textFault(text)).toBe(fault);
});

test('unchanged JSON has no fault', () => {
  const key = fc.string().filter((text) => text === text.toUpperCase().toLowerCase() && text !== '__proto__');
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 8 },
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie('tree')),
      fc.dictionary(key, tie('tree')),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(textFault(JSON.stringify(value))).toBeUndefined();
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

test.each(['9999-12-31T00:00:00.000Z', '1960-01-01T00:00:00.000Z', { toString: 1 }])(
  'a value of the time %j is refuted, and nothing is thrown',
  async (timestamp) => {
    const { id, indexId, indexType, price, volume, flags } = receipt!;
    const roots = { values: 'a'.repeat(64), inputs: 'a'.repeat(64), day: 'a'.repeat(64) };
    const at = typeof timestamp === 'string' ? Date.parse(timestamp) : 0;
    const record = { at, format: 3, methodology: '3', reference: 'v', roots, previous: 'a'.repeat(64) };
    const value = { id, indexId, indexType, timestamp, price, volume, flags, proof: { record } };
    expect(await verifyProof(value as never, { keys: [] })).toMatchObject({
      isRight: false,
      isChecked: true,
      differences: [{ field: 'timestamp' }],
    });
  },
);
