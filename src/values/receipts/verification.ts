import {
  INDEX_TYPES,
  maskOf,
  type FlagMask,
  type IndexValue,
  type SeriesId,
} from '../../core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import { indexValues } from '../../engine/tick-output.ts';
import {
  hashRecord,
  recordTick,
  rootsOf,
  type Hash,
  type TickRecord,
} from '../../engine/record/tick-record.ts';
import type { HistoryReader, StoredValue } from '../../history/history-store.ts';
import type { InputReader, RecordedInputs } from '../../history/input-store.ts';
import { storedValuesTree } from '../../engine/record/value-leaves.ts';
import { hashValues, type HashedValues } from '../../engine/record/values-hash.ts';
import type { Recomputation } from './recomputation.ts';
import { StateTrail } from './state-trail.ts';
import { readRecord } from './stored-record.ts';
import { StoredValues } from './stored-values.ts';

export interface ValueNumbers {
  readonly price: number;
  readonly volume: number;
  readonly tickVolume?: number;
  readonly flags: FlagMask;
}

/** A value that differs between history and recomputation. An absent member means that there is no value. */
export interface ValueDifference extends SeriesId {
  readonly at: Millis;
  readonly stored?: ValueNumbers;
  readonly recomputed?: ValueNumbers;
}

/** Counts of values, unless stated otherwise. */
export interface VerificationReport {
  ticks: number;
  /** Recomputed from their inputs, or equal to the record if the inputs are gone. */
  verified: number;
  readonly verifiedBy: { inputs: number; record: number };
  different: number;
  readonly notVerifiable: {
    /** The inputs are gone, and the record of the tick does not cover the values: it is of version 1 of the methodology. */
    noInputs: number;
    /** From the price model of the simulated data: these never had inputs. */
    modelled: number;
    /** The inputs no longer match what was recorded. */
    damagedInputs: number;
    /** Computed with reference data that are not available. */
    otherReference: number;
  };
  /** Modelled ticks before the first recorded tick, on days of the range. They are counted only here. */
  readonly modelledBefore: { ticks: number; values: number };
  /** The first differences found. */
  readonly differences: ValueDifference[];
  /** Ticks whose record does not match the recomputed tick. */
  readonly alteredRecords: Millis[];
  /** Ticks whose stored values do not match the record. */
  readonly alteredValues: Millis[];
  /** Ticks whose record does not contain the hash of the previous record. */
  readonly brokenLinks: Millis[];
  /** Ticks whose initial state is not the state that the previous tick left. */
  readonly otherStates: Millis[];
  /**
   * Ticks that start with an empty state although the previous tick left one: the service had lost its state. Not an error by
   * itself.
   */
  readonly lostStates: Millis[];
}

export interface VerificationParts {
  readonly history: Pick<HistoryReader, 'readAcross' | 'readSeriesInto' | 'readHour' | 'series' | 'records'>;
  readonly inputs: InputReader;
  readonly recomputation: Recomputation;
  readonly hash: Hash;
  readonly onTick?: (at: Millis) => void;
}

/** Slots without a record that are checked too. */
export interface UnrecordedSlots {
  /** All slots of these days. */
  readonly days: readonly Millis[];
  /** Slots before this are counted in `modelledBefore`; by default none are. */
  readonly countApartBefore?: Millis | undefined;
}

const MODELLED = maskOf('MODELLED');
const MAX_DIFFERENCES = 20;

/**
 * Checks the stored values of the ticks from <= t <= to. Ticks with stored inputs are recomputed and compared bit for bit; all
 * ticks are compared with the hash of the values in their record. Slots without a record may only have modelled values; the slots
 * of `unrecorded` are counted and checked for this.
 */
