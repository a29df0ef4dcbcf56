import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { textParameter } from '../../../contract/parameter-kinds.ts';
import { IndexTicker } from '../../../contract/records/index-ticker.ts';
import { listOf } from '../../../contract/schemas.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import { NAMES, requestedIndices, type PriceParts } from '../named-indices.ts';

/** `/t/{token}/price`: the records of `/v3/index-ticker` by names, for programs that send no headers. */
export function priceRoute({ indexTickers, names, marketSpeed }: PriceParts): DataRoute {
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
    handle: ({ query, grant, marketTime }) => {
      const records = requestedIndices(query.names, names, grant as Grant).flatMap(
        ({ series }) =>
          indexTickers.fragmentOf(series, marketTime - INDEX_WINDOW_MS)?.toString('latin1') ?? [],
      );
      return {
        prepared: PreparedAnswer.ofJson(`{"content":[${records.join()}]}`),
        maxAgeSeconds: freshUntilNextTick(indexTickers.at, marketTime, marketSpeed),
      };
    },
  });
}
