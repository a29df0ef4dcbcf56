import { isReal, maskOf, type FlagMask } from '../../../core/index-value.ts';
import type { Candle } from '../../../core/candle.ts';
import type { ReferenceData } from '../../../core/reference-data.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import { runTick, type TickRun } from '../../../engine/engine.ts';
import { buildReference, type EngineReference } from '../../../engine/engine-reference.ts';
import { emptyState } from '../../../engine/engine-state.ts';
import { emptyTickers } from '../../../engine/market/market-tickers.ts';
import { ACCEPTED } from '../../../engine/market/screen.ts';
import { methodologyAt } from '../../../engine/methodology.ts';
import { clamp } from '../../../engine/numbers/clamp.ts';
import { capped, roundSignificant } from '../../../engine/numbers/rounding.ts';
import type { DayCandle } from './day-candle.ts';

/** Candle of one listing for one day. */
export interface DayOfExchange extends DayCandle {
  readonly exchangeId: string;
  readonly marketId: string;
}

/** A combined day, with the number of exchanges behind each record. */
export interface CombinedDay {
  readonly day: Millis;
  /** Version of the methodology. */
  readonly methodology: string;
  readonly records: readonly CombinedRecord[];
}

export interface CombinedRecord extends Candle {
  readonly exchanges: number;
}

type Field = 'open' | 'high' | 'low' | 'close';
type Prices = Readonly<Record<Field, number>>;

const SEEDED = maskOf('SEEDED');

/**
 * Combines daily candles with the functions that compute every tick and the methodology of the day. Each price is that
 * of a tick at the end of the day whose tickers are the opens, highs, lows or closes, with the day's volumes, and
 * without state from earlier days. The same solve gives opens and closes of assets.
 */
export class CombinedDays {
  readonly #reference: EngineReference;

  /**
   * Uses listings that are listed and qualified, whatever the present status of their exchange: it does not apply to
   * the past.
   */
  constructor(data: ReferenceData) {
    const exchanges = data.exchanges.map((exchange) => ({ ...exchange, status: 'ACTIVE' as const }));
    this.#reference = buildReference({ ...data, exchanges });
  }

  combine(day: Millis, candles: readonly DayOfExchange[]): CombinedDay {
    const at = day + DAY_MS;
    const close = this.#run(at, candles, 'close');
    const open = this.#run(at, candles, 'open');
    const range = { high: this.#run(at, candles, 'high'), low: this.#run(at, candles, 'low') };
    return {
      day,
      methodology: methodologyAt(at).version,
      records: [...this.#marketRecords(day, open, close, range), ...this.#assetRecords(day, open, close)],
    };
  }

  #run(at: Millis, candles: readonly DayOfExchange[], field: Field): TickRun {
    const reference = this.#reference;
    const tickers = emptyTickers(reference.listingMarket.length);
    for (const candle of candles) {
      const i = reference.listingIndex(candle.exchangeId, candle.marketId);
      if (i === undefined) continue;
      tickers.last[i] = candle[field];
      tickers.volume[i] = candle.volume;
      tickers.lastMoved[i] = at;
      tickers.k[i] = 0;
    }
    return runTick(reference, { at, tickers, trades: [], state: emptyState(reference) });
  }

  *#marketRecords(
    day: Millis,
    open: TickRun,
    close: TickRun,
    range: { readonly high: TickRun; readonly low: TickRun },
  ): Generator<CombinedRecord> {
    const { marketIds, base } = this.#reference;
    for (const [m, outcome] of close.markets.outcomes.entries()) {
      const first = open.markets.outcomes[m]!;
      if (!isPublished(outcome) || !isPublished(first)) continue;
      // If the exchanges do not agree on high or low, the range is that from open to close.
      const [high, low] = [range.high, range.low].map((run) => run.markets.outcomes[m]!.price);
      const prices = pricesOf(first.price, outcome.price, high, low);
      const usd = close.assets.outcomes[base[m]!]!.price;
      yield record({ indexType: 'MWA', indexId: marketIds[m]! }, day, prices, {
        volume: outcome.volume,
        volumeUsd: roundSignificant(capped(outcome.volume * usd)),
        flags: outcome.flags,
        exchanges: outcome.exchanges,
      });
    }
  }

  /**
   * The high and low of an asset are those of its open and close, because it is not known when its markets had theirs.
   */
  *#assetRecords(day: Millis, open: TickRun, close: TickRun): Generator<CombinedRecord> {
    const { assetIds } = this.#reference;
    for (const [asset, outcome] of close.assets.outcomes.entries()) {
      const first = open.assets.outcomes[asset]!;
      const exchanges = this.#exchangesOf(asset, close);
      // The dollar has a price even if nothing is known of the day.
      if (!isPublished(outcome) || !isPublished(first) || exchanges === 0) continue;
      const volume = close.assets.volume[asset]!;
      yield record(
        { indexType: 'GWA', indexId: assetIds[asset]! },
        day,
        pricesOf(first.price, outcome.price),
        {
          volume,
          volumeUsd: roundSignificant(capped(volume * outcome.price)),
          flags: outcome.flags,
          exchanges,
        },
      );
    }
  }

  #exchangesOf(asset: number, { markets: { screened } }: TickRun): number {
    const { marketsOfAsset, firstListing, listingExchange } = this.#reference;
    const exchanges = new Set<number>();
    for (const m of marketsOfAsset[asset]!)
      for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++)
        if (screened.outcome[i] === ACCEPTED) exchanges.add(listingExchange[i]!);
    return exchanges.size;
  }
}

function isPublished({ price, flags }: { readonly price: number; readonly flags: FlagMask }): boolean {
  return price > 0 && isReal(flags);
}

/** High and low are at least as extreme as open and close, whatever their own averages are. */
function pricesOf(open: number, close: number, high = 0, low = 0): Prices {
  const [min, max] = [Math.min(open, close), Math.max(open, close)];
  return { open, close, high: Math.max(max, high), low: low > 0 ? Math.min(min, low) : min };
}

function record(
  series: Pick<Candle, 'indexType' | 'indexId'>,
  startAt: Millis,
  { open, high, low, close }: Prices,
  { flags, ...rest }: Pick<CombinedRecord, 'volume' | 'volumeUsd' | 'flags' | 'exchanges'>,
): CombinedRecord {
  // Candles of exchanges have neither VWAP nor TWAP; the mean of the four prices replaces both.
  const mean = clamp(roundSignificant((open + high + low + close) / 4), low, high);
  return {
    ...series,
    startAt,
    open,
    high,
    low,
    close,
    ...rest,
    volumeRest: 0,
    vwap: mean,
    twap: mean,
    ticks: 0,
    carried: 0,
    flags: flags | SEEDED,
  };
}
