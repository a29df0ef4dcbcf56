// Size and speed of the block codec: a day of random-walk series, encoded hour by hour, joined, read back, compared.
//
//   node dist/bench/history/codec.js [--series 7500]
//
// A point is the price, volume and flags of one series at one tick. Bytes are of whole day blocks.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { SLOTS_PER_DAY } from '../../src/core/time.ts';
import { BlockDamaged } from '../../src/history/block/block-damaged.ts';
import { DayAssembler, dayReader } from '../../src/history/block/day-block.ts';
import { HourEncoder } from '../../src/history/block/hour-block.ts';
import { HOURS_PER_DAY, TICK_LAYOUT, TICKS_PER_HOUR } from '../../src/history/block/layout.ts';
import { rowBuffer, ScaledRows } from '../../src/history/block/rows.ts';
import { entropyBits } from './entropy.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded } from '../support/table.ts';

const WANTED = { bytesPerPoint: 3.0, encodeMillions: 3, decodeMillions: 10 };
const LOT_SERIES = 50;
const ASSET_SHARE = 0.2;
const BUSY_MARKET_SHARE = 0.4;
const BUSY_TRADES_PER_SLOT = 8;
const FLAGGED_SHARE = 0.1;

/**
 * `rolling`: the volume is the exact sum of the last 2,880 slots, so it also changes when an old trade drops out.
 * `with trades`: it moves by as much, but only in slots with a trade.
 */
const DATA_SETS = ['rolling', 'with trades'] as const;
type DataSet = (typeof DATA_SETS)[number];

/** Uniform numbers from 0 to below 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Day {
  readonly present: Uint8Array;
  readonly numbers: readonly [price: Float64Array, volume: Float64Array];
  readonly flags: Uint16Array;
}

const significant = (value: number, digits: number) => Number(value.toPrecision(digits));
const decimals = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Total of the trades of a slot: a Poisson-distributed number with this mean, each of exponential size. */
function slotVolume(meanTrades: number, random: () => number): number {
  let volume = 0;
  let at = -Math.log(1 - random());
  while (at < meanTrades) {
    volume -= Math.log(1 - random());
    at -= Math.log(1 - random());
  }
  return volume;
}

/** A simulated day of one series. */
function simulateDay(seed: number, dataSet: DataSet): Day {
  const random = randomFrom(seed);
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const busy = random() < ASSET_SHARE || random() < BUSY_MARKET_SHARE;
  const activity = busy ? 1 : 0.05 + 0.95 * random() * 0.9999;
  const deviation = (0.4 + random()) / Math.sqrt(365 * SLOTS_PER_DAY * activity);
  const magnitude = Math.floor(random() * 10) - 5;
  const priceDecimals = Math.max(0, 4 + Math.floor(random() * 4) - magnitude);
  const trades = busy ? BUSY_TRADES_PER_SLOT : -Math.log(1 - activity);
  const traded = () => slotVolume(trades, random);

  const dayBefore = Float64Array.from({ length: SLOTS_PER_DAY }, traded);
  const leaving = dayBefore.filter((slot) => slot > 0);
  let left = 0;
  let volume = dayBefore.reduce((sum, slot) => sum + slot, 0);
  const unit = 10 ** (Math.floor(random() * 12) - 4 + random()) / volume;
  let price = 10 ** (magnitude + random());
  const day: Day = {
    present: new Uint8Array(SLOTS_PER_DAY).fill(1),
    numbers: [new Float64Array(SLOTS_PER_DAY), new Float64Array(SLOTS_PER_DAY)],
    flags: new Uint16Array(SLOTS_PER_DAY),
  };
  for (let slot = 0; slot < SLOTS_PER_DAY; slot++) {
    const trade = traded();
    if (trade > 0) price *= Math.exp(deviation * bell());
    if (dataSet === 'rolling') volume += trade - dayBefore[slot]!;
    else if (trade > 0) volume += trade - leaving[left++ % leaving.length]!;
    day.numbers[0][slot] = decimals(price, priceDecimals);
    day.numbers[1][slot] = significant(volume * unit, 8);
  }
  if (random() < FLAGGED_SHARE) {
    const from = Math.floor(random() * SLOTS_PER_DAY);
    day.flags.fill(4, from, from + Math.floor(random() * 240));
  }
  return day;
}

const PHASES = ['encode', 'assemble', 'decode', 'integers', 'readTen'] as const;
type Phase = (typeof PHASES)[number];

