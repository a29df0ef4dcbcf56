import type { Asset, Exchange, IndexQuality, Market, Sparkline, Tidemark } from '@tidemark/sdk';
import type { Clock } from '../clock.ts';
import { Resource } from './resource.ts';

const MINUTE_MS = 60_000;

/** Lists that several views need. Each is loaded on first use, once for all views. */
export class Reference {
  readonly assets: Resource<readonly Asset[]>;
  readonly markets: Resource<readonly Market[]>;
  readonly exchanges: Resource<readonly Exchange[]>;
  /** By index. */
  readonly assetQuality: Resource<ReadonlyMap<string, IndexQuality>>;
  readonly marketQuality: Resource<ReadonlyMap<string, IndexQuality>>;
  readonly sparklines: Resource<ReadonlyMap<string, Sparkline>>;
  readonly #ended = new AbortController();

  constructor(tidemark: Tidemark, clock: Clock) {
    const ended = this.#ended.signal;
    const once = <T>(load: (signal: AbortSignal) => Promise<T>) => new Resource({ load, clock, ended });
    const every = <T>(minutes: number, load: (signal: AbortSignal) => Promise<T>) =>
      new Resource({ load, clock, ended, everyMs: minutes * MINUTE_MS });
    const quality = (indexType: 'GWA' | 'MWA') => async (signal: AbortSignal) =>
      byIndex((await tidemark.read('listIndexQuality', { indexType }, { signal })).content);
    this.assets = once(async (signal) => (await tidemark.read('listAssets', {}, { signal })).content);
    this.markets = once(async (signal) => (await tidemark.read('listMarkets', {}, { signal })).content);
    this.exchanges = once(async (signal) => (await tidemark.read('listExchanges', {}, { signal })).content);
    this.assetQuality = every(2, quality('GWA'));
    this.marketQuality = every(5, quality('MWA'));
    this.sparklines = new Resource({
      load: async (signal) =>
        byIndex((await tidemark.read('listSparklines', { indexType: 'GWA' }, { signal })).content),
      clock,
      ended,
      everyMs: 15 * MINUTE_MS,
      // Shortly after its start the service is still filling in the past.
      isComplete: (lines) => [...lines.values()].every(({ closes }) => !closes.includes('')),
    });
  }

  close(): void {
    this.#ended.abort();
  }
}

function byIndex<T extends { readonly indexId: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.indexId, record]));
}
