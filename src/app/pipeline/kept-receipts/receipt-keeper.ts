import type { Logger } from 'pino';
import { receiptJson } from '../../../api/resources/receipts/receipt-json.ts';
import { servedHead } from '../../../core/integrity-head.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { ReferenceContent } from '../../../core/reference-data.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import {
  DAY_MS,
  dayOfTick,
  formatDatetime,
  HOUR_MS,
  MINUTE_MS,
  SLOT_MS,
  type Millis,
} from '../../../core/time.ts';
import type { TickRecord } from '../../../engine/record/tick-record.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import type { HeldHours } from '../../../history/inputs/held-hours.ts';
import type { HeadProver } from '../../../values/receipts/head-prover.ts';
import type { Proof } from '../../../values/receipts/proof.ts';
import type { NoReceipt, Receipts } from '../../../values/receipts/receipts.ts';
import { readRecord } from '../../../values/receipts/stored-record.ts';
import type { DueName, KeepSchedule } from '../../config/keep-plan.ts';
import { seriesNamed } from './kept-names.ts';
import type { KeptStore } from './kept-store.ts';
import { tickId } from '../../../latest/indices/series-record-id.ts';

export interface ReceiptKeeperParts {
  readonly schedule: KeepSchedule;
  readonly store: Pick<KeptStore, 'has' | 'append' | 'appendDay' | 'withoutDayHead' | 'read'>;
  readonly receipts: Receipts;
  readonly history: Pick<HistoryReader, 'records'>;
  /** `newestHead` completes a proof to the newest head, `dayHead` to the head of a complete day. */
  readonly newestHead: Pick<HeadProver, 'addHead'>;
  readonly dayHead: Pick<HeadProver, 'addHead'>;
  /** Marks hours whose inputs must not be deleted before the receipts are kept. */
  readonly held: Pick<HeldHours, 'holdOnly'>;
  readonly references: (hash: string) => ReferenceContent | undefined;
  readonly tzdata: string;
  readonly log: Logger;
}

const NO_RECEIPT: Readonly<Record<Exclude<NoReceipt, 'busy'>, string>> = {
  'not-kept': 'its inputs are no longer kept',
  damaged: 'its recorded inputs are damaged',
  'other-reference': 'the reference data of its tick is missing',
  'no-value': 'the index has no value at that tick',
};
/** Inputs of an instant are protected from deletion for this many attempts, one per tick. */
const PROTECTED_TRIES = 120;
const INPUTS_ARRIVE_MS = 5 * MINUTE_MS;
/**
 * After the end of a day, proofs of its receipts are completed to the head of the day. A proof is tried at this
 * many ticks, then after one hour and with doubled delays.
 */
const DAY_TRIES = 20;
/** Older proofs stay incomplete: the records of their day are gone. */
const DAY_SEARCH_MS = 200 * DAY_MS;

