import { dayOfTick, type Millis } from '../../core/time.ts';
import { DayRecords } from '../../engine/record/day-records.ts';
import { hashRecord, rootsOf, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { StoredRecord } from '../../history/history-store.ts';
import { readRecord } from './stored-record.ts';

/** Ticks with the same version of the reference data. */
export interface ReferenceUsage {
  readonly hash: string;
  readonly from: Millis;
  to: Millis;
  ticks: number;
}

/** The result of checking the records of stored ticks alone, without inputs. */
export interface ChainReport {
  /** The versions that the ticks name, in order of first appearance. */
  readonly references: ReferenceUsage[];
  records: number;
  /** The first tick with a record. */
  first: Millis | undefined;
  /** Ticks whose record cannot be read, belongs to another tick, or has a wrong root of the day's records. */
  readonly alteredRecords: Millis[];
  /** Ticks whose record does not contain the hash of the previous record. */
  readonly brokenLinks: Millis[];
  /** Ticks whose record names no previous record although there is one: they are not linked to the earlier records. */
  readonly restarts: Millis[];
  /** By day: the versions of the reference data that its records name, and its last tick. */
  readonly days: Map<Millis, ChainDay>;
}

export interface ChainDay {
  readonly references: Set<string>;
  last: Millis;
}

/**
 * Checks the chain of stored records. A chain begins with an empty link, exactly once. `isFirst` is called only if the first of
 * these records has an empty link, and decides whether it may be the beginning.
 */
export async function verifyChain(
  records: AsyncIterable<StoredRecord>,
  hash: Hash,
  isFirst: (at: Millis) => boolean | Promise<boolean> = () => true,
): Promise<ChainReport> {
  const run = new Chain(hash, isFirst);
  for await (const { at, record } of records) await run.follow(at, readRecord(record));
  run.report.references.push(...run.named.values());
  return run.report;
}

class Chain {
  readonly report: ChainReport = {
    references: [],
    records: 0,
    first: undefined,
    alteredRecords: [],
    brokenLinks: [],
    restarts: [],
    days: new Map(),
  };
  readonly named = new Map<string, ReferenceUsage>();
  readonly #hash: Hash;
  readonly #isFirst: (at: Millis) => boolean | Promise<boolean>;
  /** The hash of the previous record, if that could be read. */
  #before: string | undefined;
  readonly #dayRecords: DayRecords;
  #day: Millis | undefined;
  /** Whether all records of the day so far were seen: the range may start within the first day. */
  #isDayWhole = false;

  constructor(hash: Hash, isFirst: (at: Millis) => boolean | Promise<boolean>) {
    this.#hash = hash;
    this.#isFirst = isFirst;
    this.#dayRecords = new DayRecords(hash);
  }

  async follow(at: Millis, record: TickRecord | undefined): Promise<void> {
    const { report } = this;
    const isFirstRecord = report.records++ === 0;
    report.first ??= at;
    const before = this.#before;
    this.#before = undefined;
    if (this.#day !== dayOfTick(at)) {
      this.#isDayWhole = this.#day !== undefined || record?.previous === '';
      this.#day = dayOfTick(at);
    }
    if (record?.at !== at) {
      report.alteredRecords.push(at);
      // The content of its leaf in the day's tree is unknown.
      this.#isDayWhole = false;
      return;
    }
    if (record.previous === '') {
      if (!isFirstRecord || !(await this.#isFirst(at))) report.restarts.push(at);
    } else if (before !== undefined && record.previous !== before) report.brokenLinks.push(at);
    this.#before = hashRecord(record, this.#hash);
    this.#checkDay(record);
    this.#dayRecords.add(at, this.#before);
    this.#note(record);
  }

  #checkDay(record: TickRecord): void {
    const root = rootsOf(record)?.day;
    if (root === undefined) return;
    if (root === this.#dayRecords.emptyRoot) this.#isDayWhole ||= this.report.records === 1;
    if (this.#isDayWhole && root !== this.#dayRecords.rootAt(record.at))
      this.report.alteredRecords.push(record.at);
  }

  #note({ reference: hash, at }: TickRecord): void {
    const known = this.named.get(hash);
    if (!known) this.named.set(hash, { hash, from: at, to: at, ticks: 1 });
    else {
      known.to = at;
      known.ticks++;
    }
    const start = dayOfTick(at);
    const day = this.report.days.get(start) ?? { references: new Set(), last: at };
    day.references.add(hash);
    day.last = at;
    this.report.days.set(start, day);
  }
}
