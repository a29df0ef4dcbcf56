import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { isScale, RAW_SCALE, scaleFor, unitsOf, type ColumnMemory } from './column-memory.ts';

const RAW_WIDTH = 8;
const WORD = 2 ** 32;

/** Buffers for encoding columns. */
class Scratch {
  /** The difference of each cell from its expected value: 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
  residuals = new Float64Array(0);
  /** The number of bytes of each residual. */
  widths = new Uint8Array(0);

  ready(length: number): void {
    if (this.widths.length === length) return;
    this.residuals = new Float64Array(length);
    this.widths = new Uint8Array(length);
  }
}

/** Writes a column as the difference from the values that the memory expects, and updates the memory. */
export class InputColumnEncoder {
  readonly #scratch = new Scratch();

  /** `hints`: the scales to try first. If these are not the memory's own scales, the memory was reset. */
  encode(
    numbers: Float64Array,
    memory: ColumnMemory,
    leader: ColumnMemory | undefined,
    hints: Uint8Array,
    to: ByteWriter,
  ): void {
    const scratch = this.#scratch;
    scratch.ready(numbers.length);
    const rescaled: number[] = [];
    const raw: number[] = [];
    for (let cell = 0; cell < numbers.length; cell++) {
      const value = numbers[cell]!;
      const scale = scaleFor(value, hints[cell]!);
      const isNew = scale !== memory.scales[cell];
      if (isNew) {
        rescaled.push(cell);
        memory.scales[cell] = scale;
      }
      if (scale === RAW_SCALE) scratch.widths[cell] = rememberRaw(memory, cell, value, isNew, raw);
      else {
        const units = unitsOf(value, scale);
        const residual = zigzag(units - (isNew ? 0 : memory.expected(cell, leader)));
        memory.remember(cell, units, isNew);
        scratch.residuals[cell] = residual;
        scratch.widths[cell] = widthOf(residual);
      }
    }
    writeScales(rescaled, memory, to);
    to.put(scratch.widths);
    writePlanes(scratch, to);
    to.put(new Uint8Array(Float64Array.from(raw).buffer));
  }
}

/** Updates the memory to the encoded column. Throws a RangeError if the bytes are invalid. */
export function decodeColumn(memory: ColumnMemory, leader: ColumnMemory | undefined, from: ByteReader): void {
  const rescaled = readScales(memory, from);
  const widths = from.take(memory.length);
  const residuals = readPlanes(widths, from);
  const raw = readRaw(widths, from);
  let nextRaw = 0;
  let nextRescaled = 0;
  for (let cell = 0; cell < memory.length; cell++) {
    const isNew = rescaled[nextRescaled] === cell;
    if (isNew) nextRescaled++;
    if (memory.scales[cell] !== RAW_SCALE) {
      const expected = isNew ? 0 : memory.expected(cell, leader);
      memory.remember(cell, expected + unzigzag(residuals[cell]!), isNew);
    } else {
      if (widths[cell] === RAW_WIDTH) memory.units[cell] = raw[nextRaw++]!;
      memory.moved[cell] = 0;
    }
  }
}

/** Returns the number of bytes of the value: none if it is unchanged. */
function rememberRaw(
  memory: ColumnMemory,
  cell: number,
  value: number,
  isNew: boolean,
  raw: number[],
): number {
  memory.moved[cell] = 0;
  if (!isNew && Object.is(value, memory.units[cell])) return 0;
  memory.units[cell] = value;
  raw.push(value);
  return RAW_WIDTH;
}

function writeScales(cells: readonly number[], { scales }: ColumnMemory, to: ByteWriter): void {
  to.varint(cells.length);
  let next = 0;
  for (const cell of cells) {
    to.varint(cell - next);
    next = cell + 1;
  }
  for (const cell of cells) to.byte(scales[cell]!);
}

function readScales({ scales, length }: ColumnMemory, from: ByteReader): Uint32Array {
  const count = from.varint();
  if (count > length) throw new RangeError('more scales than numbers');
  const cells = new Uint32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    const cell = next + from.varint();
    if (cell >= length) throw new RangeError('a scale refers to a missing number');
    cells[i] = cell;
    next = cell + 1;
  }
  for (const cell of cells) {
    const scale = from.byte();
    if (!isScale(scale)) throw new RangeError('a scale is invalid');
    scales[cell] = scale;
  }
  return cells;
}

/** Writes byte 0 of all residuals that have one, then byte 1, and so on: similar bytes compress better together. */
function writePlanes({ residuals, widths }: Scratch, to: ByteWriter): void {
  const next = planeStarts(widths);
  const bytes = to.space(next[RAW_WIDTH]!);
  for (let cell = 0; cell < widths.length; cell++) {
    const width = widths[cell]!;
    if (width === 0 || width === RAW_WIDTH) continue;
    const residual = residuals[cell]!;
    const low = residual >>> 0;
    for (let plane = 0; plane < width && plane < 4; plane++) bytes[next[plane]!++] = low >>> (8 * plane);
    const high = width > 4 ? (residual / WORD) >>> 0 : 0;
    for (let plane = 4; plane < width; plane++) bytes[next[plane]!++] = high >>> (8 * (plane - 4));
  }
}

function readPlanes(widths: Uint8Array, from: ByteReader): Float64Array {
  const residuals = new Float64Array(widths.length);
  const next = planeStarts(widths);
  const bytes = from.take(next[RAW_WIDTH]!);
  for (let cell = 0; cell < widths.length; cell++) {
    const width = widths[cell]!;
    if (width === 0 || width >= RAW_WIDTH) continue;
    let residual = 0;
    for (let plane = 0, power = 1; plane < width; plane++, power *= 256)
      residual += bytes[next[plane]!++]! * power;
    residuals[cell] = residual;
  }
  return residuals;
}

/** The start of each plane, and the end of the last one. */
function planeStarts(widths: Uint8Array): Uint32Array {
  const cells = new Uint32Array(256);
  for (const width of widths) cells[width]!++;
  const starts = new Uint32Array(RAW_WIDTH + 1);
  for (let plane = 0; plane < RAW_WIDTH; plane++) {
    let count = 0;
    for (let width = plane + 1; width < RAW_WIDTH; width++) count += cells[width]!;
    starts[plane + 1] = starts[plane]! + count;
  }
  return starts;
}

function readRaw(widths: Uint8Array, from: ByteReader): Float64Array {
  let count = 0;
  for (const width of widths) if (width >= RAW_WIDTH) count++;
  return new Float64Array(from.take(8 * count).slice().buffer);
}

function widthOf(residual: number): number {
  if (residual < WORD) return (39 - Math.clz32(residual)) >> 3;
  return 4 + ((39 - Math.clz32(residual / WORD)) >> 3);
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return (value & 1) === 0 ? value / 2 : -(value + 1) / 2;
}
