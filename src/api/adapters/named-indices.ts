import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { cutRejected } from '../../contract/errors.ts';
import type { ParameterKind } from '../../contract/parameter-kinds.ts';
import { Type } from '../../contract/schema.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { IndexNames } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import { ApiError, validationError } from '../http/errors.ts';
import { requireType } from '../pages/index-access.ts';
import { beyondLimit, idsWithinLimit } from './readable-indices.ts';

const MAX_NAMES = 100;

const nameList: ParameterKind<readonly string[]> = {
  schema: Type.String(),
  parse: (text) => {
    const names = text.split(',').map((name) => name.trim());
    return names.length <= MAX_NAMES && names.every((name) => name !== '') ? names : undefined;
  },
  expects: `must be 1 to ${MAX_NAMES} names separated by commas, such as BTC,BTC_USD,BLX`,
};

/** The parameter `names` of routes about the latest values of indices. */
export const NAMES = {
  names: { kind: nameList, description: 'Names of indices: BLX, BTC_USD, BTC or bitcoin', required: true },
} as const;

/** What routes about the latest values of named indices read. */
export interface PriceParts {
  readonly indexTickers: IndexTickers;
  readonly names: IndexNames;
  readonly marketSpeed: number;
}

/** An index and the name by which a request asks for it. */
export interface RequestedIndex {
  readonly name: string;
  readonly series: SeriesId;
}

/**
 * In the order given. Throws 404 for unknown names, 400 for names of several indices, and 403 for indices that the
 * token may not read.
 */
export function requestedIndices(
  given: readonly string[],
  names: IndexNames,
  grant: Grant,
): readonly RequestedIndex[] {
  const requested = resolvedNames(given, names);
  const readable = idsWithinLimit(grant, names);
  for (const { series } of requested) {
    requireType(grant, series.indexType, TICKER_SCOPES);
    if (readable && !readable.has(series.indexId)) throw beyondLimit();
  }
  return requested;
}

function resolvedNames(given: readonly string[], names: IndexNames): readonly RequestedIndex[] {
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
  return found.flatMap(({ name, indices }) => indices.map(({ series }) => ({ name, series })));
}
