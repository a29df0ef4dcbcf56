import { marketName } from '../../core/market.ts';
import { inBatches, type Slices } from '../../core/async/slices.ts';
import type { Catalogue } from '../../reference/catalogue.ts';

const MARKETS_PER_STEP = 500;
const NONE: readonly string[] = [];

/** Markets by name, such as `BTC_USD`. Symbols are not unique, so neither are names. */
export class MarketNames {
  readonly #catalogue: Pick<Catalogue, 'assets' | 'markets'>;
  readonly #ids = new Map<string, string[]>();
  readonly #names = new Map<string, string>();

  private constructor({ assets, markets }: Catalogue) {
    this.#catalogue = { assets, markets };
  }

  /** Returns `previous` if its assets and markets are the same. */
  static *inSlices(catalogue: Catalogue, previous?: MarketNames): Slices<MarketNames> {
    if (previous && previous.#isOf(catalogue)) return previous;
    const names = new MarketNames(catalogue);
    yield* inBatches(catalogue.markets, MARKETS_PER_STEP, ({ id, baseAssetId, quoteAssetId }) => {
      const base = catalogue.asset(baseAssetId)?.symbol ?? '';
      const quote = catalogue.asset(quoteAssetId)?.symbol ?? '';
      names.#add(id, marketName(base, quote));
    });
    return names;
  }

  nameOf(marketId: string): string {
    return this.#names.get(marketId) ?? '';
  }

  /** Ids of the markets of that name. */
  idsOf(name: string): readonly string[] {
    return this.#ids.get(name) ?? NONE;
  }

  #isOf({ assets, markets }: Catalogue): boolean {
    return this.#catalogue.assets === assets && this.#catalogue.markets === markets;
  }

  #add(id: string, name: string): void {
    this.#names.set(id, name);
    const sameName = this.#ids.get(name);
    if (sameName) sameName.push(id);
    else this.#ids.set(name, [id]);
  }
}
