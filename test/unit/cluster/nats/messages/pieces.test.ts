import { describe, expect, test } from 'vitest';
import {
  Assembly,
  cutIntoPieces,
  HEAD_BYTES,
  type MessageRefusal,
  type WholeMessage,
} from '../../../../../src/cluster/nats/messages/pieces.ts';
import { unsignedMessage } from '../../../../support/sent-message.ts';

const PUBLISHER = '0011223344556677';
const LARGEST = HEAD_BYTES + 10;

function message(number: number, length = 25, publisher = PUBLISHER): WholeMessage {
  return unsignedMessage(publisher, number, Buffer.alloc(length, number), number % 2 === 1);
}

function assembly(bytes?: number) {
  const refused: MessageRefusal[] = [];
  const whole: WholeMessage[] = [];
  const assembled = new Assembly((refusal) => refused.push(refusal), bytes === undefined ? {} : { bytes });
  const take = (...pieces: Uint8Array[]) => {
    for (const piece of pieces) {
      const complete = assembled.take(piece);
      if (complete) whole.push(complete);
    }
  };
  return { take, refused, whole };
}

describe('messages in chunks', () => {
  test.each([0, 1, 9, 10, 11, 20, 1000])('%i bytes arrive unchanged', (length) => {
    const pieces = cutIntoPieces(message(1, length), LARGEST);
    expect(pieces.every((piece) => piece.length <= LARGEST)).toBe(true);
    const { take, whole, refused } = assembly();
    take(...pieces);
    expect(whole).toEqual([message(1, length)]);
    expect(refused).toEqual([]);
  });

  test('chunks of several publishers may be interleaved', () => {
    const [a, b] = [
      cutIntoPieces(message(1), LARGEST),
      cutIntoPieces(message(2, 25, 'ffeeddccbbaa9988'), LARGEST),
    ];
    const { take, whole } = assembly();
    take(...a.flatMap((piece, i) => [piece, b[i]!]));
    expect(whole.map(({ number }) => number)).toEqual([1, 2]);
  });

  test('if any chunk is lost, its message is dropped and reported once, and the next one arrives', () => {
    for (let lost = 0; lost < 3; lost++) {
      const { take, whole, refused } = assembly();
      take(
        ...cutIntoPieces(message(1), LARGEST).filter((_, i) => i !== lost),
        ...cutIntoPieces(message(2), LARGEST),
      );
      expect(whole.map(({ number }) => number)).toEqual([2]);
      expect(refused.length, String(lost)).toBeGreaterThan(0);
      expect(new Set(refused)).toEqual(new Set(['incomplete']));
    }
  });

  test('chunks in another order make no message', () => {
    const [first, second, third] = cutIntoPieces(message(1), LARGEST);
    const { take, whole } = assembly();
    take(first!, third!, second!);
    expect(whole).toEqual([]);
  });

  test('a repeated message is complete again: its receiver detects it by its number', () => {
    const pieces = cutIntoPieces(message(1), LARGEST);
    const { take, whole } = assembly();
    take(...pieces, ...pieces);
    expect(whole.map(({ number }) => number)).toEqual([1, 1]);
  });

  test('any byte changed on the way prevents the delivery of a different message', () => {
    const pieces = cutIntoPieces(message(1), LARGEST);
    for (let at = 0; at < pieces[1]!.length; at++) {
      // Bytes 29 to 31 are unused.
      if (at >= 29 && at < 32) continue;
      const changed = Buffer.from(pieces[1]!);
      changed[at]! ^= 1;
      const { take, whole } = assembly();
      take(pieces[0]!, changed, pieces[2]!);
      expect(whole, String(at)).toEqual([]);
    }
  });

  test('a message that is not a chunk is reported as foreign', () => {
    const { take, refused, whole } = assembly();
    take(Buffer.from('hello'), Buffer.alloc(200), new Uint8Array());
    expect([refused, whole]).toEqual([['foreign', 'foreign', 'foreign'], []]);
  });

  test('a chunk of another version is reported as such', () => {
    const { take, refused, whole } = assembly();
    for (const magic of ['TMP1', 'TMP3']) take(Buffer.concat([Buffer.from(magic), Buffer.alloc(200)]));
    expect([refused, whole]).toEqual([['other-version', 'other-version'], []]);
  });

  test('publishers that start messages and never end them use the memory of a few messages', () => {
    const { take, refused } = assembly();
    for (let i = 0; i < 100; i++)
      take(cutIntoPieces(message(1, 25, i.toString(16).padStart(16, '0')), LARGEST)[0]!);
    expect(refused.length).toBe(92);
  });

  test('a message larger than its topic allows is dropped with its first chunk', () => {
    const { take, refused, whole } = assembly(20);
    take(cutIntoPieces(message(1), LARGEST)[0]!, ...cutIntoPieces(message(2, 20), LARGEST));
    expect(refused).toEqual(['too-large']);
    expect(whole.map(({ number }) => number)).toEqual([2]);
  });

  test('chunks with more than their declared size are not kept', () => {
    const [first, second] = cutIntoPieces(message(1), LARGEST);
    const longer = Buffer.concat([second!, Buffer.alloc(20)]);
    const { take, refused, whole } = assembly();
    take(first!, longer, ...cutIntoPieces(message(2), LARGEST));
    expect(refused).toEqual(['damaged']);
    expect(whole.map(({ number }) => number)).toEqual([2]);
  });

  test('a message larger than any of ours is not split', () => {
    expect(() => cutIntoPieces(message(1, 66_000), HEAD_BYTES + 1)).toThrow('too large');
    expect(() => cutIntoPieces(message(1), HEAD_BYTES)).toThrow(RangeError);
  });
});

test('incomplete messages keep no more than the limit of one', () => {
  const publishers = ['a', 'b', 'c'].map((letter) => letter.repeat(16));
  const { take, whole, refused } = assembly(60);
  for (const publisher of publishers) take(...cutIntoPieces(message(1, 50, publisher), LARGEST).slice(0, 4));
  // Each has 40 bytes: the second one evicts the first, the third one the second.
  expect(refused).toEqual(['incomplete', 'incomplete']);
  take(...cutIntoPieces(message(1, 50, publishers[2]), LARGEST).slice(4));
  expect(whole.map(({ publisher }) => publisher)).toEqual([publishers[2]]);
  take(...cutIntoPieces(message(2, 60), LARGEST));
  expect(whole).toHaveLength(2);
  expect(refused).toHaveLength(2);
});
