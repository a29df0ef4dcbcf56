import type { Grant } from '../../auth/tokens/token-verifier.ts';
import type { TypeScopes } from '../../contract/scopes.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import { requireScope } from '../http/routing/authorisation.ts';

/** The indices of a query that its token may read. */
export interface RequestedIndices {
  /** All indices of these types, unless `series` selects one. */
  readonly types: readonly IndexType[];
  readonly series?: SeriesId;
}

export interface IndexFilter {
  readonly indexType?: IndexType | undefined;
  readonly indexId?: string | undefined;
}

/** An indexId determines its type; with a different indexType nothing matches. */
export function wantedBy(
  { indexType, indexId }: IndexFilter,
  grant: Grant,
  order: SeriesOrder,
  scopes: TypeScopes,
): RequestedIndices {
  const ownType = indexId === undefined ? undefined : order.typeOf(indexId);
  requireType(grant, indexType, scopes);
  requireType(grant, ownType, scopes);
  if (indexId === undefined) return { types: indexType ? [indexType] : readableTypes(grant, scopes) };
  const matches = ownType !== undefined && (indexType === undefined || indexType === ownType);
  return matches ? { types: [ownType], series: { indexType: ownType, indexId } } : { types: [] };
}

/** The types that a token may read, if a query names none. */
function readableTypes(grant: Grant, scopes: TypeScopes): IndexType[] {
  return INDEX_TYPES.filter((type) => grant.scopes.has(scopes[type]));
}

/** Throws 403 if the token may not read the type named by a query. */
export function requireType(grant: Grant, type: IndexType | undefined, scopes: TypeScopes): void {
  if (type !== undefined) requireScope(grant, [scopes[type]]);
}
