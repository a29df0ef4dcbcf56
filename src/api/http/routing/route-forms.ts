import type { TSchema } from '../../../contract/schema.ts';
import type { ListFormat } from '../../../contract/formats.ts';
import { quantityNames, type QuantityForm } from '../../../contract/quantities.ts';
import { LIST_VARY, VARY } from '../headers.ts';
import type { FormatNegotiation } from '../answers/negotiation.ts';
import type { Parameters } from './parameters.ts';
import type { AnyRoute } from './route.ts';
import {
  csvRepresentation,
  FORMAT_PARAMETER,
  ndjsonRepresentation,
  numberRepresentation,
  QUANTITIES_PARAMETER,
  recordOf,
  type Representation,
} from '../answers/representation.ts';

/** The parameters of a request that choose the form of its answer. */
export interface FormQuery {
  readonly format?: ListFormat;
  readonly quantities?: QuantityForm;
}

type Shape = Pick<AnyRoute, 'response' | 'line'>;
type Forms = Partial<Record<ListFormat, Representation>>;

/** The parameters for the form of a route's answers: `format` on lists, `quantities` if there are any. */
export function formParameters(shape: Shape): Parameters {
  return {
    ...(recordOf(shape.response) ? FORMAT_PARAMETER : {}),
    ...(hasQuantities(shape) ? QUANTITIES_PARAMETER : {}),
  };
}

function hasQuantities({ response, line }: Shape): boolean {
  return quantityNames(line ?? response).length > 0;
}

/** The available forms of a route's answers. */
export class RouteForms {
  readonly vary: string;
  readonly #negotiation: FormatNegotiation | undefined;
  readonly #usual: QuantityForm;
  readonly #forms: Readonly<Record<QuantityForm, Forms>>;

  /** `usual`: the default form of quantities. */
  constructor(shape: Shape, negotiation: FormatNegotiation, usual: QuantityForm) {
    const record = recordOf(shape.response);
    this.vary = record ? LIST_VARY : VARY;
    this.#negotiation = record && negotiation;
    this.#usual = hasQuantities(shape) ? usual : 'string';
    this.#forms = shape.line ? lineForms(shape.line) : answerForms(shape.response, record);
  }

  /** Undefined for the prepared form. */
  chosen(query: FormQuery, accept: string | undefined): Representation | undefined {
    const format = query.format ?? this.#negotiation?.choose(accept) ?? 'json';
    return this.#forms[query.quantities ?? this.#usual][format];
  }
}

function answerForms(answer: TSchema, record: TSchema | undefined): Record<QuantityForm, Forms> {
  const csv = record && { csv: csvRepresentation(record) };
  return {
    string: { ...csv, ...(record ? { ndjson: ndjsonRepresentation(record, 'string') } : {}) },
    number: {
      ...csv,
      json: numberRepresentation(answer),
      ...(record ? { ndjson: ndjsonRepresentation(record, 'number') } : {}),
    },
  };
}

/** For an answer that consists of lines already: only its quantities can have another form. */
function lineForms(line: TSchema): Record<QuantityForm, Forms> {
  return { string: {}, number: { ndjson: numberRepresentation(line) } };
}
