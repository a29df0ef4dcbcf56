import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberText } from '../../../../../src/api/http/answers/representation.ts';

const inNumbers = numberText(['price', 'volume', 'closes']);
const digits = fc
  .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^(?:0|[1-9]\d{0,30})(?:\.\d{0,20}[1-9])?$/))
  .map(([sign, text]) => sign + text);
/** Text that looks like JSON with a quantity. */
const hostile = fc.string({
  unit: fc.constantFrom('"', '\\', 'price', ':', '1', ',', '{', '}', '[', ']', 'closes', 'é', '😀'),
});

describe('quantities as numbers', () => {
  test('keep all digits', () => {
    const json =
      '{"price":"0.1000000000000000055511151231257827","volume":"-123456789012345678901234567890"}';
    expect(inNumbers(json)).toBe(
      '{"price":0.1000000000000000055511151231257827,"volume":-123456789012345678901234567890}',
    );
  });

  test('also work in lists, where a gap stays an empty string', () => {
    expect(inNumbers('{"closes":["1.5","","-2"],"flags":["1"]}')).toBe(
      '{"closes":[1.5,"",-2],"flags":["1"]}',
    );
    expect(inNumbers('{"closes":[]}')).toBe('{"closes":[]}');
  });

  test('are the only change, whatever the surrounding text', () => {
    const record = fc.record({
      name: hostile,
      price: digits,
      tags: fc.array(hostile),
      volume: digits,
      note: hostile,
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        const written = records.map(
          ({ name, price, tags, volume, note }) =>
            `{"name":${JSON.stringify(name)},"price":${price},"tags":${JSON.stringify(tags)},` +
            `"volume":${volume},"note":${JSON.stringify(note)}}`,
        );
        expect(inNumbers(JSON.stringify(records))).toBe(`[${written.join()}]`);
      }),
      { numRuns: 500 },
    );
  });

  test('need names: without them nothing changes', () => {
    expect(numberText([])('{"price":"1","":"2"}')).toBe('{"price":"1","":"2"}');
  });
});
