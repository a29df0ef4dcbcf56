import { expect, test } from 'vitest';
import { currentName, originalNames } from '../../../../src/reference/names/current-names.ts';
import { WellKnown } from '../../../../src/reference/well-known/well-known.ts';

const wellKnown = new WellKnown();
const names = originalNames(wellKnown);

test('renamed exchanges and assets have their originally published names', () => {
  expect(names.get('65cf072d-2ffa-48f8-9497-6654234f52e3')).toBe('Coinbase-Pro');
  expect(names.get('6612f550-cea4-436a-af75-a2963cbfc85e')).toBe('Huobi');
  expect(names.get('70f2e9fe-7a85-4d2f-aa76-434a66165a22')).toBe('Hedera Hashgraph');
});

test('a name of 1.0.0 that is still in use is not replaced by an older one', () => {
  expect(names.has('153d4b94-3518-4f79-9ebb-b9123467da95')).toBe(false);
});

test('every well-known name is found', () => {
  for (const known of wellKnown.assets) expect(names.get(known.id) ?? currentName(known)).toBe(known.name);
});

test('no original name equals the current one', () => {
  for (const [id, name] of names) expect(currentName({ id, name: '' })).not.toBe(name);
});
