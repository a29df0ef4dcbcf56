import { cutRejected, type ErrorObject, type FieldError } from '../../contract/errors.ts';
import { textParameter, uuid } from '../../contract/parameter-kinds.ts';
import { choiceText, type IndexNameKind, type IndexNames } from '../../latest/indices/index-names.ts';

/** The parameters that select a single index. */
export const INDEX_SELECTORS = {
  indexId: { kind: uuid, description: 'Only this index: a market (MWA), an asset (GWA) or an LX' },
  symbol: {
    kind: textParameter,
    description: 'Only the GWA of the asset with this symbol, such as BTC; case-sensitive',
  },
  slugName: { kind: textParameter, description: 'Only the GWA of the asset with this slug, such as bitcoin' },
  marketName: {
    kind: textParameter,
    description: 'Only the MWA of the market with this name, such as BTC_USD',
  },
  name: { kind: textParameter, description: 'Only the LX with this name: BLX, ELX or XRPLX' },
} as const;

/** No index has this id, so an unknown name gets the same answer as an unknown id. */
export const NO_INDEX = '';

/** A field with a name, as sent. */
interface Named {
  readonly field: string;
  readonly kind: IndexNameKind;
  readonly sent: string;
}

type Query = Readonly<Record<string, unknown>>;

/** Reads which index a query selects, by id or by name. `idField`: the parameter for the id. */
export class IndexSelectors {
  readonly #names: IndexNames;
  readonly #object: ErrorObject;
  readonly #idField: string;
  readonly #kinds: readonly (readonly [field: string, kind: IndexNameKind])[];

  /** `kinds`: the fields with names, and the kind of each. */
  constructor(
    names: IndexNames,
    object: ErrorObject,
    idField: string,
    kinds: Readonly<Record<string, IndexNameKind>>,
  ) {
    this.#names = names;
    this.#object = object;
    this.#idField = idField;
    this.#kinds = Object.entries(kinds);
  }

  problems(query: Query): FieldError[] {
    const named = this.#namedIn(query);
    if (!named) return [];
    const given = [this.#idField, ...this.#kinds.map(([field]) => field)];
    const [first, ...others] = given.filter((field) => query[field] !== undefined);
    if (others.length > 0)
      return others.map((field) => this.#problem(field, query, `cannot be combined with ${first}`));
    const bearers = this.#names.indicesNamed(named.kind, named.sent);
    if (bearers.length < 2) return [];
    return [
      this.#problem(
        named.field,
        query,
        `is ambiguous: use ${this.#idField} with one of ${choiceText(bearers)}`,
      ),
    ];
  }

  /** Undefined if nothing is selected, `NO_INDEX` for an unknown name. */
  idOf(query: Query): string | undefined {
    const named = this.#namedIn(query);
    if (!named) return query[this.#idField] as string | undefined;
    return this.#names.indicesNamed(named.kind, named.sent)[0]?.series.indexId ?? NO_INDEX;
  }

  #namedIn(query: Query): Named | undefined {
    for (const [field, kind] of this.#kinds) {
      const sent = query[field];
      if (typeof sent === 'string') return { field, kind, sent };
    }
    return undefined;
  }

  #problem(field: string, query: Query, message: string): FieldError {
    return { object: this.#object, field, rejectedValue: cutRejected(String(query[field])), message };
  }
}

/** The selectors of an index, for routes whose query has `INDEX_SELECTORS`. */
export function indexSelectors(names: IndexNames, object: ErrorObject): IndexSelectors {
  return new IndexSelectors(names, object, 'indexId', {
    symbol: 'symbol',
    slugName: 'slugName',
    marketName: 'marketName',
    name: 'name',
  });
}

/** The selectors of an asset, which also select its GWA. */
export function assetSelectors(names: IndexNames, object: ErrorObject): IndexSelectors {
  return new IndexSelectors(names, object, 'assetId', { symbol: 'symbol', slugName: 'slugName' });
}
