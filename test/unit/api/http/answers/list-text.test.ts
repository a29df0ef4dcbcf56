import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listText, piecesOf } from '../../../../../src/api/http/answers/list-text.ts';

const NEXT = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
/** Text that looks like the end of a record or of a list. */
const hostile = fc.string({
  unit: fc.constantFrom('"', '\\', 'id', ':', ',', '{', '}', '[', ']', '},{"id":', 'é', '😀'),
});
const record = fc.record({
  id: hostile,
  name: hostile,
  inner: fc.array(fc.record({ key: hostile, id: hostile }), { maxLength: 3 }),
  last: hostile,
});

function bytesOf(content: readonly object[], nextId?: string): Buffer {
  return Buffer.from(JSON.stringify({ content, ...(nextId === undefined ? {} : { nextId }) }));
}

describe('the records of a list', () => {
  test('are cut into chunks of whole records, whatever their text contains', () => {
    const next = fc.constantFrom(undefined, NEXT);
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), next, fc.nat(200), (records, nextId, pieceBytes) => {
        const list = listText(bytesOf(records, nextId));
        const pieces = [...piecesOf(list, pieceBytes)].map(String);
        expect(pieces.flatMap((piece) => JSON.parse(`[${piece}]`) as object[])).toEqual(records);
        expect(pieces.join()).toBe(JSON.stringify(records).slice(1, -1));
        expect(list.nextId).toBe(nextId);
        expect(String(list.opening) + String(list.records) + String(list.ending)).toBe(
          String(bytesOf(records, nextId)),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('come in chunks no larger than the requested size plus one record', () => {
    const records = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), name: 'x'.repeat(50) }));
    const pieces = [...piecesOf(listText(bytesOf(records)), 1000)];
    expect(pieces.length).toBeGreaterThan(50);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1100);
  });

  test('may be none', () => {
    const list = listText(bytesOf([], NEXT));
    expect([...piecesOf(list, 10)]).toEqual([]);
    expect(list).toMatchObject({ between: undefined, nextId: NEXT });
  });

  test.each(['', '{}', '[]', '{"content":[', '{"content":{}}', '{"other":[]}', '{"content":[]'])(
    '%j is not a list',
    (text) => {
      expect(() => listText(Buffer.from(text))).toThrow('should be a list');
    },
  );
});
