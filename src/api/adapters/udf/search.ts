import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { INDEX_TYPES, type IndexType } from '../../../core/index-value.ts';
import type { Catalogue } from '../../../reference/catalogue.ts';
import { inBatches, type Slices } from '../../../core/async/slices.ts';
import { oneOf, wholeNumberParameter } from '../../../contract/parameter-kinds.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import type { SeriesVersions } from '../../pages/series-cursors.ts';
import { TEXT } from './parameters.ts';
import { readsDays, readsTicks, type Symbols, type UdfSymbol } from './symbols.ts';
import { INDEX_ACCESS, udfRoute, type UdfParts } from './udf-route.ts';

const DEFAULT_RESULTS = 30;
const MAX_RESULTS = 100;
/** Longer than any name. */
const MAX_NAME_LENGTH = 1000;
const SERIES_PER_STEP = 200;
/** Shown first among equally good matches. */
const TYPE_ORDER: readonly IndexType[] = ['LX', 'GWA', 'MWA'];

/** A symbol with its texts in capitals. */
interface Entry {
  readonly symbol: UdfSymbol;
  readonly name: string;
  readonly description: string;
  /** The place among equally good matches; lower is better. */
  readonly place: number;
}

/** `/search`: indices by parts of their names. */
export function searchRoute(parts: UdfParts): DataRoute {
  const { symbols, versions, turns } = parts;
  const known = new WeakMap<Catalogue, Promise<readonly Entry[]>>();

  /** Made once per version. */
  function entries(): Promise<readonly Entry[]> {
    const { current } = versions;
    let all = known.get(current.catalogue);
    if (!all) known.set(current.catalogue, (all = turns.run(entriesOf(current, symbols))));
    return all;
  }

  return udfRoute(parts, {
    path: '/search',
    access: INDEX_ACCESS,
    query: {
      query: TEXT,
      type: TEXT,
      exchange: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' },
      limit: { kind: wholeNumberParameter(1, MAX_RESULTS), description: 'Maximum number of results' },
    },
    answer: async ({ query: { query = '', exchange, limit = DEFAULT_RESULTS }, grant }) => {
      const readable = symbols.idsWithinLimit(grant as Grant);
      const types = INDEX_TYPES.filter(
        (type) =>
          (exchange === undefined || exchange === type) &&
          (readsTicks(grant as Grant, type) || readsDays(grant as Grant, type)),
      );
      const found = (await entries()).filter(
        ({ symbol: { series } }) =>
          types.includes(series.indexType) && (readable?.has(series.indexId) ?? true),
      );
      return { body: bestMatches(found, query.trim().toUpperCase(), limit).map(resultOf) };
    },
  });
}

function* entriesOf(market: SeriesVersions['current'], symbols: Symbols): Slices<readonly Entry[]> {
  const entries: Entry[] = [];
  yield* inBatches(market.series.series, SERIES_PER_STEP, (series) => {
    const symbol = symbols.of(series, market);
    if (!symbol.isActive) return;
    const [name, description] = [symbol.name.toUpperCase(), symbol.description.toUpperCase()];
    entries.push({ symbol, name, description, place: placeOf(symbol) });
  });
  return entries.sort((a, b) => a.place - b.place || (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** By type, then markets in USD first, then short names. */
function placeOf({ series, name, currency }: UdfSymbol): number {
  const others = currency === 'USD' ? 0 : 1;
  return (TYPE_ORDER.indexOf(series.indexType) * 2 + others) * MAX_NAME_LENGTH + name.length;
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
