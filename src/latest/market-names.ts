import { marketName } from '../../core/market.ts';
import type { Catalogue } from '../../reference/catalogue.ts';
import type { Refusal } from './channel.ts';

/** Markets by the name that people write, `BTC_USD`. Symbols are not unique, so neither are names. */
export class MarketNames {
  readonly #ids = new Map<string, string[]>();
  readonly #names = new Map<string, string>();

  constructor(catalogue: Catalogue) {
    for (const { id, baseAssetId, quoteAssetId } of catalogue.markets) {
      const name = marketName(
        catalogue.asset(baseAssetId)?.symbol ?? '',
        catalogue.asset(quoteAssetId)?.symbol ?? '',
      );
      this.#names.set(id, name);
      const alike = this.#ids.get(name);
      if (alike) alike.push(id);
      else this.#ids.set(name, [id]);
    }
  }

  nameOf(marketId: string): string {
    return this.#names.get(marketId) ?? '';
  }

  resolve(name: string): { readonly marketId: string } | Refusal {
    const [marketId, ...others] = this.#ids.get(name) ?? [];
    if (marketId === undefined) return { code: '404', message: 'there is no such market' };
    if (others.length === 0) return { marketId };
    const message = `marketName is ambiguous: use marketId with one of ${[marketId, ...others].join(', ')}`;
    return { code: '400', message };
  }
}
