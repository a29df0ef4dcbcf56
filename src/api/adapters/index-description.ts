import type { SeriesId } from '../../core/index-value.ts';
import { LX_INDICES } from '../../core/ids/well-known-ids.ts';
import type { ServedMarket } from '../../latest/market/served-market.ts';

/** What people call an index. */
export interface IndexDescription {
  /** BTC_USD, BTC or BLX; not unique. */
  readonly name: string;
  /** The full names of its assets. */
  readonly title: string;
  /** Symbol of the currency of its prices. */
  readonly currency: string;
  /** Whether all of its assets are ACTIVE. */
  readonly isActive: boolean;
}

const USD = 'USD';
const LX_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(LX_INDICES).map(([name, id]) => [id, name]),
);

export function describeIndex(
  { indexType, indexId }: SeriesId,
  { catalogue, names }: Pick<ServedMarket, 'catalogue' | 'names'>,
): IndexDescription {
  if (indexType === 'LX') {
    const name = LX_NAMES.get(indexId) ?? indexId;
    return { name, title: `${name} liquid index`, currency: USD, isActive: true };
  }
  if (indexType === 'GWA') {
    const asset = catalogue.asset(indexId);
    const { symbol = indexId, name = indexId, status } = asset ?? {};
    return { name: symbol, title: name, currency: USD, isActive: status === 'ACTIVE' };
  }
  const market = catalogue.market(indexId);
  const [base, quote] = [market?.baseAssetId, market?.quoteAssetId].map((id) => catalogue.asset(id ?? ''));
  return {
    name: names.nameOf(indexId),
    title: `${base?.name ?? ''} / ${quote?.name ?? ''}`,
    currency: quote?.symbol ?? '',
    isActive: base?.status === 'ACTIVE' && quote?.status === 'ACTIVE',
  };
}
