import type { Clock } from '../../../core/clocks/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { CandleLength, CandlesApi } from '../ports/candles-api.ts';
import { backOffMs } from '../collect/back-off.ts';
import type { MarketList } from '../ports/exchange-api.ts';
import { PollFailure, type FailureKind } from '../ports/poll-failure.ts';
import type { CandleLog } from './candle-log.ts';
import { plausibleDays, checkedDays, type DayCandle, type RequestedDays } from './day-candle.ts';
import { candleLengthOf } from './day-length.ts';

/** A market of the exchange whose candles are needed. */
export interface SeedMarket {
  readonly symbol: string;
  readonly marketId: string;
  /** Last published price. */
  readonly price: number;
}

export interface CandleReaderOptions {
  readonly api: CandlesApi;
  readonly list: MarketList;
  /** The most traded first. */
  readonly markets: readonly SeedMarket[];
  readonly wanted: RequestedDays;
  readonly log: Pick<CandleLog, 'has' | 'add'>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called after each market, whether it was requested or already known. */
  readonly onMarket: () => void;
  readonly onFailure: (kind: FailureKind) => void;
}

/** Result of reading the candles of one exchange. */
export interface CandleReadResult {
  readonly exchange: string;
  /** Candles refused as invalid. */
  readonly refused: number;
  readonly failures: number;
  /** Set if the exchange was given up; candles received before are kept. */
  readonly failure?: FailureKind;
}

/** After this many failures in a row the exchange is given up until the next attempt. */
const MAX_CONSECUTIVE = 6;
/** Attempts for one market. Then it is skipped until all exchanges are requested again. */
const MAX_TRIES = 3;
/** Combining waits for all exchanges; one that asks for more time gets it, up to this limit. */
const MAX_BACK_OFF_MS = MINUTE_MS;
const MAX_RETRY_AFTER_MS = 5 * MINUTE_MS;
/** Maximum of one request; some exchanges return fewer. */
const MAX_CANDLES = 1000;
/** These failures concern only the market, which is skipped at once. */
const OF_ONE_MARKET: ReadonlySet<FailureKind> = new Set([
  'exchange-error',
  'refused',
  'implausible',
  'empty',
]);

/** Requests the daily candles of one exchange's markets, one after the other, and stores them. */
export class CandleReader {
  readonly #options: CandleReaderOptions;
  #length: CandleLength;
  #consecutiveFailures = 0;
  #failures = 0;
  #refused = 0;

  constructor(options: CandleReaderOptions) {
    this.#options = options;
    this.#length = candleLengthOf(options.api.key);
  }

  /** Rejects only when the signal aborts. */
  async read(signal: AbortSignal): Promise<CandleReadResult> {
    const { markets, log, onMarket } = this.#options;
    for (const market of markets) {
      const failure = log.has(market.symbol) ? undefined : await this.#readMarket(market, signal);
      if (failure) return this.#ended(failure);
      onMarket();
    }
    return this.#ended();
  }

  /** Makes a few attempts. Returns a failure if the exchange is to be given up. */
  async #readMarket(market: SeedMarket, signal: AbortSignal): Promise<FailureKind | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#ask(market, signal);
        this.#consecutiveFailures = 0;
        return undefined;
      } catch (error) {
        const failure = failureOf(error, signal);
        if (this.#count(failure)) return failure.kind;
        if (tries >= MAX_TRIES || OF_ONE_MARKET.has(failure.kind)) return undefined;
        await this.#rest(failure, signal);
      }
    }
  }

  async #ask({ symbol, marketId, price }: SeedMarket, signal: AbortSignal): Promise<void> {
    const sound = await this.#daysOf(symbol, signal);
    const days = plausibleDays(sound, price);
    this.#refused += sound.length - days.length;
    await this.#options.log.add({ symbol, marketId, days });
  }

  async #daysOf(symbol: string, signal: AbortSignal): Promise<readonly DayCandle[]> {
    const { api, list, wanted } = this.#options;
    const order = {
      symbol,
      length: this.#length,
      ...spanOf(this.#length, wanted, this.#options.clock.now()),
    };
    const { days, refused, isAligned } = checkedDays(
      await api.candles(list, order, signal),
      this.#length,
      wanted,
    );
    this.#refused += refused;
    if (isAligned) return days;
    if (this.#length === '1h') throw new PollFailure('implausible', 'hours that do not begin with an hour');
    this.#length = '1h';
    return this.#daysOf(symbol, signal);
  }

  /** Whether to give up the exchange. */
  #count({ kind, retryAfterMs = 0 }: PollFailure): boolean {
    this.#failures += 1;
    this.#consecutiveFailures += 1;
    this.#options.onFailure(kind);
    return (
      this.#consecutiveFailures >= MAX_CONSECUTIVE ||
      kind === 'not-from-here' ||
      retryAfterMs > MAX_RETRY_AFTER_MS
    );
  }

  async #rest({ retryAfterMs = 0 }: PollFailure, signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#options;
    const rest = Math.min(MAX_BACK_OFF_MS, backOffMs(this.#consecutiveFailures, random));
    await clock.wait(Math.max(retryAfterMs, rest), signal);
  }

  #ended(failure?: FailureKind): CandleReadResult {
    return {
      exchange: this.#options.api.key,
      refused: this.#refused,
      failures: this.#failures,
      ...(failure && { failure }),
    };
  }
}

function failureOf(error: unknown, signal: AbortSignal): PollFailure {
  signal.throwIfAborted();
  return error instanceof PollFailure
    ? error
    : new PollFailure('unexpected', 'the candles could not be read', { cause: error });
}

/** The range ends now, because some exchanges always return the latest candles and filter afterwards. */
function spanOf(length: CandleLength, { first }: RequestedDays, now: Millis) {
  const step = length === '1d' ? DAY_MS : HOUR_MS;
  const count = Math.min(MAX_CANDLES, Math.ceil((now - first) / step) + 1);
  return { from: Math.max(first, Math.floor(now / step) * step - (count - 1) * step), count };
}
