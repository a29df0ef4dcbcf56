import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { dayReader } from '../../../../../src/history/block/day-block.ts';
import { TICK_LAYOUT } from '../../../../../src/history/block/layout.ts';
import { hourHeadsBytes } from '../../../../../src/history/embedded/segment/hour-heads.ts';
import {
  SegmentDamaged,
  SegmentFile,
  prefetchEnd,
} from '../../../../../src/history/embedded/segment/segment-file.ts';
import { SegmentWriter } from '../../../../../src/history/embedded/segment/segment-writer.ts';
import { SERIES_BYTES } from '../../../../../src/history/tiers/series-bytes.ts';
import { dayBlockOf } from '../../block/block-rows.ts';

const DAY = Date.parse('2026-02-28T00:00:00Z');
const NUMBERS = [4, 0, 9];
const blockOf = (number: number) =>
  dayBlockOf(TICK_LAYOUT, [
    { row: 3, values: [1.5 + number, 20], flags: 0 },
    { row: 2000, values: [1.75, 21 + number], flags: 4 },
  ]);
const ticks = [
  { slot: 3, record: Uint8Array.of(1, 2) },
  { slot: 2000, record: new Uint8Array(0) },
];

const folder = mkdtempSync(join(tmpdir(), 'tidemark-segment-'));
const path = join(folder, '2026-02-28.seg');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  SegmentWriter.write(path, 'day', DAY, (writer) => {
    for (const number of NUMBERS)
      writer.addBlock(number, new Uint8Array(SERIES_BYTES).fill(number), blockOf(number));
    return ticks;
  });
});

function opened(): SegmentFile {
  const file = SegmentFile.open(path, 'day');
  if (file instanceof SegmentDamaged) throw new Error(file.reason);
  return file;
}

/** The readable content of the file, with each part that differs from the written data named. */
function differences(): string[] {
  const file = SegmentFile.open(path, 'day');
  if (file instanceof SegmentDamaged) return [];
  const reader = dayReader(TICK_LAYOUT);
  const wrong = [...NUMBERS, 1].filter((number) => {
    const block = file.blockOf(number);
    if (!block || block instanceof SegmentDamaged || reader.open(block)) return false;
    return !NUMBERS.includes(number) || Buffer.compare(block, blockOf(number)) !== 0;
  });
  const annex = file.annex();
  file.close();
  if (!(annex instanceof SegmentDamaged)) expect(annex.ticks).toEqual(ticks);
  return wrong.map(String);
}

/** All positions, but few of the table of hours, which hour-heads.test.ts damages. */
function bytesOutsideOfTable(bytes: Uint8Array): number[] {
  const file = opened();
  const end = file.footer.index.offset;
  file.close();
  const start = end - hourHeadsBytes(NUMBERS.length);
  return [...bytes.keys()].filter((at) => at < start || at >= end || at % 31 === 0);
}

function bytesOf(file: SegmentFile, number: number): Uint8Array {
  return file.blockOf(number) as Uint8Array;
}

test('a segment has its blocks, its series and its ticks', () => {
  const file = opened();
  expect([...file.numbers]).toEqual(NUMBERS);
  expect(file.footer).toMatchObject({ span: 'day', start: DAY, blocks: 3 });
  for (const number of NUMBERS)
    expect(Buffer.from(bytesOf(file, number))).toEqual(Buffer.from(blockOf(number)));
  expect(file.blockOf(1)).toBeUndefined();
  expect(file.blockOf(100)).toBeUndefined();
  const annex = file.annex();
  expect(annex).toMatchObject({ ticks });
  file.close();
  expect(readdirSync(folder)).toEqual(['2026-02-28.seg']);
});

test('a file truncated anywhere is refused', () => {
  const sound = readFileSync(path);
  for (const length of bytesOutsideOfTable(sound)) {
    writeFileSync(path, sound.subarray(0, length));
    expect(SegmentFile.open(path, 'day'), String(length)).toBeInstanceOf(SegmentDamaged);
  }
});

