import type { Grant } from '../../auth/tokens/token-verifier.ts';
import type { IndexNames } from '../../latest/indices/index-names.ts';
import { ApiError } from '../http/errors.ts';

/** Ids of the indices that a URL token is limited to; undefined for a token without such a limit. */
export function idsWithinLimit(
  grant: Pick<Grant, 'url'>,
  names: Pick<IndexNames, 'indicesOf'>,
): ReadonlySet<string> | undefined {
  const limit = grant.url?.names;
  return limit && new Set(limit.flatMap((name) => names.indicesOf(name).map(({ series }) => series.indexId)));
}

export function beyondLimit(): ApiError {
  return new ApiError('FORBIDDEN', 'the token is limited to other indices');
}