export async function verify(
  parts: VerificationParts,
  from: Millis,
  to: Millis,
  unrecorded: UnrecordedSlots = { days: [] },
): Promise<VerificationReport> {
  const run = new Verification(parts);
  for await (const { at, inputs } of parts.inputs.between(from, to)) {
    await run.checkInputs(at, inputs);
    parts.onTick?.(at);
  }
  const values = new StoredValues(parts.history, await parts.history.series());
  for await (const { record: bytes, at } of parts.history.records(from, to)) {
    await run.checkRecord(at, readRecord(bytes), values);
    parts.onTick?.(at);
  }
  const { days, countApartBefore = from } = unrecorded;
  for (const day of days)
    for (let at = Math.max(day + SLOT_MS, from); at <= Math.min(day + DAY_MS, to); at += SLOT_MS)
      await run.checkUnrecorded(at, values, at < countApartBefore);
  return run.report;
}

class Verification {
  readonly report: VerificationReport = {
    ticks: 0,
    verified: 0,
    verifiedBy: { inputs: 0, record: 0 },
    different: 0,
    notVerifiable: { noInputs: 0, modelled: 0, damagedInputs: 0, otherReference: 0 },
    modelledBefore: { ticks: 0, values: 0 },
    differences: [],
    alteredRecords: [],
    alteredValues: [],
    brokenLinks: [],
    otherStates: [],
    lostStates: [],
  };
  readonly #parts: VerificationParts;
  /** The hash of the record of the previous stored tick, if its inputs are available. */
  #before: string | undefined;
  #beforeAt: Millis | undefined;
  /** Slots whose values were counted. */
  readonly #counted = new Set<Millis>();
  /** By slot: the hash of the record that is stored with the inputs. */
  readonly #inputRecords = new Map<Millis, string>();
  readonly #states: StateTrail;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
    this.#states = new StateTrail(parts.hash);
  }

  /** Inputs of a tick that was never stored are not checked: there is no value to compare. */
  async checkInputs(at: Millis, inputs: RecordedInputs['inputs']): Promise<void> {
    const { history, recomputation, hash } = this.#parts;
    const { notVerifiable } = this.report;
    const read = { types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit: Infinity };
    const stored = await history.readAcross(read);
    if (stored.length === 0) {
      this.#carryState(inputs);
      return;
    }
    const recomputed = inputs === 'damaged' ? inputs : recomputation.compute(inputs);
    // Ticks without inputs may lie in between; the check of the chain covers all of them.
    const before = this.#beforeAt === at - SLOT_MS ? this.#before : undefined;
    this.#before = undefined;
    this.#beforeAt = at;
    const computed = stored.filter(({ flags }) => (flags & MODELLED) === 0);
    this.report.ticks++;
    notVerifiable.modelled += stored.length - computed.length;
    this.#counted.add(at);
    // Keep the record even if it cannot be recomputed: otherwise a record that names unknown reference data would disable all
    // other checks.
    const storedRecord = typeof recomputed === 'string' ? this.#recordIn(inputs) : recomputed.record;
    if (storedRecord) this.#inputRecords.set(at, hashRecord(storedRecord, hash));
    if (typeof recomputed === 'string') {
      this.#states.break();
      notVerifiable[recomputed === 'damaged' ? 'damagedInputs' : 'otherReference'] += computed.length;
      return;
    }
    const { output, record, reference } = recomputed;
    this.#compare(at, computed, [...indexValues(reference, output)]);
    const namedReference = { hash: record.reference, reference };
    const links = { previous: record.previous, dayRoot: rootsOf(record)?.day ?? '' };
    this.#compareRecords(record, recordTick(namedReference, recomputed, links, hash), before);
    const origin = this.#states.follow(recomputed);
    if (origin === 'other') this.report.otherStates.push(at);
    else if (origin === 'lost') this.report.lostStates.push(at);
  }

  #recordIn(inputs: RecordedInputs['inputs']): TickRecord | undefined {
    return inputs === 'damaged' ? undefined : this.#parts.recomputation.recordIn(inputs);
  }

  #carryState(inputs: RecordedInputs['inputs']): void {
    const kept = this.#recordIn(inputs);
    const reference = kept && this.#parts.recomputation.referenceNamed(kept.reference);
    if (reference) this.#states.carry(reference);
  }

  /** Checks a tick against its record. The check of the chain reports unreadable records. */
  async checkRecord(at: Millis, record: TickRecord | undefined, values: StoredValues): Promise<void> {
    const hashWithInputs = this.#inputRecords.get(at);
    // The inputs have their own copy of the record. If someone rewrites both together, they match each other but not the chain.
    const recordDiffers =
      hashWithInputs !== undefined && record && hashRecord(record, this.#parts.hash) !== hashWithInputs;
    if (recordDiffers && !this.report.alteredRecords.includes(at)) this.report.alteredRecords.push(at);
    const { notVerifiable, verifiedBy } = this.report;
    const { modelled, ...stored } = await values.at(at);
    const comparison = record && this.#compareValues(at, stored, record);
    const isAltered = comparison === 'differ';
    if (isAltered) this.report.alteredValues.push(at);
    // Values of damaged inputs were counted already.
    if (this.#counted.has(at)) return;
    this.report.ticks++;
    this.#counted.add(at);
    notVerifiable.modelled += modelled;
    const count = stored.series.length;
    if (comparison === undefined) notVerifiable.noInputs += count;
    else if (!isAltered) {
      verifiedBy.record += count;
      this.report.verified += count;
    }
  }

  /** Whether the stored values match the record; undefined if the record does not cover them. */
  #compareValues(at: Millis, stored: HashedValues, record: TickRecord): 'match' | 'differ' | undefined {
    const { hash } = this.#parts;
    const root = rootsOf(record)?.values;
    const isSame =
      root !== undefined
        ? storedValuesTree(at, stored, hash).root === root
        : record.values !== undefined && hashValues(at, stored, hash) === record.values;
    if (root === undefined && record.values === undefined) return undefined;
    return isSame ? 'match' : 'differ';
  }

  async checkUnrecorded(at: Millis, values: StoredValues, isApart: boolean): Promise<void> {
    if (this.#counted.has(at)) return;
    const { modelled, series } = await values.at(at);
    const { notVerifiable, modelledBefore } = this.report;
    const ofTicks = isApart ? modelledBefore : this.report;
    if (modelled + series.length > 0) ofTicks.ticks++;
    if (isApart) modelledBefore.values += modelled;
    else notVerifiable.modelled += modelled;
    // Only modelled values may lack a record.
    if (series.length > 0) this.report.alteredValues.push(at);
  }

  #compare(at: Millis, stored: readonly StoredValue[], recomputed: readonly IndexValue[]): void {
    const left = new Map(recomputed.map((value) => [keyOf(value), value]));
    for (const value of stored) {
      const again = left.get(keyOf(value));
      left.delete(keyOf(value));
      if (again && isSame(value, again)) this.#verifiedByInputs();
      else this.#differs(at, value, value, again);
    }
    for (const again of left.values()) this.#differs(at, again, undefined, again);
  }

  #verifiedByInputs(): void {
    this.report.verified++;
    this.report.verifiedBy.inputs++;
  }

  #differs(at: Millis, series: SeriesId, stored?: ValueNumbers, recomputed?: ValueNumbers): void {
    this.report.different++;
    if (this.report.differences.length >= MAX_DIFFERENCES) return;
    const { indexType, indexId } = series;
    this.report.differences.push({
      at,
      indexType,
      indexId,
      ...(stored && { stored: numbersOf(stored) }),
      ...(recomputed && { recomputed: numbersOf(recomputed) }),
    });
  }

  /** An empty link is not checked here: the check of the chain knows whether the chain may begin there. */
  #compareRecords(record: TickRecord, again: TickRecord, before: string | undefined): void {
    const { hash } = this.#parts;
    const own = hashRecord(record, hash);
    if (hashRecord(again, hash) !== own) this.report.alteredRecords.push(record.at);
    if (before !== undefined && record.previous !== '' && record.previous !== before)
      this.report.brokenLinks.push(record.at);
    this.#before = own;
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
