import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { openCrashStore, sliceOf, tickTime, valuesOf } from '../support/crash-world.ts';
import { OperatorError } from '../../src/core/errors.ts';
import { INDEX_TYPES } from '../../src/core/index-value.ts';
import { DAY_MS, HOUR_MS, SLOT_MS } from '../../src/core/time.ts';
import { yearReader } from '../../src/history/block/candle-block.ts';
import { CANDLE_LAYOUT } from '../../src/history/block/layout.ts';
import { rowBuffer } from '../../src/history/block/rows.ts';
import type { EmbeddedHistoryStore } from '../../src/history/embedded/embedded-history-store.ts';
import { JournalFile } from '../../src/history/embedded/journal/journal-file.ts';
import { SegmentDamaged, SegmentFile } from '../../src/history/embedded/segment/segment-file.ts';
import { StoreFolders } from '../../src/history/embedded/store-folders.ts';
import type { PastDay } from '../../src/history/history-store.ts';
import { candleOn } from '../support/history-values.ts';

// Any file of a store is cut, zeroed, flipped, removed or duplicated, several at once. Whatever is still sound in the
// folder is served afterwards, or lies in quarantine; nothing else is ever served.

const TICKS = 330;
const CANDLE_DAYS = 40;
const FIRST_CANDLE_DAY = Date.UTC(2028, 0, 20);

const KINDS = ['cut', 'zero', 'flip', 'remove', 'duplicate'] as const;

export interface Fault {
  readonly kind: (typeof KINDS)[number];
  /** Which file, and where in it: shares from 0 to 1. */
  readonly file: number;
  readonly place: number;
}

const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom(...KINDS),
  file: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

/** Bytes that stand for values: a block of a segment, or a record of the journal. */
interface Part {
  readonly name: string;
  readonly bytes: Buffer;
  /** Values as text, all of which are served where the part is. */
  readonly values: readonly string[];
}

const textOf = (value: object) => JSON.stringify(value, Object.keys(value).toSorted());

