import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { ListedMarket, TickerReading } from '../ports/exchange-api.ts';
import type { PollFailure } from '../ports/poll-failure.ts';
import { MarketRotation } from './market-rotation.ts';

/** All requests of a cycle: what was read first is no older than this when it is handed on. */
const MOST_MS = 8 * SECOND_MS;
/** No host is asked faster by us; ccxt says which are to be asked more slowly. */
const LEAST_PACE_MS = 250;

/** Failures that say nothing about the market that was asked for: the next one would fail as well. */
const OF_ALL_MARKETS: ReadonlySet<string> = new Set<PollFailure['kind']>([
  'dns',
  'tls',
  'connect',
  'reset',
  'timeout',
  'rate-limited',
  'not-from-here',
  'server-error',
  'maintenance',
]);

export interface OneByOneOptions {
  readonly clock: Clock;
  /** How long the exchange wants us to wait between two requests. */
  readonly paceMs: Millis;
  /** Asks for one market. Undefined: the exchange has answered about something else. */
  readonly ask: (market: ListedMarket) => Promise<TickerReading | undefined>;
  /** What an error of `ask` means. */
  readonly failureOf: (error: unknown) => PollFailure;
}

/**
 * Reads the tickers of an exchange that tells one for each request: in every cycle as many as the exchange's pace allows, so that
 * every market has its turn. What is read is new; a market whose turn it is not is left out, and is never repeated as new.
 */
export class OneByOne {
  /** Markets in one cycle. */
  readonly most: number;
  readonly #options: OneByOneOptions;
  readonly #paceMs: Millis;
  readonly #rotation: MarketRotation;

  constructor(options: OneByOneOptions) {
    this.#options = options;
    this.#paceMs = Math.max(LEAST_PACE_MS, options.paceMs);
    this.most = Math.max(1, Math.floor(MOST_MS / this.#paceMs));
    this.#rotation = new MarketRotation(this.most);
  }

  /** One market that fails is left out; where all fail, or the exchange itself does, the reading has failed. */
  async read(markets: readonly ListedMarket[], signal: AbortSignal): Promise<readonly TickerReading[]> {
    const { clock } = this.#options;
    const readings: TickerReading[] = [];
    let failure: PollFailure | undefined;
    const end = clock.monotonic() + MOST_MS;
    let next = clock.monotonic();
    for (const market of this.#rotation.next(markets)) {
      const waitMs = Math.max(0, next - clock.monotonic());
      if (clock.monotonic() + waitMs > end) break;
      if (waitMs > 0) await clock.wait(waitMs, signal);
      next = clock.monotonic() + this.#paceMs;
      const read = await this.#one(market);
      if (!read) continue;
      if ('symbol' in read) readings.push(read);
      else failure = read;
    }
    if (readings.length === 0 && failure) throw failure;
    return readings;
  }

  async #one(market: ListedMarket): Promise<TickerReading | PollFailure | undefined> {
    const { ask, failureOf } = this.#options;
    this.#rotation.asked(market.symbol);
    try {
      const reading = await ask(market);
      if (reading) this.#rotation.read(reading);
      return reading;
    } catch (error) {
      const failure = failureOf(error);
      if (OF_ALL_MARKETS.has(failure.kind)) throw failure;
      return failure;
    }
  }
}
