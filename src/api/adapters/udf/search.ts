import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { INDEX_TYPES, type IndexType } from '../../../core/index-value.ts';
import type { Catalogue } from '../../../reference/catalogue.ts';
import { oneOf } from '../../../contract/parameter-kinds.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { TEXT, whole } from './parameters.ts';
import { readsDays, readsTicks, type UdfSymbol } from './symbols.ts';
import { INDEX_ACCESS, udfRoute, type UdfParts } from './udf-route.ts';

const DEFAULT_RESULTS = 30;
const MAX_RESULTS = 100;
/** Shown first among equally good matches. */
const TYPE_ORDER: readonly IndexType[] = ['LX', 'GWA', 'MWA'];
const USD_MARKET = /_USD$/;

/** A symbol with its texts in capitals. */
interface Entry {
  readonly symbol: UdfSymbol;
  readonly name: string;
  readonly description: string;
}

/** `/search`: indices by parts of their names. */
export function searchRoute(parts: UdfParts): DataRoute {
  const { symbols, versions } = parts;
  const known = new WeakMap<Catalogue, readonly Entry[]>();

  function entries(): readonly Entry[] {
    const { catalogue, series } = versions.current;
    let all = known.get(catalogue);
    if (!all) {
      all = series.series
        .map((each) => symbols.of(each))
        .filter(({ isActive }) => isActive)
        .map((symbol) => ({
          symbol,
          name: symbol.name.toUpperCase(),
          description: symbol.description.toUpperCase(),
        }))
        .toSorted(byPlace);
      known.set(catalogue, all);
    }
    return all;
  }

  return udfRoute(parts, {
    path: '/search',
    access: INDEX_ACCESS,
    query: {
      query: TEXT,
      type: TEXT,
      exchange: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' },
      limit: { kind: whole(MAX_RESULTS), description: 'Maximum number of results' },
    },
    answer: ({ query: { query = '', exchange, limit = DEFAULT_RESULTS }, grant }) => {
      const readable = symbols.idsWithinLimit(grant as Grant);
      const types = INDEX_TYPES.filter(
        (type) =>
          (exchange === undefined || exchange === type) &&
          (readsTicks(grant as Grant, type) || readsDays(grant as Grant, type)),
      );
      const found = entries().filter(
        ({ symbol: { series } }) =>
          types.includes(series.indexType) && (readable?.has(series.indexId) ?? true),
      );
      return { body: bestMatches(found, query.trim().toUpperCase(), limit).map(resultOf) };
    },
  });
}

/** The order among equally good matches. */
function byPlace({ symbol: a, name }: Entry, { symbol: b, name: other }: Entry): number {
  return (
    TYPE_ORDER.indexOf(a.series.indexType) - TYPE_ORDER.indexOf(b.series.indexType) ||
    Number(USD_MARKET.test(other)) - Number(USD_MARKET.test(name)) ||
    name.length - other.length ||
    (name < other ? -1 : 1)
  );
}

function bestMatches(entries: readonly Entry[], query: string, limit: number): readonly Entry[] {
  const [, type, text = query] = /^(MWA|GWA|LX):(.*)$/s.exec(query) ?? [];
  const byRank: Entry[][] = [[], [], [], [], []];
  for (const entry of entries) {
    if (type !== undefined && type !== entry.symbol.series.indexType) continue;
    byRank[rankOf(entry, text)]?.push(entry);
  }
  return byRank.flat().slice(0, limit);
}

/** Lower is better; -1 without a match. */
function rankOf({ name, description }: Entry, text: string): number {
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  if (description.startsWith(text)) return 2;
  if (name.includes(text)) return 3;
  return description.includes(text) ? 4 : -1;
}

function resultOf({ symbol: { series, name, fullName, description } }: Entry): object {
  return {
    symbol: name,
    full_name: fullName,
    ticker: series.indexId,
    description,
    exchange: series.indexType,
    type: 'index',
  };
}
