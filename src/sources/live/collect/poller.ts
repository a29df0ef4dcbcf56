import { setMaxListeners } from 'node:events';
import type { Clock } from '../../../core/clocks/clock.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import { HOUR_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { ExchangeApi, MarketList, TickerReading } from '../ports/exchange-api.ts';
import type { LeftOut } from '../ports/left-out.ts';
import { usableList } from '../ports/listed-names.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import { backOffMs, OPENS_AFTER } from './back-off.ts';
import type { CollectorEvent, CycleOutcome } from './collector-events.ts';
import type { MarketSnapshots } from './market-snapshots.ts';
import type { Places } from './places.ts';
import { Plausibility } from './plausibility.ts';

export interface PollerOptions {
  readonly api: ExchangeApi;
  readonly clock: Clock;
  /** How long after each multiple of 30 seconds the exchange is read. */
  readonly phaseMs: Millis;
  readonly places: Places;
  readonly snapshots: MarketSnapshots;
  readonly random: () => number;
  readonly tell: (event: CollectorEvent) => void;
  /** Whether a ticker says what its market stands at; by default where it has a last price. */
  isPriced?(reading: TickerReading): boolean;
  /** Of the list that is in force, whenever it is another one. */
  readonly onList?: (list: MarketList) => void;
}

/** Lists change rarely; an exchange that is read for the first time, or anew after a rest, is asked for its list first. */
const LIST_AGE_MS = HOUR_MS;
/** All requests of one reading together. */
const READING_MS = 28 * SECOND_MS;
const UNUSABLE = 'its names cannot be meant';

/** Reads one exchange in its own time of every cycle, one reading at a time, and gives it a rest where it fails. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #plausibility: Plausibility;
  #list: MarketList | undefined;
  #toldList: MarketList | undefined;
  #listUntil = -Infinity;
  #failing = 0;
  /** Markets of the last list whose names cannot be meant. */
  #unusable = 0;
  /** By the monotonic clock: one that is set back does not make a rest longer. */
  #restsUntil = -Infinity;

  constructor(options: PollerOptions) {
    this.#options = options;
    const known = options.snapshots.read(options.api.key);
    this.#list = known && usableList(known);
    this.#plausibility = new Plausibility(this.#list, options.isPriced);
  }

  /** Until the signal aborts. The first reading is made at once, so that a start does not wait for the phase. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    if (this.#list) this.#tellList(this.#list);
    while (!signal.aborted) {
      // By the clock that is never set: a cycle that was left out is one that really passed.
      const planned = clock.monotonic() - this.#sincePhase();
      await this.#cycle(signal);
      const passed = Math.floor((clock.monotonic() - planned) / SLOT_MS);
      for (let i = 0; i < passed && !signal.aborted; i++) this.#ended({ outcome: 'overrun' }, 0);
      await this.#nextPhase(signal);
    }
  }

  /** Time since the exchange was last to be read. */
  #sincePhase(): Millis {
    const { clock, phaseMs } = this.#options;
    const since = (clock.now() - phaseMs) % SLOT_MS;
    return since < 0 ? since + SLOT_MS : since;
  }

  /** Waits for its next time. Where the clock is set meanwhile that is another one, and never more than a cycle away. */
  async #nextPhase(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    let at = clock.now() + SLOT_MS - this.#sincePhase();
    try {
      for (let left = at - clock.now(); left > 0; left = at - clock.now()) {
        if (left > SLOT_MS) at = clock.now() + SLOT_MS - this.#sincePhase();
        await clock.wait(Math.min(at - clock.now(), SECOND_MS), signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #cycle(signal: AbortSignal): Promise<void> {
    const { clock, places } = this.#options;
    const began = clock.monotonic();
    if (began < this.#restsUntil) return this.#ended({ outcome: 'resting' }, 0);
    const result = await places.with(() => this.#attempt(signal));
    if (!signal.aborted) this.#ended(result, clock.monotonic() - began);
  }

  async #attempt(signal: AbortSignal): Promise<CycleOutcome> {
    const { clock } = this.#options;
    const end = new LinkedAbort(signal);
    // A reading may make many requests at once, and each of them waits for it.
    setMaxListeners(0, end.signal);
    const over = clock.wait(READING_MS, end.signal).then(
      () => end.abort(new PollFailure('timeout', `not read within ${READING_MS / SECOND_MS} s`)),
      () => undefined,
    );
    try {
      const tickers = await this.#read(end.signal);
      this.#failing = 0;
      this.#restsUntil = -Infinity;
      const leftOut = this.#leftOut();
      return { outcome: 'read', tickers, ...(leftOut.length > 0 ? { leftOut } : {}) };
    } catch (error) {
      return this.#failed(error);
    } finally {
      end.release();
      end.abort();
      await over;
    }
  }

  async #read(signal: AbortSignal): Promise<number> {
    const { api, tell } = this.#options;
    const list = await this.#currentList(signal);
    const answered = await api.tickers(list, signal);
    const readings = this.#plausibility.checkTickers(answered, list, api.mostInCycle);
    tell({ kind: 'tickers', exchange: api.key, readings, answerTime: api.answerTime?.() });
    return readings.length;
  }

  /** What was left out of the answers of this reading. */
  #leftOut(): readonly LeftOut[] {
    const unusable = this.#unusable === 0 ? [] : [{ why: UNUSABLE, count: this.#unusable, examples: [] }];
    this.#unusable = 0;
    return [...(this.#options.api.takeLeftOut?.() ?? []), ...unusable];
  }

  /** A list that cannot be renewed goes on being used; without any, the exchange cannot be read. */
  async #currentList(signal: AbortSignal): Promise<MarketList> {
    const { api, clock, snapshots } = this.#options;
    if (this.#list && clock.monotonic() < this.#listUntil) return this.#list;
    try {
      const told = await api.markets(signal);
      const list = usableList(told);
      this.#unusable = told.markets.length - list.markets.length;
      this.#plausibility.checkMarkets(list);
      this.#list = list;
      snapshots.write(api.key, list);
    } catch (error) {
      if (!this.#list || signal.aborted) throw error;
    }
    if (this.#list !== this.#toldList) this.#tellList(this.#list);
    this.#listUntil = clock.monotonic() + LIST_AGE_MS;
    return this.#list;
  }

  #tellList(list: MarketList): void {
    const { markets, currencies } = list;
    this.#options.onList?.(list);
    this.#options.tell({ kind: 'markets', exchange: this.#options.api.key, list: { markets, currencies } });
    this.#toldList = list;
  }

  /** An error that is no failure of a reading is a mistake of ours; the exchange is given a rest all the same. */
  #failed(error: unknown): CycleOutcome {
    const { clock, random } = this.#options;
    const failure =
      error instanceof PollFailure
        ? error
        : new PollFailure('unexpected', 'the reading failed', { cause: error });
    this.#failing += 1;
    const rest = Math.max(failure.retryAfterMs ?? 0, backOffMs(this.#failing, random));
    this.#restsUntil = clock.monotonic() + rest;
    if (this.#failing >= OPENS_AFTER) this.#listUntil = -Infinity;
    return { outcome: 'failed', failure: failure.kind, message: failure.message };
  }

  #ended(result: CycleOutcome, tookMs: Millis): void {
    const { api, clock, tell } = this.#options;
    const left = this.#restsUntil - clock.monotonic();
    const rests = left > 0 ? { restsUntil: clock.now() + left } : {};
    tell({ kind: 'cycle', exchange: api.key, result, tookMs, failing: this.#failing, ...rests });
  }
}
