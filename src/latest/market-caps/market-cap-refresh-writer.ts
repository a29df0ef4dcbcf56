import type { Asset } from '../../core/asset.ts';
import { formatNumber } from '../../core/numbers/decimal.ts';
import { flagsIn } from '../../core/index-value.ts';
import { entityKey } from '../../core/ids/record-id.ts';
import { recordPrefix } from '../../core/ids/record-prefix.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { asciiJson } from '../bytes/ascii-json.ts';
import { contentTag } from '../bytes/content-tag.ts';
import { JsonRecordWriter } from '../bytes/json-record-writer.ts';
import type { MarketCapRefresh, MarketCapRow, MarketCapTotal } from './market-cap-refresh.ts';

const BYTES_PER_RECORD = 420;

/** Writes each slot's market caps as JSON, outside the serving thread. */
export class MarketCapRefreshWriter {
  readonly #keys = new Map<string, string>();
  #assets: readonly Asset[] = [];
  /** Symbol and name of each asset, as the end of its record. */
  #names: ReadonlyMap<string, string> = new Map();

  /** `assets`: the current names. */
  publish(
    at: Millis,
    rows: readonly MarketCapRow[],
    assets: readonly Asset[],
    total?: MarketCapTotal,
  ): MarketCapRefresh {
    this.#updateNames(assets);
    const writer = new JsonRecordWriter(rows.length, BYTES_PER_RECORD);
    const prefix = recordPrefix('marketCap', at);
    const timestamp = formatDatetime(at);
    for (const row of rows) writer.add(this.#record(prefix, timestamp, row));
    const { bytes, starts } = writer.finish();
    return { at, tag: contentTag(bytes), rows, bytes, starts, ...(total && { total }) };
  }

  #record(prefix: string, timestamp: string, row: MarketCapRow): string {
    const figures = JSON.stringify({
      id: prefix + this.#keyOf(row.assetId),
      assetId: row.assetId,
      timestamp,
      marketCapRank: String(row.marketCapRank),
      volumeRank: String(row.volumeRank),
      price: formatNumber(row.price),
      volume: formatNumber(row.volume),
      totalSupply: row.totalSupply,
      freeFloatSupply: row.freeFloatSupply,
      marketCap: row.marketCap,
      totalMarketCap: row.totalMarketCap,
      ...(row.flags !== 0 && { flags: flagsIn(row.flags) }),
    });
    return `${figures.slice(0, -1)}${this.#names.get(row.assetId) ?? ''}}`;
  }

  #updateNames(assets: readonly Asset[]): void {
    if (this.#assets === assets) return;
    this.#assets = assets;
    this.#names = new Map(
      assets.map(({ id, symbol, name }) => [id, `,${asciiJson({ symbol, name }).slice(1, -1)}`]),
    );
  }

  #keyOf(assetId: string): string {
    let key = this.#keys.get(assetId);
    if (key === undefined) this.#keys.set(assetId, (key = entityKey(assetId)));
    return key;
  }
}
