import type { Flag } from '../../../core/index-value.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';

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

/** In percent; null if there is none. Only measured in USD. */
export function changeOver(span: string, changes: Changes | undefined, currency: string): number | null {
  const key = Object.hasOwn(SPANS, span) ? SPANS[span as keyof typeof SPANS] : undefined;
  const change = key && currency === 'usd' ? changes?.[key] : undefined;
  return change === undefined ? null : Number(change);
}
