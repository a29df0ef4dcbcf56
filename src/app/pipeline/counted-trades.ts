import type { EngineReference } from '../../engine/engine-reference.ts';
import { hashRecord, type Hash } from '../../engine/record/tick-record.ts';
import type { RecordedTick } from '../../values/receipts/recorded-input.ts';

/** What is known about the trades of a tick and of the tick before it. */
export interface TradesUpTo {
  /** Names of counted trades, as made by `tradeNameOf`. */
  readonly counted: ReadonlySet<string>;
  /** Exchanges that lacked trades in the tick: they may still be due in the next one. */
  readonly incomplete: readonly string[];
}

interface CountedTick extends TradesUpTo {
  readonly hash: string;
  /** The hash of the record of the tick before it; empty if there was none. */
  readonly previous: string;
}

/** The last tick, the one before it, and one in reserve. */
const MAX_TICKS = 3;

/** Remembers which trades the newest ticks have counted, so that a new leader counts each trade once. */
export class CountedTrades {
  readonly #hash: Hash;
  #ticks: readonly CountedTick[] = [];

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /** `reference`: the version of the reference data that the tick was computed with. */
  add({ input: { trades, incomplete = [] }, record }: RecordedTick, reference: EngineReference): void {
    const { exchanges, marketIds, listingExchange, listingMarket } = reference;
    const exchangeOf = (listing: number) => exchanges[listingExchange[listing]!]!.id;
    const names = trades.map(({ listing, tradeId }) =>
      tradeNameOf({
        exchangeId: exchangeOf(listing),
        marketId: marketIds[listingMarket[listing]!]!,
        tradeId,
      }),
    );
    const tick: CountedTick = {
      hash: hashRecord(record, this.#hash),
      previous: record.previous,
      counted: new Set(names),
      incomplete: [...new Set(incomplete.map(exchangeOf))],
    };
    this.#ticks = [...this.#ticks, tick].slice(-MAX_TICKS);
  }

  /**
   * The trades of the tick with this record and of the one before it. Undefined if either is unknown: then it is unknown which
   * trades of the last minute were counted.
   */
  upTo(hash: string): TradesUpTo | undefined {
    const last = this.#tickWith(hash);
    if (!last) return undefined;
    const before = last.previous === '' ? undefined : this.#tickWith(last.previous);
    if (!before && last.previous !== '') return undefined;
    return { counted: new Set([...last.counted, ...(before?.counted ?? [])]), incomplete: last.incomplete };
  }

  #tickWith(hash: string): CountedTick | undefined {
    return this.#ticks.findLast((tick) => tick.hash === hash);
  }
}

/** A trade id is unique per exchange and market. */
export function tradeNameOf({
  exchangeId,
  marketId,
  tradeId,
}: {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly tradeId: string;
}): string {
  return `${exchangeId} ${marketId} ${tradeId}`;
}
