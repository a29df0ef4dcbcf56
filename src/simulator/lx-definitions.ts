import type { ReferenceData } from '../core/reference-data.ts';
import type { LxDefinition } from '../core/lx-definition.ts';
import { chooseConstituents } from '../engine/lx/lx-constituents.ts';
import { methodologyAt } from '../engine/methodology.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { slotIndexOf } from './runs/slot-index.ts';

/** The instant at which the constituents of the simulated world were reviewed; they hold from the beginning of its time. */
const REVIEWED_AT = Date.UTC(2026, 6, 1);

/** The constituents of the liquid indices of the simulated world: the most traded markets at the review. */
export function simulatedLxDefinitions(data: ReferenceData, market: SimulatedMarket): LxDefinition[] {
  const slot = slotIndexOf(REVIEWED_AT);
  const exchanges = new Map(market.exchanges.map((exchange) => [exchange.exchangeId, exchange]));
  const volumeOf = (exchangeId: string, marketId: string) => {
    const listing = exchanges.get(exchangeId)?.listings.find((own) => own.marketId === marketId);
    return listing ? market.volumes.trailingDay(listing, slot) / 10 ** listing.volumeDecimals : 0;
  };
  return chooseConstituents(data, volumeOf, 0, methodologyAt(REVIEWED_AT));
}
