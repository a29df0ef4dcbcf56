import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUuid } from '../../../../src/core/ids/uuid.ts';

describe('parseUuid', () => {
  test('accepts any version and variant and returns lower case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/), (id) => {
        expect(parseUuid(id)).toBe(id);
        expect(parseUuid(id.toUpperCase())).toBe(id);
      }),
    );
    expect(parseUuid('00000000-0000-0000-0000-000000000000')).toBe('00000000-0000-0000-0000-000000000000');
    expect(parseUuid('F1FF77b6-3AB4-4719-9ded-2fc7e71cff1F')).toBe('f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f');
  });

  test.each([
    ['nothing', ''],
    ['no dashes', 'f1ff77b63ab447199ded2fc7e71cff1f'],
    ['braces', '{f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f}'],
    ['a urn', 'urn:uuid:f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'],
    ['a space before', ' f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'],
    ['a line end after', 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f\n'],
    ['a digit too few', 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1'],
    ['a digit too many', 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f0'],
    ['a letter that is no digit', 'g1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'],
    ['dashes elsewhere', 'f1ff77b63-ab4-4719-9ded-2fc7e71cff1f'],
  ])('refuses %s', (_what, text) => {
    expect(parseUuid(text)).toBeUndefined();
  });
});
