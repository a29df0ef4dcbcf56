import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { cutRejected } from '../../contract/errors.ts';
import { textParameter } from '../../contract/parameter-kinds.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { IndexNames, NamedIndex } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import { validationError } from '../http/errors.ts';
import { namedIndices, nameList } from '../http/routing/named-indices.ts';
import { requireType } from '../pages/index-access.ts';
import { beyondLimit, idsWithinLimit } from './readable-indices.ts';

export const NAMES = {
  names: { kind: nameList, description: 'Names of indices: BLX, BTC_USD, BTC or bitcoin', required: true },
  at: { kind: textParameter, description: 'Refused: only the latest values are here' },
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
  readonly query: { readonly names: readonly string[]; readonly at?: string | undefined };
  readonly grant: Grant | undefined;
  readonly marketTime: Millis;
}

/**
 * In the order of the names. Throws 404 for unknown names, 400 for names of several indices and for `at`, and 403 for
 * indices that the token may not read.
 */
export function namedPrices(
  { indexTickers, names }: NamedPriceSource,
  { query, grant, marketTime }: PriceQuery,
): readonly NamedPrice[] {
  refuseTime(query.at);
  const wanted = namedIndices(query.names, names);
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

/** A cell of a sheet does not show the header that names ignored parameters: the latest price would look like an earlier one. */
function refuseTime(at: string | undefined): void {
  if (at === undefined) return;
  const message = 'is not possible: only the latest values are here';
  throw validationError([{ object: 'IndexTicker', field: 'at', rejectedValue: cutRejected(at), message }]);
}
