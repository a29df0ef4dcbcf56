import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../../../../src/cluster/nats/messages/wire.ts';

describe('plain data as bytes', () => {
  test.each([
    ['nothing', null],
    ['a number', 0.1],
    ['numbers without a word in JSON', [Number.NaN, Infinity, -Infinity, -0]],
    ['text beyond ASCII', { text: 'märkte 市场 \u0000' }],
    ['empty columns', { a: new Float64Array(), b: new Uint8Array() }],
    [
      'columns of each kind',
      {
        bytes: Uint8Array.of(0, 255),
        flags: Uint16Array.of(0, 65_535),
        starts: Uint32Array.of(0, 4_294_967_295),
        counts: Int32Array.of(-1, 2_147_483_647),
        prices: Float64Array.of(Number.NaN, -0, 1e300, 5e-324),
      },
    ],
    ['columns within lists', [{ column: Uint16Array.of(1) }, [Float64Array.of(2)]]],
  ])('%s', (_, message) => {
    expect(decode(encode(message))).toEqual(message);
  });

  test('a part of a larger column is sent, and nothing around it', () => {
    const large = Float64Array.of(1, 2, 3, 4);
    const { column } = decode(encode({ column: large.subarray(1, 3) })) as { column: Float64Array };
    expect(column).toEqual(Float64Array.of(2, 3));
    expect(column.buffer.byteLength).toBe(16);
  });

  test('a buffer arrives as bytes', () => {
    expect(decode(encode({ bytes: Buffer.from('ab') }))).toEqual({ bytes: Uint8Array.of(97, 98) });
  });

  test('an undefined field is absent', () => {
    expect(decode(encode({ a: undefined, b: 1 }))).not.toHaveProperty('a');
  });

  test.each([
    ['a map', new Map()],
    ['a function', { hear: () => undefined }],
    ['a bigint', { n: 1n }],
    ['a date', { at: new Date(0) }],
    ['names that the format uses', { $a: 1 }],
    ['columns of a kind that it does not know', { column: new Int8Array(1) }],
  ])('%s is refused', (_, message) => {
    expect(() => encode(message)).toThrow(TypeError);
  });

  test('every truncated message is refused, and so is every other first byte', () => {
    const bytes = encode({ at: 7, column: Float64Array.of(1, 2) });
    for (let length = 0; length < bytes.length; length++)
      expect(() => decode(bytes.subarray(0, length)), String(length)).toThrow();
    expect(() => decode(Buffer.concat([Buffer.from('X'), bytes.subarray(1)]))).toThrow('not a message');
  });

  test('numbers with a wrong offset are refused', () => {
    const forged = (place: string) => {
      const text = Buffer.from(`{"$a":${place}}`);
      const head = Buffer.alloc(8);
      head.write('TMW1');
      head.writeUInt32LE(text.length, 4);
      return Buffer.concat([head, text, Buffer.alloc(16)]);
    };
    expect(decode(forged('["Uint8Array",0,16]'))).toEqual(new Uint8Array(16));
    for (const place of [
      '["Uint8Array",0,17]',
      '["Uint8Array",-1,2]',
      '["Float64Array",8,2]',
      '["Uint8Array",0.5,2]',
      '["constructor",0,1]',
      '["Uint8Array",0,1e300]',
    ])
      expect(() => decode(forged(place)), place).toThrow(RangeError);
  });
});
