import { expect, test } from 'vitest';
import { changedBody, draftOf, type DraftParts } from '../../../../../src/api/resources/alerts/rule-draft.ts';
import type { Grant } from '../../../../../src/auth/tokens/token-verifier.ts';
import { above, alertRule, BLX, BTC } from '../../../../support/alert-rules.ts';

const OTHER = { indexType: 'GWA', indexId: '00000000-0000-4000-8000-00000000b7c1' } as const;
const grant = { clientId: 'client-1', scopes: new Set(['read:index-ticker', 'read:LX']) } as unknown as Grant;

/** Finds indices by these names. */
function partsWith(named: Readonly<Record<string, readonly object[]>>): DraftParts {
  return {
    versions: { current: { catalogue: {}, series: { typeOf: () => undefined } } },
    names: { indicesOf: (name: string) => (named[name] ?? []).map((series) => ({ series })) },
  } as unknown as DraftParts;
}

const changed = (change: object, parts: DraftParts, condition = above('100')) => {
  const rule = alertRule(condition);
  return draftOf(changedBody(rule, change), parts, grant, rule).condition;
};

test('a change keeps the index of an alert, also when its name is that of another one now', () => {
  expect(changed({ threshold: '200' }, partsWith({ BTC: [OTHER] }))).toEqual({ ...above('200'), index: BTC });
});

test('a change keeps an index that has no name any more', () => {
  expect(changed({ index: 'BTC', threshold: '200' }, partsWith({}))).toMatchObject({ index: BTC });
});

test('a change to another name finds its index', () => {
  expect(changed({ index: 'BLX' }, partsWith({ BLX: [BLX] }))).toMatchObject({ index: { ...BLX } });
});

test('the type cannot be changed; the same one may be sent', () => {
  expect(changed({ type: 'ABOVE', threshold: '200' }, partsWith({}))).toMatchObject({ threshold: '200' });
  expect(() => changed({ type: 'BELOW' }, partsWith({}))).toThrow(
    expect.objectContaining({
      status: 400,
      errors: [expect.objectContaining({ field: 'type', rejectedValue: 'BELOW' })],
    }),
  );
});

test('the second index is not taken for the first one', () => {
  const deviation = { type: 'DEVIATION', index: BTC, otherIndex: BLX, percent: '1' } as const;
  expect(() => changed({ index: 'BLX' }, partsWith({}), deviation)).toThrow();
});
