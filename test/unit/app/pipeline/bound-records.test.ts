import { describe, expect, test } from 'vitest';
import { IndexComputer } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import { DayRecords } from '../../../../src/engine/record/day-records.ts';
import { hashRecord, rootsOf } from '../../../../src/engine/record/tick-record.ts';
import { storedValuesTree } from '../../../../src/engine/record/value-leaves.ts';
import { hashedValues } from '../../../../src/engine/record/values-hash.ts';
import { indexValues } from '../../../../src/engine/tick-output.ts';
import { verifyChain } from '../../../../src/values/receipts/chain.ts';
import { isRecord } from '../../../../src/engine/record/is-record.ts';
import { RecordedWorld, recordedVersion } from '../../../support/recorded-world.ts';

const DAY = Date.parse('2026-12-01T00:00:00Z');
const version3 = methodologyNamed('3')!;

/** Ticks around the end of a day. */
function ticksFrom(first: Millis, count: number) {
  const computer = new IndexComputer(recordedVersion, undefined, () => version3);
  const world = new RecordedWorld(first, computer);
  return Array.from({ length: count }, () => world.next());
}

const ticks = ticksFrom(DAY + DAY_MS - 2 * SLOT_MS, 6);
const records = ticks.map(({ record }) => record);
const stored = (some = records) =>
  some.map((record) => ({ at: record.at, record: Buffer.from(JSON.stringify(record)) }));

async function chainOf(some = records) {
  async function* all() {
    yield* stored(some);
  }
  return verifyChain(all(), sha256);
}

describe('a record of format 3', () => {
  test('names the roots of its values and of the records of its day', () => {
    const days = new DayRecords(sha256);
    for (const { record, output, version } of ticks) {
      const { values, day } = rootsOf(record)!;
      const all = hashedValues(indexValues(version.reference, output));
      expect(values).toBe(storedValuesTree(record.at, all, sha256).root);
      expect(day).toBe(days.rootAt(record.at));
      days.add(record.at, hashRecord(record, sha256));
    }
    // 00:00 ends the day, 00:00:30 starts the next.
    const roots = records.map((record) => rootsOf(record)!.day);
    expect(roots.map((root) => root === days.emptyRoot)).toEqual([true, false, false, true, false, false]);
  });

  test('takes at most 64 bytes more than a record of format 2', () => {
    const { roots: _, ...others } = records[1]!;
    const before = JSON.stringify({ ...others, values: '0'.repeat(64) });
    expect(JSON.stringify(records[1]).length - before.length).toBe(63);
  });

  test('is valid only with the right roots', () => {
    expect(isRecord(records[0])).toBe(true);
    expect(isRecord({ ...records[0], values: '0'.repeat(64) })).toBe(false);
    expect(isRecord({ ...records[0], roots: 'short' })).toBe(false);
  });

  test('differs with other roots', () => {
    const { roots = '' } = records[0]!;
    const other = { ...records[0]!, roots: `${roots.slice(0, -1)}${roots.endsWith('A') ? 'B' : 'A'}` };
    expect(hashRecord(other, sha256)).not.toBe(hashRecord(records[0]!, sha256));
  });
});

describe('the chain', () => {
  test('is valid, also from the middle of a day on', async () => {
    expect(await chainOf()).toMatchObject({ alteredRecords: [], brokenLinks: [] });
    expect(await chainOf(records.slice(1))).toMatchObject({ alteredRecords: [], brokenLinks: [] });
  });

  test('reports a record with another root of its day', async () => {
    const forged = records.map((record, i) => (i === 4 ? { ...record, roots: records[5]!.roots! } : record));
    expect(await chainOf(forged)).toMatchObject({ alteredRecords: expect.arrayContaining([records[4]!.at]) });
  });

  test('continues with the records of the day after a restart', () => {
    const [, second] = ticks;
    const dayRecords = records.slice(0, 2).map((record) => hashRecord(record, sha256));
    const last = { record: Buffer.from(JSON.stringify(second!.record)), state: second!.state, dayRecords };
    const resumed = new IndexComputer(
      recordedVersion,
      { last, referenceOf: () => undefined },
      () => version3,
    );
    const next = new RecordedWorld(records[2]!.at, resumed).next();
    expect(rootsOf(next.record)!.day).toBe(rootsOf(records[2]!)!.day);
  });
});
