import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { dayReader } from '../../../../../src/history/block/day-block.ts';
import {
  HOURS_PER_DAY,
  LX_LAYOUT,
  TICK_LAYOUT,
  TICKS_PER_HOUR,
} from '../../../../../src/history/block/layout.ts';
import { ScaledRows } from '../../../../../src/history/block/rows.ts';
import { DAY_MS } from '../../../../../src/core/time.ts';
import { EmbeddedParts } from '../../../../../src/history/embedded/check/embedded-parts.ts';
import { DamageReports } from '../../../../../src/history/embedded/damage.ts';
import { DayHours } from '../../../../../src/history/embedded/read/day-hours.ts';
import { sealedSpan } from '../../../../../src/history/embedded/read/tick-spans.ts';
import { hourHeadsBytes } from '../../../../../src/history/embedded/segment/hour-heads.ts';
import { OpenSegments } from '../../../../../src/history/embedded/segment/open-segments.ts';
import { SegmentDamaged, SegmentFile } from '../../../../../src/history/embedded/segment/segment-file.ts';
import {
  decodeFooter,
  encodeFooter,
  FOOTER_BYTES,
  type Region,
} from '../../../../../src/history/embedded/segment/segment-layout.ts';
import { SegmentWriter } from '../../../../../src/history/embedded/segment/segment-writer.ts';
import { StoreFolders } from '../../../../../src/history/embedded/store-folders.ts';
import { NO_PACING } from '../../../../../src/history/scrub/finding.ts';
import { packSeries, SERIES_BYTES } from '../../../../../src/history/tiers/series-bytes.ts';
import { anyRows, dayBlockOf, type Row } from '../../block/block-rows.ts';

const DAY = Date.parse('2026-02-28T00:00:00Z');
const root = mkdtempSync(join(tmpdir(), 'tidemark-hour-heads-'));
const folders = new StoreFolders(root);
folders.prepare();
const path = folders.day(DAY, 1);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const packed = (number: number) => {
  const bytes = new Uint8Array(SERIES_BYTES);
  const indexId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  packSeries({ indexType: 'MWA', indexId }, bytes, 0);
  return bytes;
};

function write(blocks: readonly Uint8Array[], day = DAY): void {
  SegmentWriter.write(path, 'day', day, (writer) => {
    for (const [number, block] of blocks.entries()) writer.addBlock(number, packed(number), block);
    return [];
  });
}

/** What a decoded hour says, to the last bit. */
function contentOf({ count, rowNumbers, units, exponents, flags }: ScaledRows): unknown {
  const column = (numbers: Float64Array) => [...new BigUint64Array(numbers.slice(0, count).buffer)];
  return {
    rowNumbers: [...rowNumbers.subarray(0, count)],
    flags: [...flags.subarray(0, count)],
    columns: units.map(column),
    exponents: count > 0 ? [...exponents] : [],
  };
}

function fromBlock(block: Uint8Array, hour: number): unknown {
  const reader = dayReader(TICK_LAYOUT);
  expect(reader.open(block)).toBeUndefined();
  const rows = new ScaledRows(TICK_LAYOUT);
  expect(reader.readScaled(hour, rows)).toBeUndefined();
  return contentOf(rows);
}

class Opened {
  readonly reported: string[] = [];
  readonly #segments = new OpenSegments(
    {} as never,
    new DamageReports(({ reason }) => void this.reported.push(reason)),
  );
  readonly #hours = new DayHours(this.#segments);

  /** Undefined if it has to be read from the block. */
  hourOf(number: number, hour: number): unknown {
    const rows = new ScaledRows(TICK_LAYOUT);
    return this.#hours.decode(sealedSpan('day', DAY, path, 1), number, hour, rows)
      ? contentOf(rows)
      : undefined;
  }

  close(): void {
    this.#segments.close();
  }
}

function withOpened(work: (opened: Opened) => void): void {
  const opened = new Opened();
  try {
    work(opened);
  } finally {
    opened.close();
  }
}

