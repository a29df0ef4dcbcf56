import { setImmediate } from 'node:timers/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { errorBody } from '../../../contract/errors.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { ApiError } from '../errors.ts';
import { JSON_TYPE, NO_SNIFFING } from '../headers.ts';
import type { HostNames } from '../host-names.ts';
import { metricsText } from '../metrics.ts';

export interface MetricsAnswerParts {
  readonly registry: Registry;
  /** Accepted host names. */
  readonly hosts: HostNames;
  readonly wallClock: Clock;
  readonly log: Logger;
}

const HOST_REFUSED =
  'on a loopback address the Host header must be a loopback name, such as localhost or 127.0.0.1: ' +
  'the operator can choose another address with --metrics-host';

/** Serves `/metrics` on its own port, for operators who do not want it on the public port. It needs no token. */
export function metricsAnswer(parts: MetricsAnswerParts): RequestListener {
  const { registry, wallClock, log } = parts;
  const read = shared(() => metricsText(registry, () => setImmediate()));
  return (request, response) => {
    response.setHeader(...NO_SNIFFING).setHeader('cache-control', 'no-store');
    const refusal = refusalOf(request, parts);
    if (refusal) refuse(response, refusal, wallClock);
    else
      read().then(
        (text) => send(response, 200, text, { 'content-type': registry.contentType }),
        (error: unknown) => {
          log.error({ err: error }, 'metrics could not be collected');
          refuse(response, new ApiError('INTERNAL_SERVER_ERROR', 'internal error'), wallClock);
        },
      );
  };
}

function refusalOf({ method, url, headers }: IncomingMessage, { hosts }: MetricsAnswerParts) {
  if (!hosts.allow(headers.host)) return new ApiError('FORBIDDEN', HOST_REFUSED);
  if (url?.split('?', 1)[0] !== '/metrics') return new ApiError('NOT_FOUND', 'only /metrics is here');
  if (method === 'GET' || method === 'HEAD') return undefined;
  const allow = 'GET, HEAD';
  return new ApiError('METHOD_NOT_ALLOWED', `this path supports only ${allow}`, { headers: { allow } });
}

function refuse(response: ServerResponse, error: ApiError, wallClock: Clock): void {
  const headers = { ...error.headers, 'content-type': JSON_TYPE };
  send(response, error.status, errorBody(error, wallClock.now()), headers);
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Concurrent requests share one result, so many cost no more than one. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => (pending ??= make().finally(() => (pending = undefined)));
}
