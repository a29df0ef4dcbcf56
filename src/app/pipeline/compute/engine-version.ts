import type { ReferenceContent } from '../../../core/reference-data.ts';
import { buildReference, type EngineReference } from '../../../engine/engine-reference.ts';
import { ordersOf, type MarketOrders } from '../../../latest/market/market-orders.ts';

/** A version of the reference data in the engine's form, with its numbering of series. */
export interface EngineVersion {
  readonly hash: string;
  readonly data: ReferenceContent;
  readonly reference: EngineReference;
  readonly orders: MarketOrders;
}

export function engineVersion(hash: string, data: ReferenceContent): EngineVersion {
  return { hash, data, reference: engineReference(data), orders: ordersOf(hash, data) };
}

export function engineReference(data: ReferenceContent): EngineReference {
  return buildReference(data, data.lx);
}
