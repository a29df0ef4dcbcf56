import type { TSchema } from '../../../contract/schema.ts';
import { schemaColumns } from '../../../contract/columns.ts';
import { csvHeader, csvLine } from '../../../contract/csv-text.ts';
import { LIST_FORMATS } from '../../../contract/formats.ts';
import { oneOf } from '../../../contract/parameter-kinds.ts';
import { QUANTITY_FORMS, quantityNames, type QuantityForm } from '../../../contract/quantities.ts';
import { JSON_TYPE } from '../headers.ts';
import type { Parameters } from '../routing/parameters.ts';

/** As clients request it, and as in the content type of an answer. */
export const CSV_MEDIA_TYPE = 'text/csv';
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';

export const FORMAT_PARAMETER: Parameters = {
  format: {
    kind: oneOf(LIST_FORMATS),
    description: 'Format of the response; overrides the header Accept (default: json)',
  },
};

export const QUANTITIES_PARAMETER: Parameters = {
  quantities: {
    kind: oneOf(QUANTITY_FORMS),
    description: 'Whether JSON has quantities as strings, or as numbers with the same digits',
  },
};

/** Another form of a prepared answer. */
export interface Representation {
  /** Suffix of the entity tag, because the bytes differ. */
  readonly tag: string;
  readonly contentType: string;
  /**
   * Converts a whole answer that is not a list, or some whole records of a list. `between`: the separator of
   * two records.
   */
  readonly convert: (json: Buffer, between?: string) => Buffer;
  /**
   * Absent if the answer is not a list. `inside`: the body consists of the opening and the converted records
   * only, without the brackets and `nextId` of the list.
   */
  readonly list?: { readonly inside: boolean; readonly opening: string };
}

export function numberRepresentation(answer: TSchema): Representation {
  const inNumbers = numberText(quantityNames(answer));
  return {
    tag: 'number',
    contentType: JSON_TYPE,
    // Only ASCII is edited, so each byte can be handled as a character.
    convert: (json) => Buffer.from(inNumbers(json.toString('latin1')), 'latin1'),
    ...(recordOf(answer) ? { list: { inside: false, opening: '' } } : {}),
  };
}

/** One record per line. */
export function ndjsonRepresentation(record: TSchema, quantities: QuantityForm): Representation {
  const inForm = quantities === 'number' ? numberText(quantityNames(record)) : (json: string) => json;
  return {
    tag: quantities === 'number' ? 'ndjson-number' : 'ndjson',
    contentType: `${NDJSON_MEDIA_TYPE}; charset=utf-8`,
    convert: (json, between) => {
      const records = json.toString('latin1');
      const lines = between === undefined ? records : records.replaceAll(between, between.replace(',', '\n'));
      return Buffer.from(`${inForm(lines)}\n`, 'latin1');
    },
    list: { inside: true, opening: '' },
  };
}

export function csvRepresentation(record: TSchema): Representation {
  const columns = schemaColumns(record);
  return {
    tag: 'csv',
    contentType: `${CSV_MEDIA_TYPE}; charset=utf-8; header=present`,
    convert: (json) => {
      let lines = '';
      for (const each of JSON.parse(`[${json.toString()}]`) as object[]) lines += csvLine(columns, each);
      return Buffer.from(lines);
    },
    list: { inside: true, opening: csvHeader(columns) },
  };
}

/** The schema of the records of a list; undefined if the answer is not a list. */
export function recordOf(answer: TSchema): TSchema | undefined {
  const { properties } = answer as { readonly properties?: Readonly<Record<string, { items?: TSchema }>> };
  return properties?.['content']?.items;
}

/**
 * Writes the quantities of a JSON text as numbers, digit for digit: the text is edited, and no number is
 * parsed. A quote inside a string is escaped in JSON, so a match is always one of these members.
 */
export function numberText(names: readonly string[]): (json: string) => string {
  if (names.length === 0) return (json) => json;
  const name = `"(?:${names.join('|')})":`;
  const member = new RegExp(`(${name})"(-?\\d[\\d.]*)"`, 'g');
  const list = new RegExp(`${name}\\["[^\\]]*\\]`, 'g');
  return (json) => json.replace(member, '$1$2').replace(list, numbersIn);
}

/** A gap in a list is an empty string, and remains one. */
function numbersIn(list: string): string {
  return list.replace(/"(-?\d[\d.]*)"/g, '$1');
}
