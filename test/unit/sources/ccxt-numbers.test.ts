import { expect, test } from 'vitest';
import { exactNumbers } from '../../../src/sources/live/ccxt/entries/exact-numbers.ts';

test.each([
  ['{"a":0.12345678901234567891}', '{"a":"0.12345678901234567891"}'],
  [
    '[1.5,[12345678901234567890, -0.00000000000000012345]]',
    '[1.5,["12345678901234567890", "-0.00000000000000012345"]]',
  ],
  ['{"a":1.2345678901234567e-8}', '{"a":"1.2345678901234567e-8"}'],
  ['{"a":"x,1234567890123456789,y","b":1}', '{"a":"x,1234567890123456789,y","b":1}'],
  ['{"a":"\\\\",1234567890123456789:1}', '{"a":"\\\\","1234567890123456789":1}'],
  ['{"a":123456789012345}', '{"a":123456789012345}'],
])('%s keeps every digit', (json, expected) => expect(exactNumbers(json)).toBe(expected));

test('a text that looks like a long number stays a text', () => {
  const json = JSON.stringify({ note: 'a "quoted", 12345678901234567890, text', price: 1 });
  expect(JSON.parse(exactNumbers(json))).toEqual(JSON.parse(json));
});
