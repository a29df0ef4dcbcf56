import { Type } from '../../../contract/schema.ts';
import { STALE_VALUE_MS, type Flag } from '../../../core/index-value.ts';
import { parseDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import { NAMES, namedPrices } from '../named-prices.ts';
import type { TickerRecord } from '../ticker-record.ts';
import type { PriceParts } from '../url/price.ts';
import { expositionText, TEXT_FORMAT, type Labels, type MetricFamily } from './exposition-text.ts';

export const PROMETHEUS_PREFIX = '/prices';

/** A record of `/v3/index-ticker`, under the name by which the request asks for it. */
interface PriceSample extends Pick<TickerRecord, 'indexType' | 'price' | 'volume'> {
  readonly name: string;
  readonly at: Millis;
  readonly flags: readonly Flag[];
}

/** `/prices/metrics`: the latest values of named indices as gauges. */
export function priceMetricsRoute(parts: PriceParts): DataRoute {
  return dataRoute({
    path: '/metrics',
    operationId: 'getPriceMetrics',
    summary: 'The latest value of each named index, for Prometheus',
    tag: 'Index tickers',
    object: 'IndexTicker',
    access: ['read:index-ticker', 'read:LX'],
    query: NAMES,
    response: Type.String(),
    handle: ({ query, grant, marketTime }) => {
      const { indexTickers, marketSpeed } = parts;
      // Prometheus refuses an answer that has a sample twice.
      const distinct = { names: [...new Set(query.names)] };
      const prices = namedPrices(parts, { query: distinct, grant, marketTime }).flatMap(
        ({ name, record }): PriceSample[] =>
          record === undefined ? [] : [priceSample(name, JSON.parse(record) as TickerRecord)],
      );
      return {
        prepared: new PreparedAnswer(Buffer.from(priceMetrics(prices, marketTime - STALE_VALUE_MS))),
        contentType: TEXT_FORMAT,
        maxAgeSeconds: freshUntilNextTick(indexTickers.at, marketTime, marketSpeed),
      };
    },
  });
}

function priceSample(
  name: string,
  { indexType, price, volume, timestamp, flags = [] }: TickerRecord,
): PriceSample {
  return { name, indexType, price, volume, at: parseDatetime(timestamp) ?? 0, flags };
}

/** `notBefore`: values of earlier ticks are stale, and only their timestamp is exported. */
function priceMetrics(prices: readonly PriceSample[], notBefore: Millis): string {
  const current = prices.filter(({ at }) => at >= notBefore);
  const family = (
    name: string,
    help: string,
    of: readonly PriceSample[],
    value: (price: PriceSample) => string,
  ): MetricFamily => ({
    name,
    help,
    samples: of.map((price) => ({ labels: labelsOf(price), value: value(price) })),
  });
  return expositionText([
    family(
      'tidemark_price',
      'Latest value of the index, in the quote asset of the market (MWA) or in USD (GWA, LX); absent if it is older than 5 minutes',
      current,
      ({ price }) => price,
    ),
    family(
      'tidemark_volume',
      'Base units traded in the 24 hours before the value; absent like it',
      current,
      ({ volume }) => volume,
    ),
    family(
      'tidemark_price_timestamp_seconds',
      'The tick of the latest value, however old it is',
      prices,
      ({ at }) => String(at / SECOND_MS),
    ),
    {
      name: 'tidemark_price_flag',
      help: '1 for each flag of the value: why it is not the plain result of the formula',
      samples: current.flatMap((price) =>
        price.flags.map((flag) => ({ labels: { ...labelsOf(price), flag }, value: '1' })),
      ),
    },
  ]);
}

function labelsOf({ name, indexType }: PriceSample): Labels {
  return { name, type: indexType };
}