const someHours = fc.tuple(anyRows(TICK_LAYOUT), anyRows(TICK_LAYOUT), fc.nat({ max: 22 }));
const dayOf = ([a, b, hour]: readonly [Row[], Row[], number]) =>
  [...a, ...b.map((row) => ({ ...row, row: row.row + TICKS_PER_HOUR }))].map((row) => ({
    ...row,
    row: row.row + hour * TICKS_PER_HOUR,
  }));

test('an hour that is decoded by the table is the one in its block, to the last bit', () => {
  fc.assert(
    fc.property(fc.array(someHours, { minLength: 1, maxLength: 3 }), (series) => {
      const blocks = series.map((hours) => dayBlockOf(TICK_LAYOUT, dayOf(hours)));
      write(blocks);
      withOpened((opened) => {
        for (const [number, [, , hour]] of series.entries())
          for (const at of [hour, hour + 1])
            expect(opened.hourOf(number, at)).toEqual(fromBlock(blocks[number]!, at));
        expect(opened.reported).toEqual([]);
      });
    }),
    { numRuns: 60 },
  );
});

const ticks = (number: number): Row[] =>
  [5, 6, 900, 901, 902, 2879].map((row) => ({ row, values: [row + number / 8, 20], flags: row % 3 }));
const HOURS_WITH_TICKS = [0, 7, 23];
const BLOCKS = [0, 1].map((number) => dayBlockOf(TICK_LAYOUT, ticks(number)));

const scrub = async () => {
  const [part] = new EmbeddedParts(root, folders).segments(DAY, DAY + 1);
  return part!.check(NO_PACING);
};

test('a flipped bit in the table gives no other value, and the check of storage finds it', async () => {
  write(BLOCKS);
  expect(await scrub()).toEqual([]);
  const sound = readFileSync(path);
  const { index } = footerOf(sound);
  const table = index.offset - hourHeadsBytes(BLOCKS.length);
  // Some of every hour, and all of the end.
  const spread = Array.from({ length: 57 }, (_, i) => table + 29 * i);
  const end = Array.from({ length: 20 }, (_, i) => index.offset - 1 - i);
  for (const at of [...spread, ...end]) {
    const damaged = Buffer.from(sound);
    damaged[at]! ^= 1 << (at % 8);
    writeFileSync(path, damaged);
    withOpened((opened) => {
      for (const [number, block] of BLOCKS.entries())
        for (const hour of HOURS_WITH_TICKS)
          expect([undefined, fromBlock(block, hour)], String(at)).toContainEqual(opened.hourOf(number, hour));
    });
    expect(await scrub(), String(at)).toHaveLength(1);
  }
});

test('damage of the table is reported once, and of the part of a block by its reader', () => {
  write(BLOCKS);
  const bytes = readFileSync(path);
  const { index } = footerOf(bytes);
  bytes[index.offset - hourHeadsBytes(BLOCKS.length)]! ^= 1;
  writeFileSync(path, bytes);
  withOpened((opened) => {
    expect(opened.hourOf(0, 0)).toBeUndefined();
    expect(opened.hourOf(1, 0)).toBeUndefined();
    expect(opened.hourOf(1, 7)).toEqual(fromBlock(BLOCKS[1]!, 7));
    expect(opened.reported).toEqual(['the table of hours is damaged at hour 0']);
  });
  write(BLOCKS);
  const first = readFileSync(path);
  first[8 + BLOCKS[0]!.length - 5]! ^= 1; // the last byte of the payload of hour 23
  writeFileSync(path, first);
  withOpened((opened) => {
    expect(opened.hourOf(0, 23)).toBeUndefined();
    expect(opened.hourOf(0, 7)).toEqual(fromBlock(BLOCKS[0]!, 7));
    expect(opened.reported).toEqual([]);
  });
});

