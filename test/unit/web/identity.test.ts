import { expect, test } from 'vitest';
import { StoredIdentity, type Identity } from '../../../web/src/data/identity.ts';

const KEY = 'tidemark.identity';

function keptWith(text?: string) {
  const items = new Map(text === undefined ? [] : [[KEY, text]]);
  const kept = new StoredIdentity({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  });
  return { kept, items };
}

test.each<Identity>([
  { kind: 'client', clientId: 'tm-1', clientSecret: 'secret' },
  { kind: 'token', token: 'a', streamToken: 'b' },
  { kind: 'token', token: 'a', streamToken: undefined },
])('%o is found again as it was kept, until it is forgotten', (identity) => {
  const { kept, items } = keptWith();
  kept.set(identity);
  expect(kept.get()).toEqual(identity);
  kept.set(undefined);
  expect(kept.get()).toBeUndefined();
  expect(items.size).toBe(0);
});

test.each([
  '{',
  '',
  'null',
  '5',
  '[]',
  '{"kind":"public"}',
  '{"kind":"demo","clientId":"demo","clientSecret":"demo"}',
  '{"kind":"client"}',
  '{"kind":"client","clientId":{},"clientSecret":[]}',
  '{"kind":"token"}',
  '{"kind":"token","token":5}',
  '{"kind":"token","token":"a","streamToken":null}',
  '{"__proto__":{"kind":"token","token":"a"}}',
])('%s is no identity, and is not kept', (text) => {
  const { kept, items } = keptWith(text);
  expect(kept.get()).toBeUndefined();
  expect(items.size).toBe(0);
});
