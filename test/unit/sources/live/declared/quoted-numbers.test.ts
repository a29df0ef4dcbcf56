import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotedNumbers } from '../../../../../src/sources/live/declared/quoted-numbers.ts';

const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
/** The same as a regular expression, which is slow and runs out of stack. */
const expected = (json: string) =>
  json.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));

test('quotes numbers, and nothing in texts', () => {
  expect(quotedNumbers('{"a 1":[1,-2.50,3e-7,"4\\"5",null]}')).toBe(
    '{"a 1":["1","-2.50","3e-7","4\\"5",null]}',
  );
  expect(quotedNumbers('"ä€😀 1" 2')).toBe('"ä€😀 1" "2"');
});

test('does so with any text, JSON or not', () => {
  const pieces = fc.constantFrom('"', '\\', '-', '+', '.', 'e', 'E', '0', '7', '12', ',', '[', 'ü', ' ');
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(pieces).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (json) => {
      expect(quotedNumbers(json)).toBe(expected(json));
    }),
    { numRuns: 2000 },
  );
});

test('20 MB of escaped quotes do not run out of stack', () => {
  const json = `"${'\\"'.repeat(10_000_000)}`;
  expect(quotedNumbers(json) === json).toBe(true);
});

test('20 MB of quotes take a fraction of a second of CPU', () => {
  const json = '"'.repeat(20_000_000);
  const before = process.cpuUsage();
  expect(quotedNumbers(json) === json).toBe(true);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(600);
});
