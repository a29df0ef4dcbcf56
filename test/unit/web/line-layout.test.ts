import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineLayout } from '../../../web/src/views/try-it/line-layout.ts';

function linesOf(text: string, isJson: boolean, piece = 7): readonly string[] {
  const layout = new LineLayout(text, isJson);
  while (layout.more(piece));
  return layout.lines;
}

test('JSON is laid out as JSON.stringify does, whatever pieces it is made in', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 50 }), fc.boolean(), (value, piece, isSpaced) => {
      const text = JSON.stringify(value, null, isSpaced ? 4 : 0);
      expect(linesOf(text, true, piece).join('\n')).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('no digit of a number is lost', () => {
  expect(linesOf('{"a":1.10000000000000000001,"b":[]}', true)).toEqual([
    '{',
    '  "a": 1.10000000000000000001,',
    '  "b": []',
    '}',
  ]);
});

test('what is cut off or no JSON stays readable', () => {
  expect(linesOf('{"a":["b","c\\"', true)).toEqual(['{', '  "a": [', '    "b",', '    "c\\"']);
  expect(linesOf(']]}', true).join('')).toContain(']');
});

test('other texts keep their lines', () => {
  expect(linesOf('id,price\r\n1,2\r\n\r\n3,4\n', false)).toEqual(['id,price', '1,2', '', '3,4']);
});

test('a line without an end is shown as far as a screen could be', () => {
  const [line] = linesOf('x'.repeat(100_000), false, 1000);
  expect(line!.length).toBeLessThan(5000);
});
