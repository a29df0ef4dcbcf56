import type { TrustTier } from '../../core/exchange.ts';
import { isReal } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { EngineReference } from '../../engine/engine-reference.ts';
import {
  ACCEPTED,
  NO_TICKER,
  OUTLIER,
  SCREEN_OUTCOMES,
  type TickerRefusal,
} from '../../engine/market/screen.ts';
import { trustWeight } from '../../engine/market/trust.ts';
import { methodologyNamed, type Methodology } from '../../engine/methodology.ts';
import type { RecomputedTick } from './recomputation.ts';
import { lacksAges } from './version-comparison.ts';

const BPS = 1e4;
/** A ticker read at most this long ago counts as uptime: the limit of version 3, whatever version computed the tick. */
const FRESH_MS = 90_000;
/** A volume is out of line if it exceeds the median of the others by more than this factor. */
export const OUT_OF_LINE_FACTOR = 100;
/** The minimum number of others to compare a volume with their median. */
const MIN_OTHERS = 2;

/** Rejections caused by the ticker. Inactive and unqualified markets are decisions of the reference data instead. */
export const FIGURE_REFUSALS = ['BAD_NUMBER', 'BAD_TIME', 'STALE', 'OUTLIER', 'NEW'] as const;
export type FigureRefusal = (typeof FIGURE_REFUSALS)[number] & TickerRefusal;

/** Shares are between 0 and 1. A figure is undefined if there was nothing to compute it from. */
export interface ExchangeFigures {
  readonly exchangeId: string;
  readonly exchange: string;
  readonly tier: TrustTier;
  /** Its weight in the trust quorum: 0 during its first 30 days. */
  readonly trust: number;
  /** The number of active, qualified markets at the last tick. */
  readonly markets: number;
  /** The number of ticks at which it had any such market. */
  readonly ticks: number;
  /**
   * The share of its tickers, over markets and ticks, that were read at most 90 s before. A market counts from its first ticker
   * on; an exchange without any ticker has 0. Undefined if ages were not recorded.
   */
  readonly uptime: number | undefined;
  /** The distance of its prices from the published MWA, in markets that also have another exchange. */
  readonly medianDeviationBps: number | undefined;
  readonly p95DeviationBps: number | undefined;
  /** Shares of all its tickers. */
  readonly refused: Readonly<Record<FigureRefusal, number>>;
  /** The share of its accepted tickers and outliers whose volume was cut by the rule of believed volume. */
  readonly volumeCut: number | undefined;
  /**
   * Its volume relative to the median of the others in the same market: the median of this ratio, and how often it was out of
   * line.
   */
  readonly volumeRatio: number | undefined;
  readonly volumeOutOfLine: number | undefined;
}

/** Accumulates the figures of each exchange over recomputed ticks. */
export class TierFigures {
  readonly #sums = new Map<string, ExchangeSums>();
  #last:
    | { readonly reference: EngineReference; readonly at: Millis; readonly methodology: Methodology }
    | undefined;

  add(tick: RecomputedTick): void {
    const { reference, input, record } = tick;
    const { exchanges, listingExchange, standing } = reference;
    const sums = exchanges.map(({ id }) => this.#sumsOf(id));
    const listed = new Set<ExchangeSums>();
    const hasAges = !lacksAges(input);
    for (let i = 0; i < listingExchange.length; i++) {
      if (standing[i] !== ACCEPTED) continue;
      const own = sums[listingExchange[i]!]!;
      listed.add(own);
      own.count(tick, i, hasAges);
    }
    for (const own of listed) own.ticks++;
    for (let m = 0; m < reference.marketIds.length; m++) addMarket(tick, m, sums);
    this.#last = { reference, at: input.at, methodology: methodologyNamed(record.methodology)! };
  }

  /** The figures of exchanges that had a market at the last tick, in the order of the reference data. */
  figures(): ExchangeFigures[] {
    if (!this.#last) return [];
    const { reference, at, methodology } = this.#last;
    const { exchanges, listingExchange, standing } = reference;
    const markets = new Uint32Array(exchanges.length);
    listingExchange.forEach((exchange, i) => {
      if (standing[i] === ACCEPTED) markets[exchange]!++;
    });
    return exchanges.flatMap((exchange, e) =>
      markets[e] === 0
        ? []
        : {
            exchangeId: exchange.id,
            exchange: exchange.name,
            tier: exchange.tier,
            trust: trustWeight(exchange, at, methodology.trust),
            markets: markets[e]!,
            ...this.#sumsOf(exchange.id).figures(),
          },
    );
  }

  #sumsOf(id: string): ExchangeSums {
    const known = this.#sums.get(id) ?? new ExchangeSums();
    this.#sums.set(id, known);
    return known;
  }
}

class ExchangeSums {
  ticks = 0;
  #hasAges = false;
  #readable = 0;
  #fresh = 0;
  readonly #outcomes = new Uint32Array(SCREEN_OUTCOMES.length);
  readonly deviations = new LogHistogram(0.01, 1e6);
  readonly ratios = new LogHistogram(1e-9, 1e12);
  outOfLine = 0;
  believable = 0;
  cut = 0;

