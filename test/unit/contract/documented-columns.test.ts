import { readFileSync } from 'node:fs';
import type { TSchema } from '../../../src/contract/schema.ts';
import { describe, expect, test } from 'vitest';
import { schemaColumns } from '../../../src/contract/columns.ts';
import { AssetSchema } from '../../../src/contract/records/asset.ts';
import { CandleSchema } from '../../../src/contract/records/candle.ts';
import { DerivativeContractSchema } from '../../../src/contract/records/derivative-contract.ts';
import { DerivativeTicker } from '../../../src/contract/records/derivative-ticker.ts';
import { ExchangeQuality } from '../../../src/contract/records/exchange-quality.ts';
import { ExchangeTicker } from '../../../src/contract/records/exchange-ticker.ts';
import { ExchangeSchema } from '../../../src/contract/records/exchange.ts';
import { IndexQuality } from '../../../src/contract/records/index-quality.ts';
import { IndexTicker } from '../../../src/contract/records/index-ticker.ts';
import { DayHead } from '../../../src/contract/records/integrity-head.ts';
import { MarketCapSchema } from '../../../src/contract/records/market-cap.ts';
import { MarketSchema } from '../../../src/contract/records/market.ts';
import { OpenHighLowCloseVolume } from '../../../src/contract/records/open-high-low-close-volume.ts';
import { Sparkline } from '../../../src/contract/records/sparkline.ts';

const RECORDS: Readonly<Record<string, TSchema>> = {
  '/v3/asset': AssetSchema,
  '/v3/market': MarketSchema,
  '/v3/exchange': ExchangeSchema,
  '/v3/exchange-ticker': ExchangeTicker,
  '/v3/index-ticker': IndexTicker,
  '/v3/ohlcv': OpenHighLowCloseVolume,
  '/v3/candles': CandleSchema,
  '/v3/market-cap': MarketCapSchema,
  '/v3/quality': IndexQuality,
  '/v3/quality/exchange': ExchangeQuality,
  '/v3/derivatives/contract/{derivativeType}': DerivativeContractSchema,
  '/v3/derivatives/ticker/{derivativeType}': DerivativeTicker,
  '/v3/integrity/heads': DayHead,
  '/v3/sparklines': Sparkline,
};

const GUIDE = readFileSync(new URL('../../../docs/reference/columns.md', import.meta.url), 'utf8');

/** From the table in the guide: readers of files rely on these positions. */
function documentedColumns(path: string): string[] | undefined {
  const [, row] = new RegExp(`^\\| \`${path}\` +\\| ([\\w., ]+?) +\\|$`, 'm').exec(GUIDE) ?? [];
  return row?.split(', ');
}

describe('the documented order of columns', () => {
  test.each(Object.entries(RECORDS))('of %s is the one that is served', (path, record) => {
    expect(schemaColumns(record).map(({ name }) => name)).toEqual(documentedColumns(path));
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
