import type { IncomingMessage } from 'node:http';
import { ApiError, validationError } from '../errors.ts';
import { IDEMPOTENCY_HEADER, JSON_TYPE, VARY } from '../headers.ts';
import { identified, requireScope } from './authorisation.ts';
import { checkBody, readJsonBody } from './body-reader.ts';
import { sendText } from './call.ts';
import type { Cors } from './cors.ts';
import type { DataRouteParts } from './data-handler.ts';
import { ParameterReader } from './parameters.ts';
import type { Route } from './routing.ts';
import type { WriteRoute } from './write-route.ts';

export type WriteRouteParts = Pick<
  DataRouteParts,
  'identify' | 'rateLimiter' | 'requestLog' | 'connections' | 'sourceHeader'
> & { readonly cors: Cors };

const UNCACHED = ['cache-control', 'no-store', 'vary', VARY];
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Handles a writing route in the contract's order of checks: token, scope, parameters and body, then the route itself. */
export function writeHandler(route: WriteRoute, parts: WriteRouteParts): Route['handle'] {
  const pathReader = new ParameterReader(route.pathParameters ?? {}, route.object);
  const extra = Object.entries(parts.sourceHeader).flat();

  return async (call) => {
    const grant = await identified(call, parts.identify, parts.connections);
    requireScope(grant, route.access);
    parts.rateLimiter.count(grant);
    const key = idempotencyKey(call.request);
    const path = pathReader.check(call.pathParameters);
    const sent = route.body && (await readJsonBody(call.request));
    const body = sent && checkBody(sent.members, route.body!.fields, route.body!.required, route.object);
    const errors = [...(path.errors ?? []), ...(body?.errors ?? [])];
    if (errors.length > 0) throw validationError(errors);
    const answer = await route.handle({
      path: path.values,
      body: body?.values ?? {},
      grant,
      idempotency: key === undefined ? undefined : { key, bodyHash: sent?.hash ?? '' },
    });
    const shared = parts.cors.headersFor(call.request.headers.origin);
    const headers = [...UNCACHED, ...extra];
    if (answer)
      sendText(call, route.status, [...headers, 'content-type', JSON_TYPE], JSON.stringify(answer), shared);
    else call.response.writeHead(route.status, [...headers, ...shared]).end();
    parts.requestLog.answered(call, route.status);
  };
}

function idempotencyKey({ headers }: IncomingMessage): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new ApiError('BAD_REQUEST', 'Idempotency-Key must have 1 to 255 visible ASCII characters');
}

/** Routes of the same path become one, which chooses by the method. */
export function mergedByPath(routes: readonly Route[]): Route[] {
  const byPath = new Map<string, Route>();
  for (const route of routes) {
    const other = byPath.get(route.path);
    byPath.set(route.path, other ? merged(other, route) : route);
  }
  return [...byPath.values()];
}

function merged(a: Route, b: Route): Route {
  return {
    ...a,
    methods: [...a.methods, ...b.methods],
    handle: (call) => (b.methods.includes(call.request.method ?? '') ? b : a).handle(call),
  };
}
