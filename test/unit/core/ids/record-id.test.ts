import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uuidV5 } from '../../../../src/core/ids/entity-id.ts';
import { decodeRecordId, entityKey, recordId } from '../../../../src/core/ids/record-id.ts';
import {
  RECORD_KINDS,
  RECORD_PREFIX_LENGTH,
  recordPrefix,
  RESERVED_KINDS,
  writeRecordPrefix,
  type RecordKind,
} from '../../../../src/core/ids/record-prefix.ts';

const NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const LAST_INSTANT = 2 ** 44 - 1;
const KINDS = Object.keys(RECORD_KINDS) as RecordKind[];
const CODES: readonly number[] = Object.values(RECORD_KINDS);

const kind = fc.constantFrom(...KINDS);
const at = fc.oneof(fc.integer({ min: 0, max: LAST_INSTANT }), fc.constantFrom(0, 1, LAST_INSTANT));
const entity = fc.uuid();

describe('a record id', () => {
  test('contains the position of its record', () => {
    fc.assert(
      fc.property(kind, at, entity, (wanted, time, id) => {
        const key = entityKey(id);
        expect(decodeRecordId(recordId(wanted, time, key))).toEqual({
          kind: wanted,
          at: time,
          entityKey: key,
        });
      }),
    );
  });

  test('has the same first characters as bytes', () => {
    fc.assert(
      fc.property(kind, at, fc.nat({ max: 5 }), (wanted, time, offset) => {
        const bytes = Buffer.alloc(offset + RECORD_PREFIX_LENGTH);
        writeRecordPrefix(wanted, time, bytes, offset);
        expect(bytes.toString('latin1', offset)).toBe(recordPrefix(wanted, time));
      }),
    );
    expect(() => writeRecordPrefix('mwa', 0.5, Buffer.alloc(13), 0)).toThrow(RangeError);
  });

  test('is a UUID of version 4 and the RFC variant', () => {
    fc.assert(
      fc.property(kind, at, fc.array(entity, { minLength: 1, maxLength: 3 }), (wanted, time, ids) => {
        expect(recordId(wanted, time, entityKey(...ids))).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });

  test('of one entity and kind sorts by time', () => {
    fc.assert(
      fc.property(kind, at, at, entity, (wanted, first, second, id) => {
        const [a, b] = [recordId(wanted, first, entityKey(id)), recordId(wanted, second, entityKey(id))];
        expect(a < b).toBe(first < second);
        expect(a === b).toBe(first === second);
      }),
    );
  });

  test('differs by kind, instant and entity', () => {
    const key = entityKey('a');
    const ids = new Set(KINDS.map((wanted) => recordId(wanted, 30_000, key)));
    expect(ids.size).toBe(KINDS.length);
    expect(recordId('mwa', 30_000, key)).not.toBe(recordId('mwa', 60_000, key));
    expect(recordId('mwa', 30_000, key)).not.toBe(recordId('mwa', 30_000, entityKey('b')));
  });

  test('is the prefix of its kind and instant, then the key of its entity', () => {
    const prefix = recordPrefix('gwa', Date.UTC(2026, 0, 31, 12, 0, 30));
    const key = entityKey('f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f');
    expect([prefix.length, key.length]).toEqual([13, 23]);
    expect(prefix + key).toBe(recordId('gwa', Date.UTC(2026, 0, 31, 12, 0, 30), key));
  });

  test('never changes between versions of the program', () => {
    const key = entityKey('f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f');
    expect(recordId('gwa', Date.UTC(2026, 0, 31, 12, 0, 30), key)).toMatchInlineSnapshot(
      `"19c13ed1-3303-4c99-b3f8-7ecd1b3e1aa4"`,
    );
    expect(RECORD_KINDS).toMatchObject({
      exchangeTicker: 1,
      mwa: 2,
      gwa: 3,
      lx: 4,
      mwaDay: 5,
      gwaDay: 6,
      lxDay: 7,
      marketCap: 8,
      derivativeTicker: 9,
      trade: 10,
    });
  });

  test('has one code for each kind, in four bits, and none of them 0', () => {
    expect(new Set(CODES).size).toBe(CODES.length);
    for (const code of CODES) expect(code).toSatisfy((value: number) => value >= 1 && value <= 15);
  });

  test('assigns every value of four bits to a kind, or reserves it', () => {
    expect(RESERVED_KINDS).toEqual({ other: 0, indexTick: 14, indexDay: 15 });
    const all = [...CODES, ...Object.values(RESERVED_KINDS)].toSorted((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: 16 }, (_, code) => code));
  });

  test('cannot be created for an instant that does not fit', () => {
    for (const wrong of [-1, 0.5, LAST_INSTANT + 1, Number.NaN, Infinity]) {
      expect(() => recordPrefix('mwa', wrong)).toThrow(RangeError);
    }
  });
});

describe('entityKey', () => {
  test('maps the entities of a large installation without a collision', () => {
    const keys = new Set(Array.from({ length: 50_000 }, (_, i) => entityKey(uuidV5(NAMESPACE, String(i)))));
    expect(keys.size).toBe(50_000);
  });

  test('of several entities depends on their order', () => {
    expect(entityKey('exchange', 'market')).not.toBe(entityKey('market', 'exchange'));
    expect(entityKey('exchange', 'market')).not.toBe(entityKey('exchange'));
  });
});

describe('decodeRecordId', () => {
  test.each([
    ['another version', '019474f2-1c03-7eee-8eee-eeeeeeeeeeee'],
    ['an entity id of version 5', uuidV5(NAMESPACE, 'www.example.com')],
    ['another variant', '019474f2-1c03-4eee-ceee-eeeeeeeeeeee'],
    ['kind 0', '019474f2-1c00-4eee-8eee-eeeeeeeeeeee'],
    ['kind 14', '019474f2-1c0e-4eee-8eee-eeeeeeeeeeee'],
    ['kind 15', '019474f2-1c0f-4eee-8eee-eeeeeeeeeeee'],
    ['upper case', '019474F2-1C03-4EEE-8EEE-EEEEEEEEEEEE'],
    ['no dashes', '019474f21c034eee8eeeeeeeeeeeeeee'],
    ['nothing', ''],
    ['text', 'not an id'],
  ])('has no position for %s', (_what, id) => {
    expect(decodeRecordId(id)).toBeUndefined();
  });

  test('whatever decodes is encoded to the same id again', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), (id) => {
        const position = decodeRecordId(id);
        if (position) expect(recordId(position.kind, position.at, position.entityKey)).toBe(id);
        else expect(CODES).not.toContain(Number.parseInt(id.charAt(12), 16));
      }),
    );
  });
});
