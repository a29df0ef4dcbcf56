import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { cutRejected } from '../../../contract/errors.ts';
import { CANDLE_SCOPES, TICKER_SCOPES } from '../../../contract/scopes.ts';
import type { DataOrigin } from '../../../core/data-origin.ts';
import { parseUuid } from '../../../core/ids/uuid.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from '../../../core/index-value.ts';
import {
  choiceText,
  type IndexNameKind,
  type IndexNames,
  type NamedIndex,
} from '../../../latest/indices/index-names.ts';
import { ApiError } from '../../http/errors.ts';
import { requireScope } from '../../http/routing/authorisation.ts';
import type { SeriesVersions } from '../../pages/series-cursors.ts';
import { describeIndex } from '../index-description.ts';
import { beyondLimit, idsWithinLimit } from '../readable-indices.ts';
import { refuse } from './errors.ts';

/** An index as charts show it. Its ticker is the id of the index, because names are not unique. */
export interface UdfSymbol {
  readonly series: SeriesId;
  readonly name: string;
  /** With the type of index in the place of an exchange: MWA:BTC_USD. */
  readonly fullName: string;
  readonly description: string;
  readonly currency: string;
  readonly isActive: boolean;
}

export interface SymbolSource {
  readonly names: IndexNames;
  readonly versions: SeriesVersions;
  readonly origin: DataOrigin;
}

const KINDS: Readonly<Record<IndexType, readonly IndexNameKind[]>> = {
  MWA: ['marketName'],
  GWA: ['symbol', 'slugName'],
  LX: ['name'],
};
const SYMBOL = new RegExp(`^(?:(${INDEX_TYPES.join('|')}):)?(.*)$`, 's');

/** Whether a token may read values of a type below a day. */
export function readsTicks({ scopes }: Pick<Grant, 'scopes'>, type: IndexType): boolean {
  return scopes.has(TICKER_SCOPES[type]);
}

/** Whether a token may read days of a type. */
export function readsDays({ scopes }: Pick<Grant, 'scopes'>, type: IndexType): boolean {
  return scopes.has(CANDLE_SCOPES[type]);
}

/** Finds indices for requests by ticker or name. */
export class Symbols {
  readonly #source: SymbolSource;

  constructor(source: SymbolSource) {
    this.#source = source;
  }

  /** Throws 404 for an unknown symbol, 400 for one of several indices, 403 for one that the token may not read. */
  find(grant: Grant, text: string): UdfSymbol {
    const [found, ...others] = this.#seriesOf(text);
    if (!found) throw new ApiError('NOT_FOUND', `no asset, market or index is called ${cutRejected(text)}`);
    if (others.length > 0) refuse('symbol', `names several: use ${choiceText([found, ...others])}`);
    const { indexId, indexType } = found.series;
    requireScope(grant, [...new Set([TICKER_SCOPES[indexType], CANDLE_SCOPES[indexType]])]);
    const readable = this.idsWithinLimit(grant);
    if (readable && !readable.has(indexId)) throw beyondLimit();
    return this.of(found.series);
  }

  of(series: SeriesId, market = this.#source.versions.current): UdfSymbol {
    const { origin } = this.#source;
    const { name, title, currency, isActive } = describeIndex(series, market);
    return {
      series,
      name,
      fullName: `${series.indexType}:${name}`,
      description: origin === 'live' ? title : `${title} (${origin})`,
      currency,
      isActive,
    };
  }

  /** Ids of the indices that the token is limited to; undefined without such a limit. */
  idsWithinLimit(grant: Grant): ReadonlySet<string> | undefined {
    return idsWithinLimit(grant, this.#source.names);
  }

  #seriesOf(text: string): readonly NamedIndex[] {
    const id = parseUuid(text);
    const indexType = id === undefined ? undefined : this.#source.versions.current.series.typeOf(id);
    if (id !== undefined && indexType) return [{ series: { indexType, indexId: id }, title: id }];
    const [, type, name = ''] = SYMBOL.exec(text) ?? [];
    const found = this.#named(name, type as IndexType | undefined);
    // Charts turn what people type into capitals, but slugs are in small letters.
    return found.length > 0 ? found : this.#named(name.toLowerCase(), type as IndexType | undefined);
  }

  #named(name: string, type: IndexType | undefined): readonly NamedIndex[] {
    const { names } = this.#source;
    if (type === undefined) return names.indicesOf(name);
    for (const kind of KINDS[type]) {
      const found = names.indicesNamed(kind, name);
      if (found.length > 0) return found;
    }
    return [];
  }
}
