import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { cutRejected } from '../../../contract/errors.ts';
import { textParameter, type ParameterKind } from '../../../contract/parameter-kinds.ts';
import { IndexTicker } from '../../../contract/records/index-ticker.ts';
import { Type } from '../../../contract/schema.ts';
import { listOf } from '../../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import type { IndexNames, NamedIndex } from '../../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import { ApiError, validationError } from '../../http/errors.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import { requireType } from '../../pages/index-access.ts';
import { beyondLimit, idsWithinLimit } from '../readable-indices.ts';

const MAX_NAMES = 100;

const nameList: ParameterKind<readonly string[]> = {
  schema: Type.String(),
  parse: (text) => {
    const names = text.split(',').map((name) => name.trim());
    return names.length <= MAX_NAMES && names.every((name) => name !== '') ? names : undefined;
  },
  expects: `must be 1 to ${MAX_NAMES} names separated by commas, such as BTC,BTC_USD,BLX`,
};

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
      const wanted = wantedIndices(query.names, names);
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

/** In the order given. Throws 404 for unknown names, and 400 for names of several indices. */
function wantedIndices(given: readonly string[], names: IndexNames): readonly NamedIndex[] {
  const found = given.map((name) => ({ name, indices: names.indicesOf(name) }));
  const unknown = found.filter(({ indices }) => indices.length === 0).map(({ name }) => cutRejected(name));
  if (unknown.length > 0)
    throw new ApiError('NOT_FOUND', `no asset, market or index has the name ${unknown.join(', ')}`);
  const several = found.filter(({ indices }) => indices.length > 1);
  if (several.length > 0)
    throw validationError(
      several.map(({ name, indices }) => ({
        object: 'IndexTicker',
        field: 'names',
        rejectedValue: cutRejected(name),
        message: `names several: ${indices.map(({ series, title }) => `${series.indexId} (${title})`).join(', ')}`,
      })),
    );
  return found.flatMap(({ indices }) => indices);
}
