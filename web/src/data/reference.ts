import type { Asset, Exchange, IndexQuality, Market, Sparkline, Tidemark } from '@tidemark/sdk';
import { Resource } from './resource.ts';

const MINUTE_MS = 60_000;

/** Lists that several views need. Each is loaded when it is first wanted, once for all. */
export class Reference {
  readonly assets: Resource<readonly Asset[]>;
  readonly markets: Resource<readonly Market[]>;
  readonly exchanges: Resource<readonly Exchange[]>;
  /** By index. */
  readonly assetQuality: Resource<ReadonlyMap<string, IndexQuality>>;
  readonly marketQuality: Resource<ReadonlyMap<string, IndexQuality>>;
  readonly sparklines: Resource<ReadonlyMap<string, Sparkline>>;

  constructor(tidemark: Tidemark) {
    this.assets = new Resource(async () => (await tidemark.read('listAssets', {})).content);
    this.markets = new Resource(async () => (await tidemark.read('listMarkets', {})).content);
    this.exchanges = new Resource(async () => (await tidemark.read('listExchanges', {})).content);
    const quality = async (indexType: 'GWA' | 'MWA') =>
      byIndex((await tidemark.read('listIndexQuality', { indexType })).content);
    this.assetQuality = new Resource(() => quality('GWA'), 2 * MINUTE_MS);
    this.marketQuality = new Resource(() => quality('MWA'), 5 * MINUTE_MS);
    this.sparklines = new Resource(
      async () => byIndex((await tidemark.read('listSparklines', { indexType: 'GWA' })).content),
      15 * MINUTE_MS,
    );
  }
}

function byIndex<T extends { readonly indexId: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.indexId, record]));
}
