import type { Asset, Supply } from './asset.ts';
import type { Exchange } from './exchange.ts';
import type { Market } from './market.ts';

/** Everything that is known before the first tick. A source or an operator delivers it whole. */
export interface ReferenceData {
  readonly assets: readonly Asset[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Exchange[];
  readonly supplies: readonly Supply[];
}
