import type { ReferenceContent, ReferenceData } from '../../src/core/reference-data.ts';
import { runToEnd } from '../../src/core/async/slices.ts';
import { newRegister, prepareMarket, type ServedMarket } from '../../src/latest/market/served-market.ts';

/** A market that never changes. */
export function servedMarket(reference: ReferenceData, hash = '1'): ServedMarket {
  const data: ReferenceContent = { lx: [], traded: [], ...reference };
  return runToEnd(prepareMarket({ hash, data }, newRegister()));
}
