import type { TSchema } from '../../contract/schema.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Parameter, Parameters } from '../http/routing/parameters.ts';
import { schemaColumns } from '../../contract/columns.ts';
import { withNumbers, type QuantityForm } from '../../contract/quantities.ts';
import { CSV_MEDIA_TYPE, NDJSON_MEDIA_TYPE, recordOf } from '../http/answers/representation.ts';

export type Json = Record<string, unknown>;

/** Places a schema in the document, and returns a reference to it. */
export type Refer = (schema: TSchema) => Json;

/** Statuses that any request may get. */
export const ANYWHERE = [400, 414];

export const NOT_MODIFIED = { description: 'The entity tag in If-None-Match is still current' };

export const PARTIAL = {
  description:
    'The part of the file that the header Range asks for; several ranges at once are not supported',
};

export const RANGE_PARAMETER = {
  name: 'Range',
  in: 'header',
  description: 'A part of the file, such as bytes=0-1023; If-Range is supported',
  required: false,
  schema: { type: 'string', pattern: '^bytes=' },
};

const ERROR_MEANINGS: Record<number, string> = {
  400: 'The request is invalid; `errors` lists the invalid fields',
  401: 'The token is missing or not valid',
  403: 'The token lacks a required scope',
  404: 'There is no such record',
  409: 'The Idempotency-Key was used with another body, or the client already has as many as it may have',
  413: 'The body is too large',
  414: 'The URL is longer than 8 KiB',
  415: 'The body has an unknown content type',
  416: 'The file ends before the requested range',
  429: 'Too many requests; see Retry-After',
  503: 'Temporarily unavailable; see Retry-After',
};

export function errorResponses(statuses: readonly number[], schema: Json): Json {
  const entries = statuses.map((status) => [
    status,
    { description: ERROR_MEANINGS[status], content: { 'application/json': { schema } } },
  ]);
  return Object.fromEntries(entries) as Json;
}

/** One of the scopes is required, or none if there are none. Users can enter a token instead of client credentials. */
export function securityOf(scopes: readonly Scope[] | undefined): Json[] {
  const choices = scopes === undefined ? [[]] : scopes.map((scope) => [scope]);
  return [...choices.map((token) => ({ token })), { bearer: [] }];
}

export function parametersOf(
  parameters: Parameters,
  where: 'path' | 'query' | 'header',
  examples: Readonly<Record<string, string>> = {},
): Json[] {
  return Object.entries(parameters).map(
    ([name, { kind, description, required }]: [string, Parameter<unknown>]) => ({
      name,
      in: where,
      description,
      required: where === 'path' || required === true,
      schema: kind.schema,
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    }),
  );
}

/** Moves every schema with a title into the components and leaves a reference. */
export function withReferences(schema: Json, components: Map<string, Json>): Json {
  const { title } = schema;
  const plain = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, referencesIn(value, components)]),
  );
  if (typeof title !== 'string') return plain;
  components.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}

function referencesIn(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => referencesIn(item, components));
  if (typeof value !== 'object' || value === null) return value;
  return withReferences(value as Json, components);
}

/** Describes the form of quantities, for the introduction. */
export const QUANTITY_RULES: Readonly<Record<QuantityForm, string>> = {
  string:
    'Every quantity is a JSON string that holds a plain decimal. Counts in fields added after 1.0.0, such as `assets` of `/v3/market-cap/total`, are JSON integers.',
  number:
    'Quantities are JSON numbers with all their digits, which can be more than a double holds; `contractValue` and `optionStrike` are strings.',
};

/** The available bodies of an answer, by media type. */
export function bodiesOf(answer: TSchema, usual: QuantityForm, refer: (schema: TSchema) => Json): Json {
  const record = recordOf(answer);
  return {
    'application/json': { schema: refer(usual === 'number' ? withNumbers(answer) : answer) },
    ...(record ? textsOf(record) : {}),
  };
}

function textsOf(record: TSchema): Json {
  const columns = schemaColumns(record).map(({ name }) => name);
  return {
    [CSV_MEDIA_TYPE]: {
      schema: {
        type: 'string',
        description: `CSV as in RFC 4180. New columns are added at the end. Columns: ${columns.join(', ')}`,
      },
    },
    [NDJSON_MEDIA_TYPE]: { schema: { type: 'string', description: 'One record per line' } },
  };
}

/** Headers of some of the bodies. */
export function formHeaders(answer: TSchema): Json {
  const { properties } = answer as { readonly properties?: object };
  if (properties === undefined || !('nextId' in properties)) return {};
  const description = 'CSV and NDJSON only: startAfter of the next page, if there is one';
  return { 'Tidemark-Next-Id': { schema: { type: 'string', format: 'uuid' }, description } };
}