  count({ input: { tickers }, run }: RecomputedTick, i: number, hasAges: boolean): void {
    this.#outcomes[run.markets.screened.outcome[i]!]!++;
    if (!hasAges) return;
    this.#hasAges = true;
    if (tickers.k[i]! < 0) return;
    this.#readable++;
    if (tickers.age[i]! >= 0 && tickers.age[i]! <= FRESH_MS) this.#fresh++;
  }

  figures() {
    const tickers = this.#outcomes.reduce((sum, count) => sum + count) - this.#outcomes[NO_TICKER]!;
    const { deviations, ratios, outOfLine, believable, cut } = this;
    const refused = FIGURE_REFUSALS.map((reason) => {
      const count = this.#outcomes[SCREEN_OUTCOMES.indexOf(reason)]!;
      return [reason, tickers > 0 ? count / tickers : 0] as const;
    });
    return {
      ticks: this.ticks,
      uptime: this.#hasAges ? (shareOf(this.#fresh, this.#readable) ?? 0) : undefined,
      medianDeviationBps: deviations.quantile(0.5),
      p95DeviationBps: deviations.quantile(0.95),
      refused: Object.fromEntries(refused) as Record<FigureRefusal, number>,
      volumeCut: shareOf(cut, believable),
      volumeRatio: ratios.quantile(0.5),
      volumeOutOfLine: shareOf(outOfLine, ratios.count),
    };
  }
}

function shareOf(count: number, all: number): number | undefined {
  return all > 0 ? count / all : undefined;
}

/** Adds the deviations and volumes of all tickers of one market that had a price. */
function addMarket(
  { reference, input, output, run }: RecomputedTick,
  m: number,
  sums: readonly ExchangeSums[],
): void {
  const { firstListing, listingExchange } = reference;
  const { outcome, price, volume } = run.markets.screened;
  const priced: number[] = [];
  for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++)
    if (outcome[i] === ACCEPTED || outcome[i] === OUTLIER) priced.push(i);
  const accepted = priced.filter((i) => outcome[i] === ACCEPTED).length;
  const mwa = isReal(output.mwa.flags[m]!) ? output.mwa.price[m]! : 0;
  const volumes = Float64Array.from(priced, (i) => input.tickers.volume[i]!).sort();
  for (const i of priced) {
    const own = sums[listingExchange[i]!]!;
    const others = accepted - (outcome[i] === ACCEPTED ? 1 : 0);
    if (mwa > 0 && others > 0) own.deviations.add((Math.abs(price[i]! - mwa) / mwa) * BPS);
    const reported = input.tickers.volume[i]!;
    own.believable++;
    if (volume[i]! < reported) own.cut++;
    if (priced.length <= MIN_OTHERS) continue;
    const ratio = reported / medianWithout(volumes, reported);
    own.ratios.add(ratio);
    if (ratio > OUT_OF_LINE_FACTOR) own.outOfLine++;
  }
}

/** The median of sorted numbers without one of them. */
function medianWithout(sorted: Float64Array, left: number): number {
  const place = sorted.indexOf(left);
  const at = (n: number) => sorted[n < place ? n : n + 1]!;
  const count = sorted.length - 1;
  const middle = count >> 1;
  return count % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}

/** Each bin is wider than the previous one by this factor: quantiles are off by at most 1 %. */
const GROWTH = 1.02;

/**
 * Counts positive numbers between two bounds for quantiles, in constant memory. Numbers outside the bounds count as the bound.
 */
export class LogHistogram {
  readonly #min: number;
  readonly #counts: Uint32Array;
  count = 0;

  constructor(min: number, max: number) {
    this.#min = min;
    this.#counts = new Uint32Array(2 + Math.ceil(Math.log(max / min) / Math.log(GROWTH)));
  }

  add(value: number): void {
    const bin = value > this.#min ? 1 + Math.floor(Math.log(value / this.#min) / Math.log(GROWTH)) : 0;
    this.#counts[Math.min(bin, this.#counts.length - 1)]!++;
    this.count++;
  }

  /** Undefined if nothing was counted. Numbers up to the lower bound count as 0. */
  quantile(share: number): number | undefined {
    if (this.count === 0) return undefined;
    let left = Math.max(1, Math.ceil(share * this.count));
    const bin = this.#counts.findIndex((count) => (left -= count) <= 0);
    return bin === 0 ? 0 : this.#min * GROWTH ** (bin - 0.5);
  }
}
