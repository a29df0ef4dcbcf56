import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { clientFrame, FrameReader, PING, TEXT } from '../../../sdk/src/stream/frames.ts';

/** As sent by a server: without a mask. */
function serverFrame(first: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? [length]
      : length < 65_536
        ? [126, length >> 8, length & 255]
        : [127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255];
  return Buffer.concat([Uint8Array.from([first, ...head]), payload]);
}

function read(...chunks: Uint8Array[]): unknown[] {
  const received: unknown[] = [];
  const reader = new FrameReader({
    text: (text) => received.push(text),
    ping: (payload) => received.push(['ping', payload.toString()]),
    close: (code, reason) => received.push(['close', code, reason]),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return received;
}

const text = (value: string) => serverFrame(0x81, Buffer.from(value));
const bytes = (...values: number[]) => Uint8Array.from(values);

test('texts of any length are read, however the bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 400 }),
      (texts, size) => {
        const all = Buffer.concat(texts.map(text));
        const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
          all.subarray(i * size, (i + 1) * size),
        );
        expect(read(...chunks)).toEqual(texts);
      },
    ),
  );
  expect(read(text('x'.repeat(70_000)))).toEqual(['x'.repeat(70_000)]);
});

test('a long text in many chunks is joined once, not with each chunk', () => {
  const concat = vi.spyOn(Buffer, 'concat');
  const whole = text('x'.repeat(100_000));
  concat.mockClear();
  const chunks = Array.from({ length: 1001 }, (_, i) => whole.subarray(i * 100, (i + 1) * 100));
  const received = read(...chunks);
  const copies = concat.mock.calls.length;
  concat.mockRestore();
  expect([received, copies]).toEqual([['x'.repeat(100_000)], 1]);
});

test('a fragmented message without an end is refused', () => {
  const empty = serverFrame(0x00, bytes());
  const many = Buffer.concat(Array.from({ length: 65_537 }, () => empty));
  expect(() => read(serverFrame(0x01, bytes()), many)).toThrow('a message is too long');
});

test('a fragmented text is joined, with pings in between', () => {
  const [first, second] = [Buffer.from('pri€').subarray(0, 4), Buffer.from('pri€').subarray(4)];
  expect(
    read(serverFrame(0x01, first), serverFrame(0x89, Buffer.from('p')), serverFrame(0x80, second)),
  ).toEqual([['ping', 'p'], 'pri€']);
});

test('a close frame has code and reason', () => {
  expect(read(serverFrame(0x88, bytes(3, 244, 0x61)))).toEqual([['close', 1012, 'a']]);
  expect(read(serverFrame(0x88, bytes()))).toEqual([['close', 1005, '']]);
});

describe('protocol violations are refused', () => {
  test.each<[string, number, Uint8Array[]]>([
    ['a reserved bit', 1002, [serverFrame(0xc1, bytes())]],
    ['binary data', 1002, [serverFrame(0x82, bytes())]],
    ['a mask', 1002, [bytes(0x81, 0x80)]],
    ['a ping in parts', 1002, [serverFrame(0x09, bytes())]],
    ['a ping that is too long', 1002, [serverFrame(0x89, new Uint8Array(126))]],
    ['a part without a beginning', 1002, [serverFrame(0x80, bytes())]],
    ['a text within a text', 1002, [serverFrame(0x01, bytes(0x61)), text('b')]],
    ['half a close code', 1002, [serverFrame(0x88, bytes(3))]],
    ['a text that is not UTF-8', 1007, [serverFrame(0x81, bytes(0xff))]],
    ['more than 16 MiB', 1009, [bytes(0x81, 127, 0, 0, 0, 0, 1, 0, 0, 1)]],
  ])('%s: %i', (_name, code, chunks) => {
    expect(() => read(...chunks)).toThrow(expect.objectContaining({ code }));
  });
});

test.each([0, 125, 126, 65_535, 65_536])(
  'a client frame of %i bytes is masked and has its length',
  (length) => {
    const payload = Buffer.alloc(length, 'ab');
    const mask = bytes(1, 2, 3, 4);
    const frame = clientFrame(TEXT, payload, mask);
    const start = frame.length - length;
    expect(frame[0]).toBe(0x81);
    expect(frame[1]! & 0x80).toBe(0x80);
    expect([...frame.subarray(start - 4, start)]).toEqual([1, 2, 3, 4]);
    expect(frame.subarray(start).map((byte, i) => byte ^ mask[i % 4]!)).toEqual(Buffer.from(payload));
    // The same without the mask is what a server would send.
    const unmasked = Buffer.concat([frame.subarray(0, start - 4), payload]);
    unmasked[1]! &= 0x7f;
    expect(unmasked).toEqual(serverFrame(0x81, payload));
    expect(clientFrame(PING, bytes(), mask)).toHaveLength(6);
  },
);
