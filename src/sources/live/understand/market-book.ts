import { marketIdOf } from '../../../core/ids/entity-id.ts';
import type { Market } from '../../../core/market.ts';
import type { WellKnown } from '../../../reference/well-known/well-known.ts';

/** Every market that an exchange was found to list, by the ids that clients know. */
export class MarketBook {
  readonly #byId = new Map<string, Market>();
  readonly #wellKnown: WellKnown;

  constructor(wellKnown: WellKnown) {
    this.#wellKnown = wellKnown;
  }

  get all(): readonly Market[] {
    return [...this.#byId.values()];
  }

  get size(): number {
    return this.#byId.size;
  }

  /** The same object for the same two assets. */
  of(baseAssetId: string, quoteAssetId: string): Market {
    const id = this.#wellKnown.marketId(baseAssetId, quoteAssetId) ?? marketIdOf(baseAssetId, quoteAssetId);
    const known = this.#byId.get(id);
    if (known) return known;
    const market = { id, baseAssetId, quoteAssetId };
    this.#byId.set(id, market);
    return market;
  }
}
