import { expect, test } from 'vitest';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import { earlierVersions } from '../../../../src/reference/versions/earlier-versions.ts';

/** A log with versions of these names, whose content is their name; `damaged` ones cannot be read. */
function earlier(names: string, inForce: string, damaged = ''): string {
  const log = {
    entries: () => [...names].map((hash, from) => ({ hash, from })),
    byHash: (hash: string) => (damaged.includes(hash) ? undefined : (hash as unknown as ReferenceContent)),
  };
  return [...earlierVersions(log, inForce)].join('');
}

test('the last versions before the one in force, oldest first', () => {
  expect(earlier('', 'a')).toBe('');
  expect(earlier('a', 'a')).toBe('');
  expect(earlier('abc', 'c')).toBe('ab');
  expect(earlier('abcdefg', 'g')).toBe('cdef');
});

test('one that is not stored yet, one that came back, and one that is damaged', () => {
  expect(earlier('ab', 'c')).toBe('ab');
  expect(earlier('abaca', 'a')).toBe('bc');
  expect(earlier('abac', 'c')).toBe('ba');
  expect(earlier('abc', 'c', 'b')).toBe('a');
});
