import type { Scope } from '../../auth/scopes.ts';
import type { Grant } from '../../auth/token-verifier.ts';
import { INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import { requireScope } from './authorisation.ts';

/** Which scope opens a type on a route: LX has a scope of its own everywhere. */
export type TypeScopes = Readonly<Record<IndexType, Scope>>;

export const TICKER_SCOPES: TypeScopes = {
  MWA: 'read:index-ticker',
  GWA: 'read:index-ticker',
  LX: 'read:LX',
};

/** The types that a token may read, where a query names none. */
export function readableTypes(grant: Grant, scopes: TypeScopes): IndexType[] {
  return INDEX_TYPES.filter((type) => grant.scopes.has(scopes[type]));
}

/** A type that a query names must be one the token may read: 403 otherwise. */
export function requireType(grant: Grant, type: IndexType | undefined, scopes: TypeScopes): void {
  if (type !== undefined) requireScope(grant, [scopes[type]]);
}
