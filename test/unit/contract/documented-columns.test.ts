import { readFileSync } from 'node:fs';
import type { TSchema } from '../../../src/contract/schema.ts';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../src/contract/columns.ts';
import { Asset } from '../../../src/contract/records/asset.ts';
import { Candle } from '../../../src/contract/records/candle.ts';
import { DerivativeContract } from '../../../src/contract/records/derivative-contract.ts';
import { DerivativeTicker } from '../../../src/contract/records/derivative-ticker.ts';
import { ExchangeQuality } from '../../../src/contract/records/exchange-quality.ts';
import { ExchangeTicker } from '../../../src/contract/records/exchange-ticker.ts';
import { Exchange } from '../../../src/contract/records/exchange.ts';
import { IndexQuality } from '../../../src/contract/records/index-quality.ts';
import { IndexTicker } from '../../../src/contract/records/index-ticker.ts';
import { DayHead } from '../../../src/contract/records/integrity-head.ts';
import { MarketCap } from '../../../src/contract/records/market-cap.ts';
import { Market } from '../../../src/contract/records/market.ts';
import { OpenHighLowCloseVolume } from '../../../src/contract/records/open-high-low-close-volume.ts';
import { Sparkline } from '../../../src/contract/records/sparkline.ts';

const RECORDS: Readonly<Record<string, TSchema>> = {
  '/v3/asset': Asset,
  '/v3/market': Market,
  '/v3/exchange': Exchange,
  '/v3/exchange-ticker': ExchangeTicker,
  '/v3/index-ticker': IndexTicker,
  '/v3/ohlcv': OpenHighLowCloseVolume,
  '/v3/candles': Candle,
  '/v3/market-cap': MarketCap,
  '/v3/quality': IndexQuality,
  '/v3/quality/exchange': ExchangeQuality,
  '/v3/derivatives/contract/{derivativeType}': DerivativeContract,
  '/v3/derivatives/ticker/{derivativeType}': DerivativeTicker,
  '/v3/integrity/heads': DayHead,
  '/v3/sparklines': Sparkline,
};

const GUIDE = readFileSync(new URL('../../../docs/reference/columns.md', import.meta.url), 'utf8');

/** Of the table in the guide: readers of files count on these places. */
function documentedColumns(path: string): string[] | undefined {
  const [, row] = new RegExp(`^\\| \`${path}\` +\\| ([\\w., ]+?) +\\|$`, 'm').exec(GUIDE) ?? [];
  return row?.split(', ');
}

describe('the documented order of columns', () => {
  test.each(Object.entries(RECORDS))('of %s is the one that is served', (path, record) => {
    expect(columnsOf(record).map(({ name }) => name)).toEqual(documentedColumns(path));
  });

  test.each(Object.entries(RECORDS))('of %s begins with a key that no list inside has', (_path, record) => {
    const { properties } = record as TSchema & { properties: Record<string, { items?: TSchema }> };
    const [first] = Object.keys(properties);
    for (const { items } of Object.values(properties)) {
      const inner = (items as { properties?: object } | undefined)?.properties ?? {};
      expect(Object.keys(inner)[0]).not.toBe(first);
    }
  });
});
