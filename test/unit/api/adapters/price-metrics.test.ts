import { expect, test } from 'vitest';
import type { PriceParts } from '../../../../src/api/adapters/url/price.ts';
import { priceMetricsRoute } from '../../../../src/api/adapters/prometheus/price-metrics.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { DATA_SCOPES } from '../../../../src/contract/scopes.ts';
import { MINUTE_MS } from '../../../../src/core/time.ts';

const NOW = Date.parse('2026-03-01T12:00:05Z');
const SLOT = '2026-03-01T12:00:00.000Z';

interface Ticker {
  readonly price: string;
  readonly timestamp?: string;
  readonly flags?: readonly string[];
}

/** The samples of these tickers, by the name of their index. */
function samplesOf(tickers: Readonly<Record<string, Ticker>>, names = Object.keys(tickers)): string[] {
  const record = (name: string) => ({
    indexId: name,
    indexType: 'GWA',
    volume: '10',
    timestamp: SLOT,
    ...tickers[name],
  });
  const { handle } = priceMetricsRoute({
    marketSpeed: 1,
    names: { indicesOf: (name: string) => [{ series: { indexType: 'GWA', indexId: name }, title: name }] },
    indexTickers: {
      at: NOW,
      fragmentOf: ({ indexId }: { indexId: string }) => Buffer.from(JSON.stringify(record(indexId))),
    },
  } as unknown as PriceParts);
  const grant: Grant = { clientId: 'desk', scopes: new Set(DATA_SCOPES), expiresAt: Infinity };
  const call = { query: { names }, path: {}, grant, marketTime: NOW };
  const answer = handle(call as unknown as Parameters<typeof handle>[0]);
  if (answer instanceof Promise) throw new Error('it has to be ready');
  const lines = answer.prepared.identity.bytes.toString().split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

test('a value has its price, volume and tick, digit by digit', () => {
  expect(samplesOf({ BTC: { price: '64000.123456789012345' } })).toEqual([
    'tidemark_price{name="BTC",type="GWA"} 64000.123456789012345',
    'tidemark_volume{name="BTC",type="GWA"} 10',
    'tidemark_price_timestamp_seconds{name="BTC",type="GWA"} 1772366400',
  ]);
});

test('a flagged value never comes without its flags', () => {
  expect(samplesOf({ THIN: { price: '4', flags: ['THIN', 'CARRIED'] }, BTC: { price: '1' } })).toEqual([
    'tidemark_price{name="THIN",type="GWA"} 4',
    'tidemark_price{name="BTC",type="GWA"} 1',
    'tidemark_volume{name="THIN",type="GWA"} 10',
    'tidemark_volume{name="BTC",type="GWA"} 10',
    'tidemark_price_timestamp_seconds{name="THIN",type="GWA"} 1772366400',
    'tidemark_price_timestamp_seconds{name="BTC",type="GWA"} 1772366400',
    'tidemark_price_flag{name="THIN",type="GWA",flag="THIN"} 1',
    'tidemark_price_flag{name="THIN",type="GWA",flag="CARRIED"} 1',
  ]);
});

test('of a stale value only the tick is shown', () => {
  const before = (ms: number) => new Date(NOW - ms).toISOString();
  const tickers = {
    OLD: { price: '5', timestamp: before(5 * MINUTE_MS + 1), flags: ['THIN'] },
    NEW: { price: '6', timestamp: before(5 * MINUTE_MS) },
  };
  expect(samplesOf(tickers).map((line) => line.replace(/,type.*/, ''))).toEqual([
    'tidemark_price{name="NEW"',
    'tidemark_volume{name="NEW"',
    'tidemark_price_timestamp_seconds{name="OLD"',
    'tidemark_price_timestamp_seconds{name="NEW"',
  ]);
});

test('a name that is given twice has one sample, and any name can be a label', () => {
  const odd = 'a"b\\c\nd';
  expect(samplesOf({ [odd]: { price: '7' } }, [odd, odd])[0]).toBe(
    String.raw`tidemark_price{name="a\"b\\c\nd",type="GWA"} 7`,
  );
  expect(samplesOf({ [odd]: { price: '7' } }, [odd, odd])).toHaveLength(3);
});
