import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const { indentedJson } = (await import(
  new URL('../../../../src/api/docs-page/indented-json.js', import.meta.url).href
)) as { indentedJson: (text: string, most: number) => { text: string; whole: boolean } };

describe('indented JSON', () => {
  test('is what JSON.stringify indents, for any JSON in any layout', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, 3, '\t'), (value, layout) => {
        const expected = JSON.stringify(value, undefined, 2);
        expect(indentedJson(JSON.stringify(value, undefined, layout), Infinity)).toEqual({
          text: expected,
          whole: true,
        });
      }),
    );
  });

  test('of a long text is its beginning, and says so', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat({ max: 200 }), (value, most) => {
        const all = JSON.stringify(value, undefined, 2);
        const { text, whole } = indentedJson(JSON.stringify(value), most);
        expect(text).toBe(all.slice(0, most));
        expect(whole).toBe(all.length <= most);
      }),
    );
  });

  test('keeps every digit of a number', () => {
    const text = '[12345678901234567890.123456789012345678901,1e400]';
    expect(indentedJson(text, 1000).text).toBe(
      '[\n  12345678901234567890.123456789012345678901,\n  1e400\n]',
    );
  });

  test.each(['', '"', '"\\', '}}}}', '{"a"', '[[[', 'nonsense', '{"a":tru', '\u0000', '<html>'])(
    'of %j, which is none, ends',
    (text) => {
      const { text: shown } = indentedJson(text, 1000);
      expect(shown.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    },
  );
});
