import type { Clock } from '../../../core/clocks/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { CandleLength, CandlesApi } from '../ports/candles-api.ts';
import { backOffMs } from '../collect/back-off.ts';
import type { MarketList } from '../ports/exchange-api.ts';
import { PollFailure, type FailureKind } from '../ports/poll-failure.ts';
import type { CandleLog } from './candle-log.ts';
import { believable, checkedDays, type DayCandle, type WantedDays } from './day-candle.ts';
import { dayCandlesOf } from './day-length.ts';

/** A market of the exchange whose days are wanted. */
export interface WantedMarket {
  readonly symbol: string;
  readonly marketId: string;
  /** As it was published last. */
  readonly price: number;
}

export interface CandleReaderOptions {
  readonly api: CandlesApi;
  readonly list: MarketList;
  /** The most traded first. */
  readonly markets: readonly WantedMarket[];
  readonly wanted: WantedDays;
  readonly log: Pick<CandleLog, 'has' | 'add'>;
  readonly clock: Clock;
  readonly random: () => number;
  /** A market was asked for, or was known. */
  readonly onMarket: () => void;
  readonly onFailure: (kind: FailureKind) => void;
}

/** How reading an exchange ended. */
export interface ReadExchange {
  readonly exchange: string;
  /** Candles that could not be meant. */
  readonly refused: number;
  readonly failures: number;
  /** Why it was given up, where it was: what it gave until then counts. */
  readonly failure?: FailureKind;
}

/** So many failures in a row, and the exchange is given up until the next time. */
const MOST_IN_A_ROW = 6;
/** Of one market: then it is passed by, and asked for when all are asked again. */
const MOST_TRIES = 3;
/** The days of all others wait for this exchange; one that asks for more time gets it, up to this. */
const LONGEST_REST_MS = MINUTE_MS;
const LONGEST_RETRY_AFTER_MS = 5 * MINUTE_MS;
/** What one request may ask for; exchanges that give fewer say so by giving fewer. */
const MOST_CANDLES = 1000;
/** A market that the exchange does not answer for is passed by at once: these say nothing of the exchange. */
const OF_ONE_MARKET: ReadonlySet<FailureKind> = new Set([
  'exchange-error',
  'refused',
  'implausible',
  'empty',
]);

/** Asks one exchange for the days of its markets, one after the other, and keeps what it answers. */
export class CandleReader {
  readonly #options: CandleReaderOptions;
  #length: CandleLength;
  #inARow = 0;
  #failures = 0;
  #refused = 0;

  constructor(options: CandleReaderOptions) {
    this.#options = options;
    this.#length = dayCandlesOf(options.api.key);
  }

  /** Rejects only when the signal aborts. */
  async read(signal: AbortSignal): Promise<ReadExchange> {
    const { markets, log, onMarket } = this.#options;
    for (const market of markets) {
      const failure = log.has(market.symbol) ? undefined : await this.#readMarket(market, signal);
      if (failure) return this.#ended(failure);
      onMarket();
    }
    return this.#ended();
  }

  /** Tries some times for an answer. A kind of failure where the exchange is to be given up. */
  async #readMarket(market: WantedMarket, signal: AbortSignal): Promise<FailureKind | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#ask(market, signal);
        this.#inARow = 0;
        return undefined;
      } catch (error) {
        const failure = failureOf(error, signal);
        if (this.#count(failure)) return failure.kind;
        if (tries >= MOST_TRIES || OF_ONE_MARKET.has(failure.kind)) return undefined;
        await this.#rest(failure, signal);
      }
    }
  }

  async #ask({ symbol, marketId, price }: WantedMarket, signal: AbortSignal): Promise<void> {
    const sound = await this.#daysOf(symbol, signal);
    const days = believable(sound, price);
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

  /** Whether it is to be given up. */
  #count({ kind, retryAfterMs = 0 }: PollFailure): boolean {
    this.#failures += 1;
    this.#inARow += 1;
    this.#options.onFailure(kind);
    return this.#inARow >= MOST_IN_A_ROW || kind === 'not-from-here' || retryAfterMs > LONGEST_RETRY_AFTER_MS;
  }

  async #rest({ retryAfterMs = 0 }: PollFailure, signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#options;
    const rest = Math.min(LONGEST_REST_MS, backOffMs(this.#inARow, random));
    await clock.wait(Math.max(retryAfterMs, rest), signal);
  }

  #ended(failure?: FailureKind): ReadExchange {
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
    : new PollFailure('unexpected', 'candles could not be had', { cause: error });
}

/** Up to now: some exchanges give the last ones whatever they are asked, and filter afterwards. */
function spanOf(length: CandleLength, { first }: WantedDays, now: Millis) {
  const step = length === '1d' ? DAY_MS : HOUR_MS;
  const count = Math.min(MOST_CANDLES, Math.ceil((now - first) / step) + 1);
  return { from: Math.max(first, Math.floor(now / step) * step - (count - 1) * step), count };
}
