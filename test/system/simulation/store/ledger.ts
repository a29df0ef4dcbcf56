import { CANDLE_NUMBERS, type Candle } from '../../../../src/core/candle.ts';
import { INDEX_TYPES } from '../../../../src/core/index-value.ts';
import { formatDatetime, type Millis } from '../../../../src/core/time.ts';
import type { HistoryReader } from '../../../../src/history/history-store.ts';
import { Violation } from '../core/violation.ts';
import { hashRecord } from '../../../../src/engine/record/tick-record.ts';
import { GapLedger } from './gap-ledger.ts';
import { sha256, textOf, type AttemptedTick } from './attempted-tick.ts';

const keyOf = ({ indexType, indexId, startAt }: Candle) => `${startAt} ${indexType} ${indexId}`;
const candleText = (candle: Candle) =>
  [keyOf(candle), ...CANDLE_NUMBERS.map((name) => candle[name]), candle.flags].join(' ');

/** Everything that processes tried to store, and what clients may rely on since then. */
export class Ledger {
  readonly gaps = new GapLedger();
  /** By slot, oldest first. */
  readonly #attempts = new Map<Millis, AttemptedTick[]>();
  readonly #acknowledged = new Map<Millis, AttemptedTick>();
  /** By series and day, oldest first. */
  readonly #candleAttempts = new Map<string, string[]>();
  /** The number of the attempt that was acknowledged last. */
  readonly #candles = new Map<string, number>();
  #newest: Millis = -Infinity;

  get acknowledged(): ReadonlyMap<Millis, AttemptedTick> {
    return this.#acknowledged;
  }

  get newest(): Millis {
    return this.#newest;
  }

  attempt(tick: AttemptedTick): void {
    this.#attempts.set(tick.at, [...(this.#attempts.get(tick.at) ?? []), tick]);
    for (const candle of tick.candles) {
      const texts = this.#candleAttempts.get(keyOf(candle)) ?? [];
      this.#candleAttempts.set(keyOf(candle), [...texts, candleText(candle)]);
    }
  }

  /** A tick was acknowledged, published, read by a client, or found in a store that serves it. */
  acknowledge(tick: AttemptedTick, how: string): void {
    const known = this.#acknowledged.get(tick.at);
    const slot = formatDatetime(tick.at);
    if (known && known !== tick) throw new Violation(`${slot} was ${how} twice, with different content`);
    if (!known && tick.at < this.#newest)
      throw new Violation(`${slot} was ${how} after ${formatDatetime(this.#newest)}: it is dated back`);
    this.#acknowledged.set(tick.at, tick);
    this.#newest = Math.max(this.#newest, tick.at);
    for (const candle of tick.candles) {
      const attempts = this.#candleAttempts.get(keyOf(candle)) ?? [];
      this.#candles.set(keyOf(candle), attempts.lastIndexOf(candleText(candle)));
    }
  }

  /** Reads all of a store. What was acknowledged before must be there, and nothing that was never tried. */
  async audit(store: HistoryReader, when: string): Promise<void> {
    const due = [...this.#acknowledged.values()];
    const dueCandles = [...this.#candles];
    const range = { types: INDEX_TYPES, atOrBefore: Infinity, notBefore: 0, limit: 1e9 };
    const found = new Map<Millis, string[]>();
    for (const value of await store.readAcross(range)) {
      const values = found.get(value.at);
      if (values) values.push(textOf(value));
      else found.set(value.at, [textOf(value)]);
    }
    const records = new Map<Millis, string>();
    for await (const { at, record } of store.records(0, Infinity))
      records.set(at, Buffer.from(record).toString());
    for (const tick of due) this.#mustHave(tick, found.get(tick.at) ?? [], records.get(tick.at), when);
    this.#mustBeChained(records, when);
    for (const [at, values] of found) this.#mustBeAttempted(at, values, records.get(at), when);
    await this.#auditCandles(store, dueCandles, when);
  }

  /** After a start: the newest tick and its state belong together. What a store has is served from now on. */
  async adopt(store: HistoryReader, when: string): Promise<AttemptedTick | undefined> {
    await this.audit(store, when);
    const ticks: AttemptedTick[] = [];
    for await (const { at, record } of store.records(0, Infinity)) {
      const text = Buffer.from(record).toString();
      const tick = this.#attempts.get(at)?.find(({ recordText }) => recordText === text);
      if (tick && !this.#acknowledged.has(at)) this.acknowledge(tick, `found ${when}`);
      if (tick) ticks.push(tick);
    }
    const last = ticks.at(-1);
    const stored = await store.lastTick();
    if (stored?.at !== last?.at) throw new Violation(`${when}, the newest tick is not the last record`);
    const state = await store.lastState();
    if (last && Buffer.from(state?.state ?? []).toString() !== last.state)
      throw new Violation(`${when}, the state is not that of the newest tick ${formatDatetime(last.at)}`);
    return last;
  }

  #mustHave(tick: AttemptedTick, values: readonly string[], record: string | undefined, when: string): void {
    const slot = formatDatetime(tick.at);
    if (record === undefined) throw new Violation(`${when}, the acknowledged tick ${slot} is lost`);
    if (record !== tick.recordText) throw new Violation(`${when}, the record of ${slot} differs`);
    const expected = tick.values.map(textOf);
    if (expected.length !== values.length || expected.some((text, i) => text !== values[i]))
      throw new Violation(`${when}, the values of ${slot} are not those that were acknowledged`);
  }

  #mustBeAttempted(at: Millis, values: readonly string[], record: string | undefined, when: string): void {
    const isTried = this.#attempts
      .get(at)
      ?.some((tick) => tick.recordText === record && tick.values.length === values.length);
    if (!isTried) throw new Violation(`${when}, ${formatDatetime(at)} has values that were never stored`);
  }

  #mustBeChained(records: ReadonlyMap<Millis, string>, when: string): void {
    let before: string | undefined;
    for (const [at, text] of [...records].toSorted(([a], [b]) => a - b)) {
      const record = this.#attempts.get(at)?.find(({ recordText }) => recordText === text)?.record;
      if (!record) throw new Violation(`${when}, ${formatDatetime(at)} has a record that was never stored`);
      if (before !== undefined && record.previous !== before)
        throw new Violation(`${when}, the record of ${formatDatetime(at)} does not name the one before it`);
      before = hashRecord(record, sha256);
    }
  }

  async #auditCandles(
    store: HistoryReader,
    due: readonly (readonly [string, number])[],
    when: string,
  ): Promise<void> {
    const read = { types: INDEX_TYPES, startAtOrBefore: Infinity, limit: 1e9 };
    const found = new Map((await store.readCandlesAcross(read)).map((candle) => [keyOf(candle), candle]));
    for (const [key, attempt] of due) {
      const candle = found.get(key);
      const texts = this.#candleAttempts.get(key) ?? [];
      if (!candle) throw new Violation(`${when}, the end-of-day record ${key} is lost`);
      if (texts.lastIndexOf(candleText(candle)) < attempt)
        throw new Violation(`${when}, the end-of-day record ${key} is older than the acknowledged one`);
    }
    for (const [key, candle] of found)
      if (!this.#candleAttempts.get(key)?.includes(candleText(candle)))
        throw new Violation(`${when}, the end-of-day record ${key} was never stored`);
  }
}
