import { formatNumber } from '../core/decimal.ts';
import { flagsIn } from '../core/index-value.ts';
import { entityKey, recordPrefix } from '../core/record-id.ts';
import { formatDatetime, type Millis } from '../core/time.ts';
import { contentTag } from './content-tag.ts';
import { FragmentSheet } from './fragment-sheet.ts';
import type { MarketCapRefresh, MarketCapRow } from './market-cap-refresh.ts';

const BYTES_A_RECORD = 420;

/** Writes each slot's market caps as JSON, off the thread that serves. */
export class MarketCapSheet {
  readonly #keys = new Map<string, string>();

  publish(at: Millis, rows: readonly MarketCapRow[]): MarketCapRefresh {
    const sheet = new FragmentSheet(rows.length, BYTES_A_RECORD);
    const prefix = recordPrefix('marketCap', at);
    const timestamp = formatDatetime(at);
    for (const row of rows) sheet.add(this.#record(prefix, timestamp, row));
    const { bytes, starts } = sheet.finish();
    return { at, tag: contentTag(bytes), rows, bytes, starts };
  }

  #record(prefix: string, timestamp: string, row: MarketCapRow): string {
    return JSON.stringify({
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
  }

  #keyOf(assetId: string): string {
    let key = this.#keys.get(assetId);
    if (key === undefined) this.#keys.set(assetId, (key = entityKey(assetId)));
    return key;
  }
}
