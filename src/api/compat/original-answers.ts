import type { TSchema } from '../../contract/schema.ts';
import { quantityNames, type QuantityForm } from '../../contract/quantities.ts';
import type { ListText } from '../http/answers/list-text.ts';
import { numberText, recordOf, type Representation } from '../http/answers/representation.ts';
import type { FormatNegotiation } from '../http/answers/negotiation.ts';
import { JSON_TYPE } from '../http/headers.ts';
import type { AnyRoute } from '../http/routing/route.ts';
import { RouteForms, type FormQuery } from '../http/routing/route-forms.ts';
import type { AnswerShapes, RouteShapes } from '../http/routing/shapes.ts';
import { optsOut, OPT_OUT_HEADER } from './opt-out.ts';
import type { OriginalRecords } from './original-records.ts';
import type { TextEdit } from './text-edits.ts';

type Query = Readonly<Record<string, unknown>>;

/** The parameters that make a list a page; without any of them the answer is the latest of everything. */
const PAGING: Readonly<Record<string, readonly string[]>> = {
  '/exchange-ticker': ['size', 'startAfter'],
  '/index-ticker': ['timestamp', 'startAfter', 'from', 'to', 'order'],
  '/ohlcv': ['timestamp', 'startAfter', 'from', 'to', 'order'],
};

/** The original's default where it differs. */
const DEFAULTS: Readonly<Record<string, Query>> = { '/asset': { status: 'ACTIVE' } };

const EMPTY = Buffer.from('{}');
const RECORD_ID = '{"id":"';
const ID_LENGTH = 36;

/** Answers of data routes as the original service wrote them, for requests that do not opt out. */
export class OriginalAnswers implements AnswerShapes {
  readonly vary = OPT_OUT_HEADER;
  readonly #records: OriginalRecords;

  constructor(records: OriginalRecords) {
    this.#records = records;
  }

  of(route: AnyRoute, formats: FormatNegotiation): RouteShapes {
    const usual = new RouteForms(route, formats, 'number');
    const edit = this.#records.ofRoute(route.path);
    const whole = bothQuantities(route.response, edit, false);
    const pages = isPaged(route.response) ? bothQuantities(route.response, edit, true) : whole;
    const paging = PAGING[route.path];
    const isPage = (query: Query) => paging?.some((name) => query[name] !== undefined) ?? true;
    const defaults = DEFAULTS[route.path];
    return {
      applyTo: ({ headers }) => !optsOut(headers),
      chosen: (query: FormQuery & Query, accept) => {
        const form = usual.chosen(query, accept);
        if (route.line || (form && form.tag !== 'number')) return form;
        return (isPage(query) ? pages : whole)[form ? 'number' : 'string'];
      },
      completed: (query) => (defaults ? { ...query, ...missingOf(defaults, query) } : query),
    };
  }
}

function bothQuantities(
  answer: TSchema,
  edit: TextEdit,
  isPage: boolean,
): Readonly<Record<QuantityForm, Representation>> {
  const inNumbers = numberText(quantityNames(answer));
  const frame = isPage ? pageFrame : listFrame;
  const form = (tag: string, text: TextEdit): Representation => ({
    tag: isPage ? `${tag}-page` : tag,
    contentType: JSON_TYPE,
    convert: (json) => Buffer.from(text(json.toString('latin1')), 'latin1'),
    ...(recordOf(answer) && { list: { inside: false, opening: '', frame } }),
  });
  return {
    string: form('original', edit),
    number: form('original-number', (json) => inNumbers(edit(json))),
  };
}

/** An empty list has no members. */
function listFrame({ opening, ending }: ListText, records: readonly Buffer[]): readonly Buffer[] {
  return records.length === 0 ? [EMPTY] : [opening, ...records, ending];
}

/** A page with records always names where the next one starts, even if nothing follows. */
function pageFrame(list: ListText, records: readonly Buffer[]): readonly Buffer[] {
  if (records.length === 0 || list.nextId !== undefined) return listFrame(list, records);
  const start = list.records.lastIndexOf(RECORD_ID) + RECORD_ID.length;
  const nextId = list.records.toString('latin1', start, start + ID_LENGTH);
  return [list.opening, ...records, Buffer.from(`],"nextId":"${nextId}"}`)];
}

function isPaged(answer: TSchema): boolean {
  const { properties = {} } = answer as { readonly properties?: Readonly<Record<string, unknown>> };
  return 'nextId' in properties;
}

function missingOf(defaults: Query, query: Query): Query {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => query[name] === undefined));
}
