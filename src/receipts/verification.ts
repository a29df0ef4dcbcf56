import { INDEX_TYPES, maskOf, type FlagMask, type IndexValue, type SeriesId } from '../core/index-value.ts';
import { SLOT_MS, type Millis } from '../core/time.ts';
import { indexValues } from '../engine/tick-output.ts';
import { hashRecord, recordTick, type Hash, type TickRecord } from '../engine/record/tick-record.ts';
import type { HistoryReader, StoredRecord, StoredValue } from '../history/history-store.ts';
import type { InputReader, RecordedInputs } from '../history/input-store.ts';
import type { Recomputation } from './recomputation.ts';

export interface ValueNumbers {
  readonly price: number;
  readonly volume: number;
  readonly tickVolume?: number;
  readonly flags: FlagMask;
}

/** A value that is stored otherwise than it is computed. Absent: there is none. */
export interface Difference extends SeriesId {
  readonly at: Millis;
  readonly stored?: ValueNumbers;
  readonly recomputed?: ValueNumbers;
}

/** Counts are of values. */
export interface VerificationReport {
  ticks: number;
  verified: number;
  different: number;
  readonly notVerifiable: {
    noInputs: number;
    /** From the price model of the simulated world: there never were inputs. */
    modelled: number;
    /** Inputs that are no longer what was recorded. */
    damagedInputs: number;
    /** Computed with other reference data than is there now. */
    otherReference: number;
  };
  /** The first ones. */
  readonly differences: Difference[];
  /** Ticks whose record does not follow from the tick computed again. */
  readonly alteredRecords: Millis[];
  /** Ticks whose record does not name the record before. */
  readonly brokenLinks: Millis[];
}

export interface VerificationParts {
  readonly history: Pick<HistoryReader, 'readAcross'>;
  readonly inputs: InputReader;
  readonly recomputation: Recomputation;
  readonly hash: Hash;
  readonly onTick?: (at: Millis) => void;
}

const MODELLED = maskOf('MODELLED');
const MOST_DIFFERENCES = 20;

/** Computes the stored values of the ticks from <= t <= to again from their inputs, and compares bit for bit. */
export async function verify(
  parts: VerificationParts,
  from: Millis,
  to: Millis,
): Promise<VerificationReport> {
  const run = new Verification(parts);
  const recorded = parts.inputs.between(from, to)[Symbol.asyncIterator]();
  let next = await recorded.next();
  for (let at = Math.ceil(from / SLOT_MS) * SLOT_MS; at <= to; at += SLOT_MS) {
    while (!next.done && next.value.at < at) next = await recorded.next();
    const inputs: RecordedInputs | undefined = !next.done && next.value.at === at ? next.value : undefined;
    await run.tick(at, inputs);
    parts.onTick?.(at);
  }
  await recorded.return?.();
  return run.report;
}

