import { exp } from '../../core/numbers/ln-exp.ts';
import type { RateTopology } from '../gwa/rate-topology.ts';
import type { Rates } from '../gwa/solve-rates.ts';
import { usable } from '../numbers/read-number.ts';

/** The price that the other markets imply for this one: exp(x_base - x_quote); 0 if they do not reach both assets. */
export function crossRate({ base, quote }: RateTopology, { x, reached }: Rates, market: number): number {
  const baseAsset = base[market]!;
  const quoteAsset = quote[market]!;
  if (reached[baseAsset] !== 1 || reached[quoteAsset] !== 1) return 0;
  return usable(exp(x[baseAsset]! - x[quoteAsset]!));
}
