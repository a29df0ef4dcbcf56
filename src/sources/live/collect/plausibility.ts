import type { MarketList, TickerReading } from '../ports/exchange-api.ts';
import { checkMarketCount } from '../ports/list-limits.ts';
import { PollFailure } from '../ports/poll-failure.ts';

/** A list with fewer markets than this share of the previous one is not accepted at once. */
const MIN_LIST_SHARE = 0.7;
/** The same for tickers, whose number varies more. */
const MIN_TICKER_SHARE = 0.5;
/** The first reply is compared with the number of active markets. */
const MIN_FIRST_SHARE = 0.2;
/** A rejected count is accepted when it has been seen this many times in a row. */
const SEEN_TIMES = 3;

/** Accepts a count unless it is far below the last accepted one; accepts it anyway the third time in a row. */
class CountWatch {
  readonly #minShare: number;
  #usual: number | undefined;
  #doubts = 0;

  constructor(minShare: number, usual?: number) {
    this.#minShare = minShare;
    this.#usual = usual;
  }

  accepts(count: number): boolean {
    const isFew = this.#usual !== undefined && count < this.#usual * this.#minShare;
    this.#doubts = isFew ? this.#doubts + 1 : 0;
    if (isFew && this.#doubts < SEEN_TIMES) return false;
    this.#usual = count;
    this.#doubts = 0;
    return true;
  }
}

/**
 * Checks whether replies of an exchange are plausible. A well-formed but nearly empty reply is the most common fault.
 */
export class Plausibility {
  readonly #lists: CountWatch;
  #tickers = new CountWatch(MIN_TICKER_SHARE);
  #isFirst = true;
  readonly #isPriced: (reading: TickerReading) => boolean;

  /** `known`: the last accepted list. */
  constructor(known?: MarketList, isPriced: (reading: TickerReading) => boolean = hasLast) {
    this.#isPriced = isPriced;
    this.#lists = new CountWatch(MIN_LIST_SHARE, known?.markets.length);
  }

  checkMarkets({ markets }: MarketList): void {
    checkMarketCount(markets.length);
    if (markets.length === 0) throw new PollFailure('implausible', 'a list without markets');
    if (!this.#lists.accepts(markets.length))
      throw new PollFailure('implausible', `a list of only ${markets.length} markets`);
  }

  /** Returns the tickers; throws if too few have a price. `max`: the maximum that can be expected. */
  checkTickers(
    readings: readonly TickerReading[],
    { markets }: MarketList,
    max = Infinity,
  ): readonly TickerReading[] {
    const priced = readings.filter(this.#isPriced);
    if (priced.length === 0)
      throw new PollFailure('implausible', `${readings.length} tickers, none with a price`);
    const traded = Math.min(max, markets.filter(({ active }) => active).length);
    if (this.#isFirst && priced.length < traded * MIN_FIRST_SHARE)
      throw new PollFailure('implausible', `${priced.length} tickers for ${traded} markets`);
    if (!this.#tickers.accepts(priced.length))
      throw new PollFailure('implausible', `only ${priced.length} tickers`);
    this.#isFirst = false;
    return readings;
  }
}

function hasLast({ last }: TickerReading): boolean {
  return last !== undefined;
}
