import type { TSchema } from '../../../contract/schema.ts';
import { columnsOf } from '../../../contract/columns.ts';
import { csvHeader, csvLine } from '../../../contract/csv-text.ts';
import { LIST_FORMATS } from '../../../contract/formats.ts';
import { oneOf } from '../../../contract/parameter-kinds.ts';
import { QUANTITY_FORMS, quantityNames, type QuantityForm } from '../../../contract/quantities.ts';
import { JSON_TYPE } from '../headers.ts';
import type { Parameters } from '../routing/parameters.ts';

/** As a client names them, and in the content type of an answer. */
export const CSV_MEDIA_TYPE = 'text/csv';
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';

export const FORMAT_PARAMETER: Parameters = {
  format: {
    kind: oneOf(LIST_FORMATS),
    description: 'Form of the answer; wins over the header Accept (json)',
  },
};

export const QUANTITIES_PARAMETER: Parameters = {
  quantities: {
    kind: oneOf(QUANTITY_FORMS),
    description: 'Quantities in JSON as strings, or as numbers with the same digits',
  },
};

/** A form of an answer other than the one it is prepared in. */
export interface Representation {
  /** What it adds to the entity tag: bytes differ, so tags do. */
  readonly tag: string;
  readonly contentType: string;
  /** Of a whole answer that is no list, or of some whole records of one. `between`: what stands between two of them. */
  readonly convert: (json: Buffer, between?: string) => Buffer;
  /**
   * Absent where the answer is no list. `inside`: the body is the opening and the converted records, without the brackets and
   * `nextId` of the list, which stay around them otherwise.
   */
  readonly list?: { readonly inside: boolean; readonly opening: string };
}

export function numberRepresentation(answer: TSchema): Representation {
  const inNumbers = numberText(quantityNames(answer));
  return {
    tag: 'number',
    contentType: JSON_TYPE,
    // Only ASCII is edited, so each byte may stand for a character.
    convert: (json) => Buffer.from(inNumbers(json.toString('latin1')), 'latin1'),
    ...(recordOf(answer) ? { list: { inside: false, opening: '' } } : {}),
  };
}

/** A record on each line. */
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
  const columns = columnsOf(record);
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

/** The schema of the records of a list; undefined where the answer is none. */
export function recordOf(answer: TSchema): TSchema | undefined {
  const { properties } = answer as { readonly properties?: Readonly<Record<string, { items?: TSchema }>> };
  return properties?.['content']?.items;
}

/**
 * Writes the quantities of a JSON text as numbers, digit for digit: the text is edited and no number is ever read. A quote inside
 * of a string is escaped in JSON, so what looks like one of these members is one.
 */
export function numberText(names: readonly string[]): (json: string) => string {
  if (names.length === 0) return (json) => json;
  const name = `"(?:${names.join('|')})":`;
  const member = new RegExp(`(${name})"(-?\\d[\\d.]*)"`, 'g');
  const list = new RegExp(`${name}\\["[^\\]]*\\]`, 'g');
  return (json) => json.replace(member, '$1$2').replace(list, numbersIn);
}

/** A gap in a list is an empty string, and stays one. */
function numbersIn(list: string): string {
  return list.replace(/"(-?\d[\d.]*)"/g, '$1');
}
