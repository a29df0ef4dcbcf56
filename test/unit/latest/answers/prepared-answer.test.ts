import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENCODINGS, PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';

const LARGE = JSON.stringify({
  content: Array.from({ length: 500 }, (_, i) => ({ id: i, name: `asset ${i} é😀` })),
});
const decoders = { gzip: gunzipSync, br: brotliDecompressSync };

describe('the forms of an answer', () => {
  test.each(ENCODINGS)('%s decodes to the same bytes', async (encoding) => {
    const answer = PreparedAnswer.ofJson(LARGE);
    const body = await answer.in(encoding);
    expect(body.encoding).toBe(encoding);
    expect(body.bytes.length).toBeLessThan(answer.identity.bytes.length);
    expect(decoders[encoding](body.bytes).equals(answer.identity.bytes)).toBe(true);
  });

  test('any text is decoded completely from each of them', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 3000 });
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const answer = PreparedAnswer.ofJson(content);
        for (const encoding of ENCODINGS) {
          const { bytes, encoding: used } = await answer.in(encoding);
          const decoded = used ? decoders[used](bytes) : bytes;
          expect(decoded.equals(Buffer.from(content))).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('have an entity tag each', async () => {
    const answer = PreparedAnswer.ofJson(LARGE);
    const tags = [answer.identity.etag, (await answer.in('br')).etag, (await answer.in('gzip')).etag];
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  test('are not created for answers that are too small to benefit', () => {
    const small = PreparedAnswer.ofJson('x'.repeat(1023));
    expect(small.small).toBe(true);
    for (const encoding of ENCODINGS) expect(small.in(encoding)).toBe(small.identity);
    expect(PreparedAnswer.ofJson('x'.repeat(1024)).small).toBe(false);
  });

  test('without an encoding the bytes are sent unchanged, at once', () => {
    const answer = PreparedAnswer.ofJson(LARGE);
    expect(answer.in(undefined)).toBe(answer.identity);
    expect(answer.identity.encoding).toBeUndefined();
    expect(answer.identity.bytes.toString()).toBe(LARGE);
  });
});

describe('compressing', () => {
  test('happens once, however many clients request at the same time', async () => {
    const answer = PreparedAnswer.ofJson(LARGE);
    const asked = Array.from({ length: 20 }, () => answer.in('gzip'));
    expect(asked[0]).toBeInstanceOf(Promise);
    for (const one of asked) expect(one).toBe(asked[0]);
    const bodies = await Promise.all(asked);
    expect(new Set(bodies).size).toBe(1);
  });

  test('is cached: the next client gets the same bytes without waiting', async () => {
    const answer = PreparedAnswer.ofJson(LARGE);
    const first = await answer.in('br');
    expect(answer.in('br')).toBe(first);
  });

  test('of one encoding does not cause the other', async () => {
    const answer = PreparedAnswer.ofJson(LARGE);
    await answer.in('br');
    expect(answer.in('gzip')).toBeInstanceOf(Promise);
  });
});

describe('entity tags', () => {
  test('are equal for equal content and differ for different content', () => {
    expect(PreparedAnswer.ofJson(LARGE).identity.etag).toBe(PreparedAnswer.ofJson(LARGE).identity.etag);
    expect(PreparedAnswer.ofJson(LARGE).identity.etag).not.toBe(
      PreparedAnswer.ofJson(`${LARGE} `).identity.etag,
    );
  });

  test('may be given by a caller that knows the content', async () => {
    const answer = new PreparedAnswer(Buffer.from(LARGE), 'slot-42');
    expect(answer.identity.etag).toBe('"slot-42"');
    expect((await answer.in('gzip')).etag).toBe('"slot-42-gzip"');
  });
});
