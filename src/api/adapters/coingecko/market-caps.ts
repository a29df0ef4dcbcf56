import type { Flag } from '../../../core/index-value.ts';
import { parseDatetime } from '../../../core/time.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';
import type { CurrentPrices, Prices } from './prices.ts';

const SPANS = { '24h': 'change24h', '7d': 'change7d', '30d': 'change30d' } as const;

type Changes = Readonly<Partial<Record<(typeof SPANS)[keyof typeof SPANS], string>>>;

/** A record of `/v3/market-cap`. */
export interface MarketCapRecord {
  readonly assetId: string;
  readonly timestamp: string;
  readonly marketCapRank: string;
  readonly price: string;
  readonly volume: string;
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
  readonly marketCap: string;
  readonly totalMarketCap: string;
  readonly flags?: readonly Flag[];
  readonly marketCapPercentChange?: Changes;
  readonly pricePercentChange?: Changes;
}

/** In ascending rank. `withChanges`: also the changes over 24 hours, 7 and 30 days. */
export async function readMarketCaps(
  reader: ResourceReader,
  call: AdapterCall,
  withChanges: boolean,
): Promise<readonly MarketCapRecord[]> {
  const { body } = await reader.read<{ readonly content: readonly MarketCapRecord[] }>(
    'listMarketCaps',
    call,
    { percentChange: String(withChanges) },
  );
  return body.content;
}

interface PriceReaders {
  readonly reader: ResourceReader;
  readonly prices: Pick<Prices, 'read'>;
}

export interface PricesAndCaps {
  readonly now: CurrentPrices;
  readonly caps: readonly MarketCapRecord[];
}

const MAX_READS = 3;

/** Prices and market caps of the same tick, even if one is published between the two reads. */
export async function readPricesAndCaps(
  { reader, prices }: PriceReaders,
  call: AdapterCall,
  withChanges: boolean,
): Promise<PricesAndCaps> {
  for (let reads = 1; ; reads++) {
    const caps = await readMarketCaps(reader, call, withChanges);
    const now = await prices.read(call);
    const newest = caps.reduce(
      (at, { timestamp }) => Math.max(at, parseDatetime(timestamp) ?? at),
      -Infinity,
    );
    if (caps.length === 0 || newest === now.newestAt || reads === MAX_READS) return { now, caps };
  }
}

/** In percent; null if there is none. Only measured in USD. */
export function changeOver(span: string, changes: Changes | undefined, currency: string): number | null {
  const key = Object.hasOwn(SPANS, span) ? SPANS[span as keyof typeof SPANS] : undefined;
  const change = key && currency === 'usd' ? changes?.[key] : undefined;
  return change === undefined ? null : Number(change);
}
