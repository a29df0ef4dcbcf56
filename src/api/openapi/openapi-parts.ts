import type { TSchema } from '../../contract/schema.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Parameter, Parameters } from '../http/routing/parameters.ts';

export type Json = Record<string, unknown>;

/** Puts a schema where it belongs in the document, and gives what stands in its place. */
export type Refer = (schema: TSchema) => Json;

/** What any request may get. */
export const ANYWHERE = [400, 414];

export const NOT_MODIFIED = { description: 'What If-None-Match names is still current' };

const ERROR_MEANINGS: Record<number, string> = {
  400: 'Something in the request is malformed; `errors` names the fields',
  401: 'No valid token',
  403: 'The token lacks the scope',
  404: 'There is no such entity',
  413: 'The body is too large',
  414: 'The URL is longer than 8 KiB',
  415: 'The body has an unknown content type',
  429: 'Too many requests; see Retry-After',
  503: 'Not possible now; see Retry-After',
};

export function errorResponses(statuses: readonly number[], schema: Json): Json {
  const entries = statuses.map((status) => [
    status,
    { description: ERROR_MEANINGS[status], content: { 'application/json': { schema } } },
  ]);
  return Object.fromEntries(entries) as Json;
}

/** Any of the scopes will do, or none; a token that one has already is as good as one that the page gets. */
export function securityOf(scopes: readonly Scope[] | undefined): Json[] {
  const choices = scopes === undefined ? [[]] : scopes.map((scope) => [scope]);
  return [...choices.map((token) => ({ token })), { bearer: [] }];
}

export function parametersOf(
  parameters: Parameters,
  where: 'path' | 'query',
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
