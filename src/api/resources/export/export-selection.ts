import { cutRejected, type FieldError } from '../../../contract/errors.ts';
import { commaSeparated } from '../../../contract/list-kind.ts';
import { textParameter, uuid } from '../../../contract/parameter-kinds.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { SeriesOrder } from '../../../core/ids/series-order.ts';
import { choiceText, type IndexNameKind, type IndexNames } from '../../../latest/indices/index-names.ts';
import type { WasSent } from '../../http/routing/parameters.ts';

/** Maximum number of indices per export. */
export const MAX_EXPORTED_INDICES = 100;

/** Parameters that select the indices of an export, in output order. */
export const EXPORT_SELECTORS = {
  indexId: {
    kind: commaSeparated(uuid, 'UUIDs'),
    description: `Ids of indices; ids and names together may select up to ${MAX_EXPORTED_INDICES}`,
  },
  symbol: {
    kind: commaSeparated(textParameter, 'symbols'),
    description: 'Symbols of the assets whose GWA to export, such as BTC,ETH',
  },
  slugName: {
    kind: commaSeparated(textParameter, 'slugs'),
    description: 'Slugs of the assets whose GWA to export, such as bitcoin',
  },
  marketName: {
    kind: commaSeparated(textParameter, 'names of markets'),
    description: 'Names of the markets whose MWA to export, such as BTC_USD,ETH_USD',
  },
  name: {
    kind: commaSeparated(textParameter, 'names of LX'),
    description: 'Names of the LX to export: BLX, ELX, XRPLX',
  },
} as const;

const NAME_FIELDS = ['symbol', 'slugName', 'marketName', 'name'] as const satisfies readonly IndexNameKind[];
const FIELDS = ['indexId', ...NAME_FIELDS] as const;

export type ExportSelector = Readonly<
  Partial<Record<(typeof FIELDS)[number], readonly string[] | undefined>>
>;

/** Parses the selection of an export. */
export class ExportSelection {
  readonly #names: Pick<IndexNames, 'indicesNamed'>;

  constructor(names: Pick<IndexNames, 'indicesNamed'>) {
    this.#names = names;
  }

  problems(query: ExportSelector, wasSent: WasSent): FieldError[] {
    if (!FIELDS.some(wasSent))
      return [problem('indexId', '', 'is required unless indices are selected by name')];
    const count = FIELDS.reduce((sum, field) => sum + (query[field]?.length ?? 0), 0);
    if (count > MAX_EXPORTED_INDICES) {
      const field = FIELDS.find((one) => query[one] !== undefined) ?? 'indexId';
      const sent = query[field]?.join() ?? '';
      return [
        problem(field, sent, `selects ${count} indices in total; the maximum is ${MAX_EXPORTED_INDICES}`),
      ];
    }
    return NAME_FIELDS.flatMap((field) =>
      (query[field] ?? []).flatMap((name) => this.#ambiguity(field, name)),
    );
  }

  /** Each series once, at its first position. Names or ids that match nothing are left out. */
  seriesOf(query: ExportSelector, order: Pick<SeriesOrder, 'typeOf'>): SeriesId[] {
    const named = NAME_FIELDS.flatMap((field) =>
      (query[field] ?? []).flatMap((name) => this.#names.indicesNamed(field, name)[0]?.series.indexId ?? []),
    );
    return [...new Set([...(query.indexId ?? []), ...named])].flatMap((indexId) => {
      const indexType = order.typeOf(indexId);
      return indexType ? [{ indexType, indexId }] : [];
    });
  }

  #ambiguity(field: IndexNameKind, name: string): FieldError[] {
    const bearers = this.#names.indicesNamed(field, name);
    if (bearers.length < 2) return [];
    return [problem(field, name, `is ambiguous: use indexId with one of ${choiceText(bearers)}`)];
  }
}

function problem(field: string, sent: string, message: string): FieldError {
  return { object: 'Export', field, rejectedValue: cutRejected(sent), message };
}
