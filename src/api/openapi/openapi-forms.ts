import type { TSchema } from '../../contract/schema.ts';
import { columnsOf } from '../../contract/columns.ts';
import { withNumbers, type QuantityForm } from '../../contract/quantities.ts';
import { CSV_MEDIA_TYPE, NDJSON_MEDIA_TYPE, recordOf } from '../http/answers/representation.ts';

type Json = Record<string, unknown>;

/** How an introduction to the service says what quantities are. */
export const QUANTITY_RULES: Readonly<Record<QuantityForm, string>> = {
  string:
    'Every quantity is a JSON string that holds a plain decimal. Counts in fields added after 1.0.0, such as `assets` of `/v3/market-cap/total`, are JSON integers.',
  number:
    'Quantities are JSON numbers with all their digits, more than a double holds; `contractValue` and `optionStrike` are strings.',
};

/** The bodies in which an answer can be had, by media type. */
export function bodiesOf(answer: TSchema, usual: QuantityForm, refer: (schema: TSchema) => Json): Json {
  const record = recordOf(answer);
  return {
    'application/json': { schema: refer(usual === 'number' ? withNumbers(answer) : answer) },
    ...(record ? textsOf(record) : {}),
  };
}

function textsOf(record: TSchema): Json {
  const columns = columnsOf(record).map(({ name }) => name);
  return {
    [CSV_MEDIA_TYPE]: {
      schema: { type: 'string', description: `RFC 4180. Columns, new ones last: ${columns.join(', ')}` },
    },
    [NDJSON_MEDIA_TYPE]: { schema: { type: 'string', description: 'A record on each line' } },
  };
}

/** Headers that come with some of the bodies. */
export function formHeaders(answer: TSchema): Json {
  const { properties } = answer as { readonly properties?: object };
  if (properties === undefined || !('nextId' in properties)) return {};
  const description = 'In CSV and NDJSON: startAfter of the next page, where there is one';
  return { 'Tidemark-Next-Id': { schema: { type: 'string', format: 'uuid' }, description } };
}