const encoder = new HourEncoder(TICK_LAYOUT);
const assembler = new DayAssembler(TICK_LAYOUT);
const reader = dayReader(TICK_LAYOUT);
const rows = rowBuffer(TICK_LAYOUT, SLOTS_PER_DAY);
const tenRows = rowBuffer(TICK_LAYOUT, 10);
const scaled = new ScaledRows(TICK_LAYOUT);

/** Measures milliseconds per batch of series, so that the median ignores other work of the machine. */
class Stopwatch {
  readonly #lots = new Map<Phase, number[]>(PHASES.map((phase) => [phase, []]));

  startLot(): void {
    for (const lots of this.#lots.values()) lots.push(0);
  }

  time<T>(phase: Phase, run: () => T): T {
    const before = performance.now();
    const result = run();
    const lots = this.#lots.get(phase)!;
    lots[lots.length - 1]! += performance.now() - before;
    return result;
  }

  microsPerSeries(phase: Phase): number {
    return (median(this.#lots.get(phase)!) / LOT_SERIES) * 1000;
  }
}

/** Writes the day's block, reads it back, compares it, and returns its size in bytes. */
function measureDay(day: Day, watch: Stopwatch): number {
  const hours = watch.time('encode', () =>
    Array.from({ length: HOURS_PER_DAY }, (_, hour) => encoder.encodeHour(day, hour * TICKS_PER_HOUR)),
  );
  const block = watch.time('assemble', () => assembler.assembleDay(hours));
  if (block instanceof BlockDamaged) throw new Error(block.message);
  watch.time('decode', () => {
    reader.open(block);
    reader.read(0, SLOTS_PER_DAY - 1, 'oldest-first', rows);
  });
  verify(day);
  watch.time('integers', () => {
    reader.open(block);
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) reader.readScaled(hour, scaled);
  });
  watch.time('readTen', () => {
    reader.open(block);
    reader.read(0, 1800, 'newest-first', tenRows);
  });
  return block.length;
}

function verify(day: Day): void {
  for (let i = 0; i < SLOTS_PER_DAY; i++) {
    const same =
      rows.numbers[0]![i] === day.numbers[0][i] &&
      rows.numbers[1]![i] === day.numbers[1][i] &&
      rows.flags[i] === day.flags[i];
    if (!same) throw new Error(`slot ${i} was not read back as it was written`);
  }
}

function run(dataSet: DataSet, series: number) {
  const watch = new Stopwatch();
  let [bytes, entropyBytes] = [0, 0];
  for (let seed = 0; seed < series; seed++) {
    if (seed % LOT_SERIES === 0) watch.startLot();
    const day = simulateDay(seed, dataSet);
    bytes += measureDay(day, watch);
    entropyBytes += entropyBits(day.numbers) / 8;
  }
  const points = series * SLOTS_PER_DAY;
  const millions = (...phases: Phase[]) =>
    rounded(SLOTS_PER_DAY / phases.reduce((sum, phase) => sum + watch.microsPerSeries(phase), 0), 1);
  const result = {
    dataSet,
    points,
    bytesPerPoint: rounded(bytes / points, 3),
    entropy: rounded(entropyBytes / points, 3),
    encodeMillions: millions('encode', 'assemble'),
    assembleMicros: rounded(watch.microsPerSeries('assemble'), 1),
    decodeMillions: millions('decode'),
    integerMillions: millions('integers'),
    readTenMicros: rounded(watch.microsPerSeries('readTen'), 1),
  };
  const reached =
    result.bytesPerPoint <= WANTED.bytesPerPoint &&
    result.encodeMillions >= WANTED.encodeMillions &&
    result.decodeMillions >= WANTED.decodeMillions;
  return { ...result, reached };
}

const { values } = parseArgs({ options: { series: { type: 'string', default: '7500' } } });
const lots = Math.max(1, Math.round(Number(values.series) / LOT_SERIES));
run('rolling', LOT_SERIES);
const results = DATA_SETS.map((dataSet) => run(dataSet, lots * LOT_SERIES));
const columns = [
  'data',
  'bytes per point',
  'entropy',
  'encode M/s',
  'assemble a day µs',
  'decode M/s',
  'integers M/s',
  'open, read 10 µs',
  '',
];
const table = results.map((result) => [
  result.dataSet,
  result.bytesPerPoint,
  result.entropy,
  result.encodeMillions,
  result.assembleMicros,
  result.decodeMillions,
  result.integerMillions,
  result.readTenMicros,
  result.reached ? 'reached' : 'MISSED',
]);
console.log(formatTable(columns, table));
console.log(JSON.stringify({ bench: 'codec', node: process.version, wanted: WANTED, results }));
