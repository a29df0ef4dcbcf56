import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoredVersions } from '../../../../../src/app/pipeline/compute/stored-versions.ts';

test('a tick waits for the version that it names, and for no other', async () => {
  const stored = new StoredVersions();
  const resolved: string[] = [];
  for (const hash of ['a', 'b']) void stored.whenStored(hash).then(() => resolved.push(hash));
  stored.markStored('b');
  await setImmediate();
  expect(resolved).toEqual(['b']);
  stored.markStored('a');
  await setImmediate();
  expect(resolved).toEqual(['b', 'a']);
});

test('a version stored before is not waited for', async () => {
  const stored = new StoredVersions();
  stored.markStored('a');
  await expect(stored.whenStored('a')).resolves.toBeUndefined();
});