/** Keeps the receipts of planned instants, and later the part of their proofs that leads to the head of their day. */
export class ReceiptKeeper {
  readonly #parts: ReceiptKeeperParts;
  readonly #queue = new SerialQueue();
  /** Due instants, and how many attempts have failed. */
  readonly #due = new Map<Millis, number>();
  readonly #dayTries = new Map<Millis, { readonly tries: number; readonly nextAt: Millis }>();
  readonly #unknownNames = new Set<string>();
  readonly #failing = new Set<string>();
  #areNamesChecked = false;
  #isQueued = false;
  #isClosed = false;
  #newest: Millis = -Infinity;
  /** Upcoming instants, looked up once a day. */
  #upcoming: { readonly instants: readonly Millis[]; readonly until: Millis } = {
    instants: [],
    until: -Infinity,
  };
  /** The tick at which proofs are next completed to the heads of complete days. */
  #daysDueAt: Millis = -Infinity;

  constructor(parts: ReceiptKeeperParts) {
    this.#parts = parts;
  }

  /**
   * Marks instants that may have been missed, from <= t <= last stored tick: their receipts are kept after
   * the next tick.
   */
  catchUp(from: Millis, last: Millis): void {
    for (const at of this.#parts.schedule.between(from, last)) this.#addDue(at);
    this.#newest = Math.max(this.#newest, last);
    this.#hold();
  }

  /** Call with each tick after it is published and its head is signed. */
  published(at: Millis): void {
    const { schedule } = this.#parts;
    const isFirst = this.#newest === -Infinity;
    if (isFirst || dayOfTick(at) > dayOfTick(this.#newest)) this.#daysDueAt = -Infinity;
    // Includes ticks whose heads did not arrive here.
    const from = isFirst ? at : Math.min(this.#newest + 1, at);
    for (const instant of schedule.between(from, at)) this.#addDue(instant);
    this.#newest = Math.max(this.#newest, at);
    this.#hold();
    if (this.#due.size > 0 || this.#newest >= this.#daysDueAt) this.#work();
  }

  #addDue(at: Millis): void {
    if (!this.#due.has(at)) this.#due.set(at, 0);
  }

  /** Also protects the hours of upcoming instants: their inputs are recorded before they are due. */
  #hold(): void {
    const { held, schedule } = this.#parts;
    if (this.#upcoming.until < this.#newest + HOUR_MS) {
      const until = this.#newest + DAY_MS;
      this.#upcoming = { instants: schedule.between(this.#newest + 1, until), until };
    }
    const due = [...this.#due].flatMap(([at, tries]) => (tries < PROTECTED_TRIES ? [at] : []));
    held.holdOnly([...due, ...this.#upcoming.instants.filter((at) => at > this.#newest)]);
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.idle();
  }

  #work(): void {
    if (this.#isQueued || this.#isClosed) return;
    this.#isQueued = true;
    const { log } = this.#parts;
    void this.#queue
      .run(async () => {
        this.#isQueued = false;
        await this.#attempt('names', {}, () => this.#checkNames());
        await this.#keepDue();
        if (this.#newest >= this.#daysDueAt) await this.#attempt('days', {}, () => this.#completeProofs());
      })
      .catch((error: unknown) => log.error({ err: error }, 'receipts could not be kept'));
  }

  /**
   * False if the task must be retried. An error of one receipt does not stop the others, and is logged once
   * until it succeeds.
   */
  async #attempt(
    what: string,
    fields: Readonly<Record<string, unknown>>,
    task: () => Promise<boolean>,
  ): Promise<boolean> {
    try {
      const isDone = await task();
      this.#failing.delete(what);
      return isDone;
    } catch (error) {
      if (this.#failing.has(what)) return false;
      this.#failing.add(what);
      this.#parts.log.error(
        { ...fields, err: error },
        'a receipt could not be kept: this is retried with each tick',
      );
      return false;
    }
  }

  async #keepDue(): Promise<void> {
    for (const [at, tries] of [...this.#due].toSorted(([a], [b]) => a - b)) {
      if (this.#isClosed) return;
      const fields = { slot: formatDatetime(at) };
      const isDone = await this.#attempt(`tick ${at}`, fields, () => this.#keepAt(at));
      if (isDone) this.#due.delete(at);
      else this.#due.set(at, tries + 1);
    }
    this.#hold();
  }

  async #keepAt(at: Millis): Promise<boolean> {
    const { schedule, references, log } = this.#parts;
    const record = await this.#recordOf(at);
    // Without a tick there is no value: the log of gaps has the reason.
    if (!record) return true;
    const reference = references(record.reference);
    if (!reference) {
      log.warn(
        { slot: formatDatetime(at) },
        'receipts are not kept: the reference data of the tick is missing',
      );
      return true;
    }
    let isDone = true;
    for (const due of schedule.dueAt(at)) {
      const named = seriesNamed(due.name, reference);
      if (named.length === 0) this.#warnUnknown(due.name);
      for (const series of named) {
        const what = `${series.indexType} ${series.indexId} ${at}`;
        const fields = { name: due.name, slot: formatDatetime(at) };
        if (!(await this.#attempt(what, fields, () => this.#keep(series, at, due)))) isDone = false;
      }
    }
    return isDone;
  }

  /** Warns of unknown names once, at the first tick. A name may get its asset or market later. */
  async #checkNames(): Promise<boolean> {
    if (this.#areNamesChecked) return true;
    const { schedule, references } = this.#parts;
    const record = await this.#recordOf(this.#newest);
    const reference = record && references(record.reference);
    if (!reference) return false;
    this.#areNamesChecked = true;
    for (const name of schedule.names) if (seriesNamed(name, reference).length === 0) this.#warnUnknown(name);
    return true;
  }

  #warnUnknown(name: string): void {
    if (this.#unknownNames.has(name)) return;
    this.#unknownNames.add(name);
    this.#parts.log.warn(
      { name },
      'keepReceipts: no asset, market or index has this name: no receipts are kept for it',
    );
  }

  async #keep(series: SeriesId, at: Millis, { name, times }: DueName): Promise<boolean> {
    const { store, receipts, newestHead, tzdata, log } = this.#parts;
    const { indexType, indexId } = series;
    const id = tickId(series, at);
    if (this.#isClosed || (await store.has(id, at))) return !this.#isClosed;
    const found = await receipts.explain(series, at);
    // A standby process may record the inputs of a tick slightly after the tick.
    const mayArrive = found === 'not-kept' && at > this.#newest - INPUTS_ARRIVE_MS;
    if (found === 'busy' || mayArrive) return false;
    if (typeof found === 'string') {
      log.warn({ name, slot: formatDatetime(at) }, `the receipt is not kept: ${NO_RECEIPT[found]}`);
      return true;
    }
    const receipt = found.proof ? { ...found, proof: await newestHead.addHead(found.proof) } : found;
    const entry = { id, at, indexType, indexId, name, times, tzdata };
    const shown = JSON.parse(receiptJson(id, receipt)) as object;
    await store.append({ entry, receipt: shown, headSlot: receipt.proof?.head?.slot }, this.#newest);
    log.info({ name, slot: formatDatetime(at), times }, 'receipt kept');
    if (dayOfTick(at) < dayOfTick(this.#newest)) this.#daysDueAt = -Infinity;
    return true;
  }

  async #completeProofs(): Promise<boolean> {
    const { store } = this.#parts;
    const today = dayOfTick(this.#newest);
    const open = (await store.withoutDayHead(this.#newest - DAY_SEARCH_MS))
      .filter(({ at }) => dayOfTick(at) < today)
      .map(({ at }) => at);
    let next = Infinity;
    for (const at of open) {
      if (this.#isClosed) return false;
      next = Math.min(next, await this.#tryProof(at));
    }
    // Another day may have ended meanwhile.
    if (dayOfTick(this.#newest) === today) this.#daysDueAt = next;
    return true;
  }

  /** Resolves with the market time of the next attempt; Infinity if the proof is complete. */
  async #tryProof(at: Millis): Promise<Millis> {
    const { tries, nextAt } = this.#dayTries.get(at) ?? { tries: 0, nextAt: -Infinity };
    if (nextAt > this.#newest) return nextAt;
    const fields = { slot: formatDatetime(at) };
    if (await this.#attempt(`day of ${at}`, fields, () => this.#completeProof(at))) {
      this.#dayTries.delete(at);
      return Infinity;
    }
    const late = tries + 1 - DAY_TRIES;
    const wait = late < 0 ? SLOT_MS : Math.min(DAY_MS, HOUR_MS * 2 ** late);
    const again = { tries: tries + 1, nextAt: this.#newest + wait };
    this.#dayTries.set(at, again);
    return again.nextAt;
  }

  async #completeProof(at: Millis): Promise<boolean> {
    const { store, dayHead } = this.#parts;
    const record = await this.#recordOf(at);
    if (!record) return false;
    // Leaves are not needed: the path from the record to the head is the same for all of them.
    const withoutLeaves: Proof = { slot: at, record, leaves: [], path: [], root: { values: '', inputs: '' } };
    const { head, day } = await dayHead.addHead(withoutLeaves);
    if (!head) return false;
    await store.appendDay(at, { head: servedHead(head), day }, this.#newest);
    return true;
  }

  async #recordOf(at: Millis): Promise<TickRecord | undefined> {
    for await (const { record } of this.#parts.history.records(at, at)) return readRecord(record);
    return undefined;
  }
}
