import { textParameter } from '../../../contract/parameter-kinds.ts';
import { IndexTicker } from '../../../contract/records/index-ticker.ts';
import { listOf } from '../../../contract/schemas.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import { namedPrices, NAMES, type NamedPriceSource } from '../named-prices.ts';

export interface PriceParts extends NamedPriceSource {
  readonly marketSpeed: number;
}

/** `/t/{token}/price`: the records of `/v3/index-ticker` by names, for programs that send no headers. */
export function priceRoute(parts: PriceParts): DataRoute {
  return dataRoute({
    path: '/price',
    operationId: 'listPrices',
    summary: 'The latest value of each named index',
    tag: 'Index tickers',
    object: 'IndexTicker',
    access: ['read:index-ticker', 'read:LX'],
    pathParameters: { token: { kind: textParameter, description: 'A URL token', required: true } },
    query: NAMES,
    response: listOf(IndexTicker),
    handle: (call) => {
      const records = namedPrices(parts, call).flatMap(({ record }) => record ?? []);
      return {
        prepared: PreparedAnswer.ofJson(`{"content":[${records.join()}]}`),
        maxAgeSeconds: freshUntilNextTick(parts.indexTickers.at, call.marketTime, parts.marketSpeed),
      };
    },
  });
}
