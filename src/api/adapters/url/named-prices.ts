import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { cutRejected } from '../../../contract/errors.ts';
import type { ParameterKind } from '../../../contract/parameter-kinds.ts';
import { Type } from '../../../contract/schema.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { IndexNames, NamedIndex } from '../../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import { ApiError, validationError } from '../../http/errors.ts';
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

export const NAMES = {
  names: { kind: nameList, description: 'Names of indices: BLX, BTC_USD, BTC or bitcoin', required: true },
} as const;

export interface NamedPriceSource {
  readonly indexTickers: IndexTickers;
  readonly names: IndexNames;
}

/** The latest value of an index that was selected by name. */
export interface NamedPrice {
  /** As sent. */
  readonly name: string;
  readonly index: NamedIndex;
  /** The record as JSON; undefined without a value in the window. */
  readonly record: string | undefined;
}

interface PriceQuery {
  readonly query: { readonly names: readonly string[] };
  readonly grant: Grant | undefined;
  readonly marketTime: Millis;
}

/**
 * In the order of the names. Throws 404 for unknown names, 400 for names of several indices, and 403 for
 * indices that the token may not read.
 */
export function namedPrices(
  { indexTickers, names }: NamedPriceSource,
  { query, grant, marketTime }: PriceQuery,
): readonly NamedPrice[] {
  const wanted = wantedIndices(query.names, names);
  const readable = idsWithinLimit(grant as Grant, names);
  for (const { index } of wanted) {
    requireType(grant as Grant, index.series.indexType, TICKER_SCOPES);
    if (readable && !readable.has(index.series.indexId)) throw beyondLimit();
  }
  const notBefore = marketTime - INDEX_WINDOW_MS;
  return wanted.map(({ name, index }) => ({
    name,
    index,
    record: indexTickers.fragmentOf(index.series, notBefore)?.toString('latin1'),
  }));
}

function wantedIndices(given: readonly string[], names: IndexNames): Omit<NamedPrice, 'record'>[] {
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
  return found.flatMap(({ name, indices }) => indices.map((index) => ({ name, index })));
}
