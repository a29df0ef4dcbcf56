import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { ListedMarket, TickerReading } from '../ports/exchange-api.ts';
import type { PollFailure } from '../ports/poll-failure.ts';
import { MarketRotation } from './market-rotation.ts';

/** Limit for all requests of a cycle: the first ticker is no older than this when it is delivered. */
const MAX_CYCLE_MS = 8 * SECOND_MS;
/** Minimum time between two requests to a host; ccxt knows which hosts need more. */
const MIN_PACE_MS = 250;

/** Failures that do not depend on the requested market: the next request would fail as well. */
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
  /** Time to wait between two requests, by the exchange's rules. */
  readonly paceMs: Millis;
  /** Requests one market. Undefined if the reply is about something else. */
  readonly call: (market: ListedMarket) => Promise<TickerReading | undefined>;
  /** Converts an error of `call`. */
  readonly failureOf: (error: unknown) => PollFailure;
}

/**
 * Reads the tickers of an exchange that has one request per market: in every cycle as many as its rate limit allows, so
 * that every market has its turn. Markets that were not read in the cycle are left out; an old reading is never
 * repeated as new.
 */
export class OneByOne {
  /** Maximum number of markets per cycle. */
  readonly maxPerCycle: number;
  readonly #options: OneByOneOptions;
  readonly #paceMs: Millis;
  readonly #rotation: MarketRotation;

  constructor(options: OneByOneOptions) {
    this.#options = options;
    this.#paceMs = Math.max(MIN_PACE_MS, options.paceMs);
    this.maxPerCycle = Math.max(1, Math.floor(MAX_CYCLE_MS / this.#paceMs));
    this.#rotation = new MarketRotation(this.maxPerCycle);
  }

  /** A market that fails is left out; if all fail, or the exchange itself does, the reading fails. */
  async read(markets: readonly ListedMarket[], signal: AbortSignal): Promise<readonly TickerReading[]> {
    const { clock } = this.#options;
    const readings: TickerReading[] = [];
    let failure: PollFailure | undefined;
    const end = clock.monotonic() + MAX_CYCLE_MS;
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
    const { call, failureOf } = this.#options;
    this.#rotation.markRequested(market.symbol);
    try {
      const reading = await call(market);
      if (reading) this.#rotation.read(reading);
      return reading;
    } catch (error) {
      const failure = failureOf(error);
      if (OF_ALL_MARKETS.has(failure.kind)) throw failure;
      return failure;
    }
  }
}
