import { Alert, AlertDelivery, AlertEndpoint } from '../../contract/records/alert.ts';
import { AssetSchema } from '../../contract/records/asset.ts';
import { CandleSchema } from '../../contract/records/candle.ts';
import { DayFile } from '../../contract/records/day-file.ts';
import { DerivativeContractSchema } from '../../contract/records/derivative-contract.ts';
import { DerivativeTicker } from '../../contract/records/derivative-ticker.ts';
import { ExchangeQuality } from '../../contract/records/exchange-quality.ts';
import { ExchangeTicker } from '../../contract/records/exchange-ticker.ts';
import { ExchangeSchema } from '../../contract/records/exchange.ts';
import { IndexQuality } from '../../contract/records/index-quality.ts';
import { IndexTicker } from '../../contract/records/index-ticker.ts';
import { DayHead, IntegrityHead } from '../../contract/records/integrity-head.ts';
import { KeptReceipt } from '../../contract/records/kept-receipt.ts';
import { MarketCapTotalSchema } from '../../contract/records/market-cap-total.ts';
import { MarketCapSchema } from '../../contract/records/market-cap.ts';
import { MarketSchema } from '../../contract/records/market.ts';
import { OpenHighLowCloseVolume } from '../../contract/records/open-high-low-close-volume.ts';
import { SeriesCoverageSchema } from '../../contract/records/series-coverage.ts';
import { Sparkline } from '../../contract/records/sparkline.ts';
import { columnKindOf, type Member } from '../../contract/columns.ts';
import type { RouteColumn, RouteColumnKind } from './route.ts';

const RECORDS = {
  Alert,
  AlertDelivery,
  AlertEndpoint,
  Asset: AssetSchema,
  Candle: CandleSchema,
  DayFile,
  DayHead,
  DerivativeContract: DerivativeContractSchema,
  DerivativeTicker,
  Exchange: ExchangeSchema,
  ExchangeQuality,
  ExchangeTicker,
  IndexQuality,
  IndexTicker,
  IntegrityHead,
  KeptReceipt,
  Market: MarketSchema,
  MarketCap: MarketCapSchema,
  MarketCapTotal: MarketCapTotalSchema,
  OpenHighLowCloseVolume,
  SeriesCoverage: SeriesCoverageSchema,
  Sparkline,
};

/**
 * The members of a record, or of the records in its list `rows`, that can be columns. Lists of objects are
 * left out.
 */
export function columnsOf(record: keyof typeof RECORDS, rows?: string): RouteColumn[] {
  const { properties } = RECORDS[record] as Member;
  return columnsUnder((rows === undefined ? properties : properties?.[rows]?.items?.properties) ?? {}, '');
}

function columnsUnder(members: NonNullable<Member['properties']>, under: string): RouteColumn[] {
  return Object.entries(members).flatMap(([key, member]): RouteColumn[] => {
    if (member.properties) return columnsUnder(member.properties, `${under}${key}.`);
    const kind = routeKindOf(member);
    return kind ? [[`${under}${key}`, kind]] : [];
  });
}

function routeKindOf(member: Member): RouteColumnKind | undefined {
  // A member that may also be empty has the kind of its other type.
  const filled = member.anyOf?.filter((each) => each.const !== '');
  if (filled) return filled.length === 1 ? routeKindOf(filled[0]!) : undefined;
  if (member.format === 'uuid') return 'id';
  if (!member.items) return columnKindOf(member);
  const item = routeKindOf(member.items);
  if (item === undefined) return undefined;
  return item === 'decimal' ? 'decimals' : columnKindOf(member);
}