class Verification {
  readonly report: VerificationReport = {
    ticks: 0,
    verified: 0,
    different: 0,
    notVerifiable: { noInputs: 0, modelled: 0, damagedInputs: 0, otherReference: 0 },
    differences: [],
    alteredRecords: [],
    brokenLinks: [],
  };
  readonly #parts: VerificationParts;
  /** The hash of the record of the last stored tick, where its inputs are there. */
  #before: string | undefined;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
  }

  /** Inputs of a tick that was never stored say nothing about any value. */
  async tick(at: Millis, recorded: RecordedInputs | undefined): Promise<void> {
    const { history, recomputation } = this.#parts;
    const { notVerifiable } = this.report;
    const stored = await history.readAcross({
      types: INDEX_TYPES,
      atOrBefore: at,
      notBefore: at,
      limit: Infinity,
    });
    if (stored.length === 0) return;
    this.report.ticks++;
    const computed = stored.filter(({ flags }) => (flags & MODELLED) === 0);
    notVerifiable.modelled += stored.length - computed.length;
    const before = this.#before;
    this.#before = undefined;
    if (!recorded) notVerifiable.noInputs += computed.length;
    else if (recorded.inputs === 'damaged') notVerifiable.damagedInputs += computed.length;
    else {
      const again = recomputation.compute(recorded.inputs);
      if (again === 'damaged') notVerifiable.damagedInputs += computed.length;
      else if (again === 'other-reference') notVerifiable.otherReference += computed.length;
      else {
        const { input, output, record, reference } = again;
        const { previous } = record;
        this.#compare(at, computed, [...indexValues(reference, output)]);
        this.#checkRecord(
          record,
          recordTick({ hash: record.reference, reference }, input, output, previous, this.#parts.hash),
          before,
        );
      }
    }
  }

  #compare(at: Millis, stored: readonly StoredValue[], recomputed: readonly IndexValue[]): void {
    const left = new Map(recomputed.map((value) => [keyOf(value), value]));
    for (const value of stored) {
      const again = left.get(keyOf(value));
      left.delete(keyOf(value));
      if (again && isSame(value, again)) this.report.verified++;
      else this.#differs(at, value, value, again);
    }
    for (const again of left.values()) this.#differs(at, again, undefined, again);
  }

  #differs(at: Millis, series: SeriesId, stored?: ValueNumbers, recomputed?: ValueNumbers): void {
    this.report.different++;
    if (this.report.differences.length >= MOST_DIFFERENCES) return;
    const { indexType, indexId } = series;
    this.report.differences.push({
      at,
      indexType,
      indexId,
      ...(stored && { stored: numbersOf(stored) }),
      ...(recomputed && { recomputed: numbersOf(recomputed) }),
    });
  }

  /** A chain begins with an empty link. */
  #checkRecord(record: TickRecord, again: TickRecord, before: string | undefined): void {
    const { hash } = this.#parts;
    const own = hashRecord(record, hash);
    if (hashRecord(again, hash) !== own) this.report.alteredRecords.push(record.at);
    if (before !== undefined && record.previous !== '' && record.previous !== before)
      this.report.brokenLinks.push(record.at);
    this.#before = own;
  }
}

/** Ticks that name the same version of the reference data. */
export interface NamedReference {
  readonly hash: string;
  readonly from: Millis;
  to: Millis;
  ticks: number;
}

/** What the records of stored ticks say by themselves, without inputs. */
export interface ChainReport {
  /** The versions that ticks name, in the order in which they first do. */
  readonly references: NamedReference[];
  records: number;
  /** Ticks whose record cannot be read, or is of another tick. */
  readonly alteredRecords: Millis[];
  /** Ticks whose record does not name the record before. */
  readonly brokenLinks: Millis[];
}

/** Goes through the chain of stored records. A chain begins with an empty link, also where the engine began anew. */
export async function verifyChain(records: AsyncIterable<StoredRecord>, hash: Hash): Promise<ChainReport> {
  const report: ChainReport = { records: 0, references: [], alteredRecords: [], brokenLinks: [] };
  const named = new Map<string, NamedReference>();
  let before: string | undefined;
  for await (const { at, record: bytes } of records) {
    report.records++;
    const record = readRecord(bytes);
    if (record?.at !== at) {
      report.alteredRecords.push(at);
      before = undefined;
      continue;
    }
    note(named, record);
    if (before !== undefined && record.previous !== '' && record.previous !== before)
      report.brokenLinks.push(at);
    before = hashRecord(record, hash);
  }
  report.references.push(...named.values());
  return report;
}

function note(named: Map<string, NamedReference>, { reference: hash, at }: TickRecord): void {
  const known = named.get(hash);
  if (!known) named.set(hash, { hash, from: at, to: at, ticks: 1 });
  else {
    known.to = at;
    known.ticks++;
  }
}

function readRecord(bytes: Uint8Array): TickRecord | undefined {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as TickRecord;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isSame(a: ValueNumbers, b: ValueNumbers): boolean {
  return (
    Object.is(a.price, b.price) &&
    Object.is(a.volume, b.volume) &&
    Object.is(a.tickVolume, b.tickVolume) &&
    a.flags === b.flags
  );
}

function numbersOf({ price, volume, tickVolume, flags }: ValueNumbers): ValueNumbers {
  return { price, volume, flags, ...(tickVolume !== undefined && { tickVolume }) };
}

function keyOf({ indexType, indexId }: SeriesId): string {
  return `${indexType} ${indexId}`;
}
