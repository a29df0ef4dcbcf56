import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { textParameter } from '../../../contract/parameter-kinds.ts';
import { IndexTicker } from '../../../contract/records/index-ticker.ts';
import { listOf } from '../../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import type { IndexNames } from '../../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import { namedIndices, nameList } from '../../http/routing/named-indices.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import { requireType } from '../../pages/index-access.ts';
import { beyondLimit, idsWithinLimit } from '../readable-indices.ts';

export interface PriceParts {
  readonly indexTickers: IndexTickers;
  readonly names: IndexNames;
  readonly marketSpeed: number;
}

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
    query: {
      names: {
        kind: nameList,
        description: 'Names of indices: BLX, BTC_USD, BTC or bitcoin',
        required: true,
      },
    },
    response: listOf(IndexTicker),
    handle: ({ query, grant, marketTime }) => {
      const wanted = namedIndices(query.names, names);
      const readable = idsWithinLimit(grant as Grant, names);
      for (const { series } of wanted) {
        requireType(grant as Grant, series.indexType, TICKER_SCOPES);
        if (readable && !readable.has(series.indexId)) throw beyondLimit();
      }
      const records = wanted.flatMap(
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
