import type { MarketList, TickerReading } from '../ports/exchange-api.ts';
import { checkMarketCount } from '../ports/list-limits.ts';
import { PollFailure } from '../ports/poll-failure.ts';

/** A list with fewer markets than this share of the one before it is not believed at once. */
const LEAST_OF_LIST = 0.7;
/** The same of tickers, which come and go more easily. */
const LEAST_OF_TICKERS = 0.5;
/** The first answer is compared with the markets that the exchange says can be traded. */
const LEAST_OF_FIRST = 0.2;
/** What was not believed is believed when it was seen so many times in a row. */
const SEEN_TIMES = 3;

/** Believes a number of things unless it is far below the one before, until it has been so three times in a row. */
class CountWatch {
  readonly #leastShare: number;
  #usual: number | undefined;
  #doubts = 0;

  constructor(leastShare: number, usual?: number) {
    this.#leastShare = leastShare;
    this.#usual = usual;
  }

  believes(count: number): boolean {
    const isFew = this.#usual !== undefined && count < this.#usual * this.#leastShare;
    this.#doubts = isFew ? this.#doubts + 1 : 0;
    if (isFew && this.#doubts < SEEN_TIMES) return false;
    this.#usual = count;
    this.#doubts = 0;
    return true;
  }
}

/** Whether what an exchange answers can be meant. An answer that is laid out well and says nothing is the most usual lie. */
export class Plausibility {
  readonly #lists: CountWatch;
  #tickers = new CountWatch(LEAST_OF_TICKERS);
  #isFirst = true;
  readonly #isPriced: (reading: TickerReading) => boolean;

  /** Of a list that was believed before. */
  constructor(known?: MarketList, isPriced: (reading: TickerReading) => boolean = hasLast) {
    this.#isPriced = isPriced;
    this.#lists = new CountWatch(LEAST_OF_LIST, known?.markets.length);
  }

  checkMarkets({ markets }: MarketList): void {
    checkMarketCount(markets.length);
    if (markets.length === 0) throw new PollFailure('implausible', 'a list without markets');
    if (!this.#lists.believes(markets.length))
      throw new PollFailure('implausible', `a list of only ${markets.length} markets`);
  }

  /** Those that say a price; `most` is how many can be expected at all. */
  checkTickers(
    readings: readonly TickerReading[],
    { markets }: MarketList,
    most = Infinity,
  ): readonly TickerReading[] {
    const priced = readings.filter(this.#isPriced);
    if (priced.length === 0)
      throw new PollFailure('implausible', `${readings.length} tickers, none with a price`);
    const traded = Math.min(most, markets.filter(({ active }) => active).length);
    if (this.#isFirst && priced.length < traded * LEAST_OF_FIRST)
      throw new PollFailure('implausible', `${priced.length} tickers for ${traded} markets`);
    if (!this.#tickers.believes(priced.length))
      throw new PollFailure('implausible', `only ${priced.length} tickers`);
    this.#isFirst = false;
    return readings;
  }
}

function hasLast({ last }: TickerReading): boolean {
  return last !== undefined;
}
