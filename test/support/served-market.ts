import type { ReferenceContent, ReferenceData } from '../../src/core/reference-data.ts';
import { atOnce } from '../../src/core/slices.ts';
import { newRegister, prepareMarket, type ServedMarket } from '../../src/latest/served-market.ts';

/** A market that never changes. */
export function servedMarket(reference: ReferenceData, hash = '1'): ServedMarket {
  const data: ReferenceContent = { lx: [], traded: [], ...reference };
  return atOnce(prepareMarket({ hash, data }, newRegister()));
}