test('an hour or a table that stands in the place of another one gives no other value', () => {
  // Constant values have no payload that could contradict the table.
  const constant = (hour: number, price: number) =>
    Array.from({ length: TICKS_PER_HOUR }, (_, i) => ({
      row: hour * TICKS_PER_HOUR + i,
      values: [price, 20],
      flags: 0,
    }));
  const ofDay = (factor: number) => [
    dayBlockOf(TICK_LAYOUT, [...constant(3, 5 * factor), ...constant(4, 7 * factor)]),
  ];
  const [block] = ofDay(1);
  write(ofDay(10), DAY + DAY_MS);
  const other = readFileSync(path);
  write(ofDay(1));
  const sound = readFileSync(path);
  const table = footerOf(sound).index.offset - hourHeadsBytes(1);
  const section = (hour: number) => [table + hour * 36, table + (hour + 1) * 36] as const;
  const crossed = Buffer.from(sound);
  sound.copy(crossed, section(3)[0], ...section(4));
  const foreign = Buffer.from(sound);
  other.copy(foreign, table, footerOf(other).index.offset - hourHeadsBytes(1), footerOf(other).index.offset);
  for (const damaged of [crossed, foreign]) {
    writeFileSync(path, damaged);
    withOpened((opened) => expect([undefined, fromBlock(block!, 3)]).toContainEqual(opened.hourOf(0, 3)));
  }
});

test('a table that contradicts a sound block is found', async () => {
  // Of the same length, so the index is the same.
  const [a, b] = [7, 9].map((price) => dayBlockOf(TICK_LAYOUT, [{ row: 5, values: [price, 20], flags: 0 }]));
  write([a!, b!]);
  const table = readFileSync(path);
  const { index } = footerOf(table);
  write([b!, a!]);
  const other = readFileSync(path);
  table.copy(
    other,
    footerOf(other).index.offset - hourHeadsBytes(2),
    index.offset - hourHeadsBytes(2),
    index.offset,
  );
  writeFileSync(path, other);
  expect((await scrub()).map(({ reason }) => reason)).toEqual([
    'the table of hours contradicts its block',
    'the table of hours contradicts its block',
  ]);
});

test('a day that an earlier version wrote, and an LX, are read from their blocks', async () => {
  const lx = dayBlockOf(LX_LAYOUT, [{ row: 5, values: [1, 2, 3], flags: 0 }]);
  write([BLOCKS[0]!, lx]);
  withOpened((opened) => {
    expect(opened.hourOf(0, 0)).toBeDefined();
    expect(opened.hourOf(1, 0)).toBeUndefined();
    expect(opened.hourOf(5, 0)).toBeUndefined();
  });
  writeFileSync(path, withoutTable(readFileSync(path)));
  withOpened((opened) => {
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) expect(opened.hourOf(0, hour)).toBeUndefined();
    expect(opened.reported).toEqual([]);
  });
  const file = SegmentFile.open(path, 'day', DAY);
  if (file instanceof SegmentDamaged) throw new Error(file.reason);
  expect(Buffer.from(file.blockOf(0) as Uint8Array)).toEqual(Buffer.from(BLOCKS[0]!));
  file.close();
  expect(await scrub()).toEqual([]);
});

function footerOf(bytes: Buffer) {
  const footer = decodeFooter(bytes, bytes.subarray(-FOOTER_BYTES), bytes.length, 'day');
  if (typeof footer === 'string') throw new Error(footer);
  return footer;
}

/** The same segment as versions without the table wrote it. */
function withoutTable(bytes: Buffer): Buffer {
  const footer = footerOf(bytes);
  const less = hourHeadsBytes(footer.blocks);
  const moved = (region: Region) => ({ ...region, offset: region.offset - less });
  return Buffer.concat([
    bytes.subarray(0, footer.index.offset - less),
    bytes.subarray(footer.index.offset, -FOOTER_BYTES),
    encodeFooter({ ...footer, index: moved(footer.index), annex: moved(footer.annex) }),
  ]);
}