async function servedBy(store: EmbeddedHistoryStore): Promise<Set<string>> {
  const limit = 1e9;
  const ticks = await store.readAcross({ types: INDEX_TYPES, atOrBefore: Infinity, notBefore: 0, limit });
  const candles = await store.readCandlesAcross({ types: INDEX_TYPES, startAtOrBefore: Infinity, limit });
  return new Set([...ticks, ...candles].map(textOf));
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();

function pastOf(startAt: number, seriesNumbers: readonly number[]): PastDay {
  const slots = Uint16Array.of(3, 4, 700, 1900);
  const series = seriesNumbers.map((number) => ({
    ...sliceOf(0).order.series[number]!,
    slots,
    prices: Float64Array.from(slots, (slot) => 1 + number + slot / 1000),
    volumes: Float64Array.from(slots, (slot) => slot),
    tickVolumes: new Float64Array(slots.length).fill(Number.NaN),
    flags: new Uint16Array(slots.length).fill(32),
  }));
  return { startAt, parts: [series] };
}

/** A store with everything in it, left as a kill leaves it, and what its parts stand for. */
export class FaultyStore {
  readonly root = mkdtempSync(join(tmpdir(), 'tidemark-storage-fuzz-'));
  readonly #template = join(this.root, 'template');
  readonly #parts: Part[] = [];
  #all = new Set<string>();
  /** How often each kind of fault was tried. */
  readonly tried = new Map<string, number>();

  async prepare(): Promise<void> {
    const live = join(this.root, 'live');
    let store = await openCrashStore(live, []);
    for (let tick = 0; tick < TICKS; tick++) {
      await store.append(sliceOf(tick));
      if (tick % 110 !== 50) continue;
      await store.sealed();
      await store.close();
      store = await openCrashStore(live, []);
    }
    const day = Math.floor(tickTime(0) / DAY_MS) * DAY_MS;
    await store.insertPast(pastOf(day - DAY_MS, [0, 1]));
    await store.insertPast(pastOf(day, [0, 1, 20]));
    for (let i = 0; i < CANDLE_DAYS; i++) {
      const at = FIRST_CANDLE_DAY - i * DAY_MS;
      await store.appendCandles([candleOn(at, 3), candleOn(at, 4)]);
    }
    await store.sealed();
    cpSync(live, this.#template, { recursive: true });
    this.#all = await servedBy(store);
    await store.close();
    rmSync(live, { recursive: true });
    this.#listSegments();
    this.#listJournal();
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  async run({ runs, seed }: { readonly runs: number; readonly seed?: number }): Promise<void> {
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 4 }), (faults) => this.#check(faults)),
      { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    );
  }

  async #check(faults: readonly Fault[]): Promise<void> {
    const folder = mkdtempSync(join(this.root, 'run-'));
    cpSync(this.#template, folder, { recursive: true });
    for (const each of faults) this.#inflict(folder, each);
    const before = filesIn(folder).map((path) => readFileSync(path));
    const sound = this.#parts.filter(({ bytes }) => before.some((content) => content.includes(bytes)));
    const served = await this.#open(folder);
    for (const value of served.first) if (!this.#all.has(value)) throw new Error(`never stored: ${value}`);
    const kept = filesIn(folder)
      .filter((path) => basename(dirname(path)) === 'quarantine')
      .map((path) => readFileSync(path));
    for (const { name, bytes, values } of sound) {
      const lost = values.filter((value) => !served.first.has(value));
      if (lost.length > 0 && !kept.some((content) => content.includes(bytes)))
        throw new Error(`${name} was sound, is not served (${lost.length} values) and not in quarantine`);
    }
    const gone = [...served.first].filter((value) => !served.second.has(value));
    if (gone.length > 0) throw new Error(`${gone.length} values are gone after another start: ${gone[0]}`);
    if (served.damageAgain.length > 0) throw new Error(`told again: ${served.damageAgain.join('; ')}`);
    rmSync(folder, { recursive: true, force: true });
  }

  /** What is served at the first start, and after a tick, sealing and another start. */
  async #open(folder: string) {
    const store = await openCrashStore(folder, []).catch((error: unknown) => {
      if (error instanceof OperatorError) throw new Error(`refused: ${error.message}`);
      throw error;
    });
    const first = await servedBy(store);
    const { lastTick = 0 } = await store.summary();
    const next = Math.max(TICKS, Math.ceil((lastTick + SLOT_MS - tickTime(0)) / (5 * 60_000)));
    await store.append(sliceOf(next));
    await store.sealed();
    await store.close();
    const damageAgain: string[] = [];
    const again = await openCrashStore(folder, damageAgain);
    const second = await servedBy(again);
    if (!valuesOf(next).every((value) => second.has(textOf(value))))
      throw new Error('a new tick is not served');
    await again.close();
    const whole = damageAgain.filter((text) => !text.includes('"series":{'));
    return { first, second, damageAgain: whole };
  }

  #inflict(folder: string, { kind, file, place }: Fault): void {
    const files = filesIn(folder);
    const path = files[Math.floor(file * files.length)];
    if (path === undefined) return;
    this.tried.set(kind, (this.tried.get(kind) ?? 0) + 1);
    const content = readFileSync(path);
    if (kind === 'remove') rmSync(path);
    else if (kind === 'cut') writeFileSync(path, content.subarray(0, Math.floor(place * content.length)));
    else if (kind === 'zero') writeFileSync(path, Buffer.alloc(content.length));
    else if (kind === 'duplicate')
      writeFileSync(join(dirname(path), duplicateName(files, path, place)), content);
    else if (content.length > 0) {
      const bit = Math.floor(place * content.length * 8);
      content[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(path, content);
    }
  }

  #listSegments(): void {
    const byId = new Map<string, ParsedValue[]>();
    for (const value of [...this.#all].map(parsed))
      byId.set(value.hexId, [...(byId.get(value.hexId) ?? []), value]);
    for (const { path, span, start } of new StoreFolders(this.#template).segments()) {
      const file = SegmentFile.open(path, span, start);
      if (file instanceof SegmentDamaged) throw new Error(file.reason);
      const annex = file.annex();
      if (annex instanceof SegmentDamaged) throw new Error(annex.reason);
      for (const [entry, number] of file.numbers.entries()) {
        const id = Buffer.from(annex.series.subarray(entry * 17 + 1, entry * 17 + 17)).toString('hex');
        const bytes = Buffer.from(file.blockOf(number) as Uint8Array);
        const isInBlock = span === 'year' ? daysIn(bytes, start) : ticksWithin(span, start);
        const values = (byId.get(id) ?? [])
          .filter(({ instants }) => isInBlock(instants))
          .map(({ text }) => text);
        this.#parts.push({ name: `${basename(path)} series ${number}`, bytes, values });
      }
      file.close();
    }
  }

  /** Records that put a tick or a day of candles that still counts. */
  #listJournal(): void {
    const parts = new Map<string, Part>();
    const folder = join(this.#template, 'journal');
    for (const name of readdirSync(folder).toSorted()) {
      const file = new JournalFile(join(folder, name));
      const content = readFileSync(file.path);
      let from = 20;
      file.replay(
        undefined,
        (head) => {
          const bytes = content.subarray(from, (from = head.end));
          for (const key of head.removes) parts.delete(key);
          for (const { key } of head.puts) parts.set(key, { name: key, bytes, values: this.#valuesAt(key) });
        },
        (loss) => {
          throw new Error(loss);
        },
      );
      file.close();
    }
    this.#parts.push(...[...parts.values()].filter(({ values }) => values.length > 0));
  }

  #valuesAt(key: string): string[] {
    const [kind, at = ''] = key.split('/');
    const member = { tick: 'at', candles: 'startAt' }[kind as 'tick' | 'candles'];
    return [...this.#all].filter(
      (text) => member !== undefined && text.includes(`"${member}":${Date.parse(at)},`),
    );
  }
}

type Instants = Readonly<Record<'at' | 'startAt', number | undefined>>;

interface ParsedValue {
  readonly text: string;
  readonly hexId: string;
  readonly instants: Instants;
}

function parsed(text: string): ParsedValue {
  const { indexId, ...instants } = JSON.parse(text) as { indexId: string } & Instants;
  return { text, hexId: indexId.replaceAll('-', ''), instants };
}

function ticksWithin(span: 'hour' | 'day', start: number): (instants: Instants) => boolean {
  const end = start + (span === 'hour' ? HOUR_MS : DAY_MS);
  return ({ at }) => at !== undefined && at > start && at <= end;
}

/** Newer days of the year may be in the journal alone. */
function daysIn(block: Buffer, start: number): (instants: Instants) => boolean {
  const reader = yearReader();
  reader.open(block);
  const buffer = rowBuffer(CANDLE_LAYOUT, 366);
  const count = reader.read(0, 365, 'oldest-first', buffer) as number;
  const days = new Set(Array.from(buffer.rowNumbers.subarray(0, count), (row) => start + row * DAY_MS));
  return ({ startAt }) => startAt !== undefined && days.has(startAt);
}

/** A name that the store would take for one of its own, or one that nothing has. */
function duplicateName(files: readonly string[], path: string, place: number): string {
  const name = basename(path);
  if (place < 0.2) return `copy of ${name}`;
  if (name.endsWith('.log')) {
    const numbers = files
      .filter((each) => each.endsWith('.log'))
      .map((each) => Number(basename(each, '.log')));
    return `${String(Math.max(...numbers) + 1).padStart(10, '0')}.log`;
  }
  const [stem = '', generation = '0'] = name.replace(/\.seg$/, '').split('.');
  if (place < 0.6) return `${stem}.${Number(generation) + 1}.seg`;
  // The same bytes under the name of another time.
  const other = files.find((each) => dirname(each) === dirname(path) && each !== path);
  return other ? `${basename(other).split('.')[0]}.7.seg` : `${stem}.7.seg`;
}
