import { expect, test } from 'vitest';
import { decodeAnnex, encodeAnnex } from '../../../../../src/history/embedded/segment/segment-annex.ts';

const ANNEX = {
  series: new Uint8Array(2 * 17).fill(7),
  ticks: [3, 4].map((slot) => ({ slot, record: Uint8Array.of(slot, slot, slot) })),
};

test('an annex is read as written', () => {
  expect(decodeAnnex(encodeAnnex(ANNEX), 2)).toEqual(ANNEX);
});

test('invalid bytes are not an annex, wherever they are truncated or have a wrong length', () => {
  const whole = encodeAnnex(ANNEX);
  for (let length = 0; length < whole.length; length++)
    expect([length, decodeAnnex(whole.subarray(0, length), 2)]).toEqual([length, undefined]);
  expect(decodeAnnex(Uint8Array.of(...whole, 0), 2)).toBeUndefined();
  const many = whole.slice();
  many[0] = 0xff;
  expect(decodeAnnex(many, 2)).toBeUndefined();
  expect(decodeAnnex(whole, 200)).toBeUndefined();
});
