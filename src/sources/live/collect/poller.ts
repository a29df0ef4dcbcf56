import type { Clock } from '../../../core/clock.ts';
import { HOUR_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { ExchangeApi, MarketList } from '../exchange-api.ts';
import { PollFailure } from '../poll-failure.ts';
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
}

/** Lists change rarely; an exchange that is read for the first time, or anew after a rest, is asked for its list first. */
const LIST_AGE_MS = HOUR_MS;
/** All requests of one reading together. */
const READING_MS = 28 * SECOND_MS;

/** Reads one exchange in its own time of every cycle, one reading at a time, and gives it a rest where it fails. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #plausibility: Plausibility;
  #list: MarketList | undefined;
  #listUntil = -Infinity;
  #failing = 0;
  #restsUntil = -Infinity;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#list = options.snapshots.read(options.api.key);
    this.#plausibility = new Plausibility(this.#list);
  }

  /** Until the signal aborts. The first reading is made at once, so that a start does not wait for the phase. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, phaseMs } = this.#options;
    if (this.#list) this.#tellList(this.#list);
    let at = clock.now();
    while (!signal.aborted) {
      await this.#cycle(signal);
      let next = afterPhase(at, phaseMs);
      for (; next <= clock.now() && !signal.aborted; next += SLOT_MS) this.#ended({ outcome: 'overrun' }, 0);
      at = next;
      await clock.waitUntil(at, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }

  async #cycle(signal: AbortSignal): Promise<void> {
    const { clock, places } = this.#options;
    if (clock.now() < this.#restsUntil) return this.#ended({ outcome: 'resting' }, 0);
    const began = clock.monotonic();
    const result = await places.with(() => this.#attempt(signal));
    if (!signal.aborted) this.#ended(result, clock.monotonic() - began);
  }

  async #attempt(signal: AbortSignal): Promise<CycleOutcome> {
    const { clock } = this.#options;
    const end = new AbortController();
    const stop = AbortSignal.any([signal, end.signal]);
    const over = clock.wait(READING_MS, stop).then(
      () => end.abort(new PollFailure('timeout', `not read within ${READING_MS / SECOND_MS} s`)),
      () => undefined,
    );
    try {
      const tickers = await this.#read(stop);
      this.#failing = 0;
      this.#restsUntil = -Infinity;
      return { outcome: 'read', tickers };
    } catch (error) {
      return this.#failed(error);
    } finally {
      end.abort();
      await over;
    }
  }

  async #read(signal: AbortSignal): Promise<number> {
    const { api, tell } = this.#options;
    const list = await this.#currentList(signal);
    const readings = this.#plausibility.checkTickers(await api.tickers(list, signal), list);
    tell({ kind: 'tickers', exchange: api.key, readings });
    return readings.length;
  }

  /** A list that cannot be renewed goes on being used; without any, the exchange cannot be read. */
  async #currentList(signal: AbortSignal): Promise<MarketList> {
    const { api, clock, snapshots } = this.#options;
    if (this.#list && clock.monotonic() < this.#listUntil) return this.#list;
    try {
      const list = await api.markets(signal);
      this.#plausibility.checkMarkets(list);
      this.#list = list;
      snapshots.write(api.key, list);
      this.#tellList(list);
    } catch (error) {
      if (!this.#list || signal.aborted) throw error;
    }
    this.#listUntil = clock.monotonic() + LIST_AGE_MS;
    return this.#list;
  }

  #tellList({ markets, currencies }: MarketList): void {
    this.#options.tell({ kind: 'markets', exchange: this.#options.api.key, list: { markets, currencies } });
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
    this.#restsUntil = clock.now() + rest;
    if (this.#failing >= OPENS_AFTER) this.#listUntil = -Infinity;
    return { outcome: 'failed', failure: failure.kind, message: failure.message };
  }

  #ended(result: CycleOutcome, tookMs: Millis): void {
    const { api, clock, tell } = this.#options;
    const rests = this.#restsUntil > clock.now() ? { restsUntil: this.#restsUntil } : {};
    tell({ kind: 'cycle', exchange: api.key, result, tookMs, failing: this.#failing, ...rests });
  }
}

/** The next instant after `at` that is so long after a multiple of a slot. */
function afterPhase(at: Millis, phaseMs: Millis): Millis {
  return Math.floor((at - phaseMs) / SLOT_MS + 1) * SLOT_MS + phaseMs;
}