test('a flipped bit anywhere never gives another value', () => {
  const sound = readFileSync(path);
  for (const at of bytesOutsideOfTable(sound)) {
    const damaged = Buffer.from(sound);
    damaged[at]! ^= 1 << (at % 8);
    writeFileSync(path, damaged);
    expect(differences(), String(at)).toEqual([]);
  }
});

test('another span, another version and a missing file are distinguished', () => {
  const reasonOf = (span: 'day' | 'hour') => (SegmentFile.open(path, span) as SegmentDamaged).reason;
  expect(reasonOf('hour')).toContain('its header is not that of a segment with span hour');
  rmSync(path);
  expect(reasonOf('day')).toContain('missing');
});

test('a writer that fails leaves no file and does not change the old one', () => {
  const before = readFileSync(path);
  expect(() =>
    SegmentWriter.write(path, 'day', DAY, () => {
      throw new Error('no room');
    }),
  ).toThrow('no room');
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['2026-02-28.seg']);
});

test('a block is recognised by its bytes, so later damage is detected', () => {
  const file = opened();
  const sound = bytesOf(file, 4);
  expect(file.isKnown(4, sound)).toBe(false);
  file.remember(4, sound);
  expect(file.isKnown(4, bytesOf(file, 4))).toBe(true);
  expect(file.isKnown(0, bytesOf(file, 0))).toBe(false);
  const damaged = readFileSync(path);
  damaged[20]! ^= 1;
  writeFileSync(path, damaged);
  expect(file.isKnown(4, bytesOf(file, 4))).toBe(false);
  file.close();
});

test('touched blocks are no longer cold, nor their neighbours, and closing waits for pending touches', async () => {
  const numbers = [0, 1, 2, 3, 4, 5];
  SegmentWriter.write(path, 'day', DAY, (writer) => {
    for (const number of numbers)
      writer.addBlock(number, new Uint8Array(SERIES_BYTES).fill(number), new Uint8Array(100_000));
    return ticks;
  });
  const file = opened();
  const cold = () => [...numbers, 9].filter((number) => file.isCold(number));
  expect(cold()).toEqual(numbers);
  await file.prefetch([1]);
  expect(cold()).toEqual([2, 3, 4, 5]);
  await file.prefetch([2]);
  expect(cold()).toEqual([5]);
  const touching = file.prefetch(numbers);
  file.close();
  await touching;
  expect(cold()).toEqual([]);
  expect(() => file.blockOf(5)).toThrow('EBADF');
});

test('blocks between touched ones stay cold', async () => {
  const numbers = Array.from({ length: 12 }, (_, i) => i);
  SegmentWriter.write(path, 'day', DAY, (writer) => {
    for (const number of numbers)
      writer.addBlock(number, new Uint8Array(SERIES_BYTES).fill(number), new Uint8Array(250_000));
    return ticks;
  });
  const file = opened();
  await file.prefetch([11, 0, 1]);
  const cold = numbers.filter((number) => file.isCold(number));
  expect(cold).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  file.close();
});

test('a block is read on the thread pool into its own bytes, and is cold until it was found sound', async () => {
  const file = opened();
  const block = (await file.readBlock(4)) as Uint8Array;
  expect(block).toEqual(bytesOf(file, 4).slice());
  expect(await file.readBlock(1)).toBeUndefined();
  expect(file.isCold(4)).toBe(true);
  file.remember(4, block);
  expect(file.isCold(4)).toBe(false);
  expect(file.isCold(0)).toBe(true);
  const reading = file.readBlock(4);
  file.close();
  expect(await reading).toEqual(block);
  expect(() => file.blockOf(4)).toThrow('EBADF');
});

test('touching the end of a missing file is not an error', async () => {
  await prefetchEnd(path);
  await prefetchEnd(`${path}-gone`);
});
