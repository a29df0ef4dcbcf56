import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { readFileSync, writeFileSync } from '../../../disk/files.ts';
import type { Candle } from '../../../core/candle.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import { PRIVATE_FILE_MODE } from '../../../disk/durable-file.ts';
import { inheritOwner } from '../../../disk/folder-owner.ts';

const NUMBERS = [
  'open',
  'high',
  'low',
  'close',
  'volume',
  'volumeRest',
  'volumeUsd',
  'vwap',
  'twap',
  'ticks',
  'carried',
  'flags',
] as const;
const ROW_NUMBERS = NUMBERS.length + 1;
const FORMAT = 2;

/** Checked records that wait to be stored, as numbers by series instead of objects. */
export class StagedCandles {
  /** By series: for each record its day, followed by the numbers of the candle. */
  readonly #rows: Map<string, number[]>;
  #size = 0;

  constructor(rows = new Map<string, number[]>()) {
    this.#rows = rows;
    for (const numbers of rows.values()) this.#size += numbers.length / ROW_NUMBERS;
  }

  get size(): number {
    return this.#size;
  }

  /** Infinity if there are no records. */
  get oldestDay(): Millis {
    let oldest = Infinity;
    for (const numbers of this.#rows.values())
      for (let at = 0; at < numbers.length; at += ROW_NUMBERS) oldest = Math.min(oldest, numbers[at]!);
    return oldest;
  }

  has(day: Millis): boolean {
    for (const numbers of this.#rows.values())
      for (let at = 0; at < numbers.length; at += ROW_NUMBERS) if (numbers[at] === day) return true;
    return false;
  }

  add(candle: Candle): void {
    const key = `${candle.indexType} ${candle.indexId}`;
    const numbers = this.#rows.get(key) ?? [];
    numbers.push(candle.startAt, ...NUMBERS.map((name) => candle[name]));
    this.#rows.set(key, numbers);
    this.#size++;
  }

  *bySeries(): Generator<{ readonly series: SeriesId; readonly candles: ReadonlyMap<Millis, Candle> }> {
    for (const [key, numbers] of this.#rows) {
      const [indexType, indexId] = key.split(' ') as [SeriesId['indexType'], string];
      const series = { indexType, indexId };
      yield { series, candles: candlesIn(series, numbers) };
    }
  }

  write(path: string): void {
    const numbers = Float64Array.from([...this.#rows.values()].flat());
    const bytes = new Uint8Array(numbers.buffer);
    const series = [...this.#rows].map(([key, { length }]) => [key, length]);
    const head = JSON.stringify({ format: FORMAT, checksum: crc32(bytes), series });
    writeFileSync(path, Buffer.concat([Buffer.from(`${head}\n`), bytes]), {
      mode: PRIVATE_FILE_MODE,
      flag: 'wx',
    });
    inheritOwner(dirname(path), path);
  }

  static read(path: string): StagedCandles {
    const content = readFileSync(path);
    const end = content.indexOf('\n');
    const { format, checksum, series } = JSON.parse(content.toString('utf8', 0, end)) as {
      format: number;
      checksum: number;
      series: [string, number][];
    };
    const bytes = new Uint8Array(content.subarray(end + 1));
    if (format !== FORMAT || crc32(bytes) !== checksum)
      throw new OperatorError('the staged records are damaged: run the import again');
    const numbers = new Float64Array(bytes.buffer);
    let at = 0;
    return new StagedCandles(
      new Map(series.map(([key, length]) => [key, Array.from(numbers.subarray(at, (at += length)))])),
    );
  }
}

function candlesIn(series: SeriesId, numbers: readonly number[]): Map<Millis, Candle> {
  const candles = new Map<Millis, Candle>();
  for (let at = 0; at < numbers.length; at += ROW_NUMBERS) {
    const startAt = numbers[at]!;
    const values = Object.fromEntries(NUMBERS.map((name, i) => [name, numbers[at + 1 + i]!]));
    candles.set(startAt, { ...series, startAt, ...values } as unknown as Candle);
  }
  return candles;
}
