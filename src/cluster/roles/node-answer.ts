import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { JSON_TYPE, NO_SNIFFING } from '../../api/http/headers.ts';
import { errorBody } from '../../contract/errors.ts';
import { HostNames } from '../../api/http/host-names.ts';
import { ApiError } from '../../api/http/errors.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime } from '../../core/time.ts';
import type { RunningRole } from './node.ts';

export interface NodeAnswerParts {
  readonly role: Pick<RunningRole, 'missing' | 'describe'>;
  /** The metrics to serve. */
  readonly registry: Registry;
  readonly wallClock: Clock;
  readonly log: Logger;
  /** Whether metrics are served here rather than on a separate port. */
  readonly servesMetrics: boolean;
}

const RETRY_AFTER_SECONDS = '5';
const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOCAL_NAMES = new HostNames([]);

/** HTTP answers of a node that serves no clients: liveness, readiness and metrics. */
export function nodeAnswer(parts: NodeAnswerParts): RequestListener {
  const { wallClock, log } = parts;
  return (request, response) => {
    response.setHeader(...NO_SNIFFING).setHeader('cache-control', 'no-store');
    answer(parts, request, response).catch((error: unknown) => {
      if (!(error instanceof ApiError)) log.error({ err: error }, 'a request failed');
      const apiError =
        error instanceof ApiError ? error : new ApiError('INTERNAL_SERVER_ERROR', 'internal error');
      response.writeHead(apiError.status, { ...apiError.headers, 'content-type': JSON_TYPE });
      response.end(errorBody(apiError, wallClock.now()));
    });
  };
}

async function answer(
  { role, registry, wallClock, servesMetrics }: NodeAnswerParts,
  { method, url, socket, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD')
    throw new ApiError('METHOD_NOT_ALLOWED', 'this path supports only GET, HEAD', {
      headers: { allow: 'GET, HEAD' },
    });
  const path = url?.split('?', 1)[0];
  const isLocal = LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_NAMES.allow(headers.host);
  const respond = (content: object) => {
    response.writeHead(200, { 'content-type': JSON_TYPE });
    response.end(method === 'HEAD' ? undefined : JSON.stringify(content));
  };
  const timestamp = formatDatetime(wallClock.now());
  if (path === '/healthz') return respond({ status: 'ok', timestamp });
  if (path === '/readyz') {
    const missing = role.missing();
    if (missing.length === 0) return respond({ status: 'ready', timestamp, ...role.describe() });
    throw new ApiError('SERVICE_UNAVAILABLE', `not ready: ${missing.join(', ')}`, {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }
  if (path === '/metrics' && servesMetrics && !isLocal)
    throw new ApiError(
      'FORBIDDEN',
      'metrics are for this machine: other machines read them with --metrics-port',
    );
  if (path !== '/metrics' || !servesMetrics)
    throw new ApiError(
      'NOT_FOUND',
      'a node of this role serves only /healthz and /readyz; send other requests to a serving node',
    );
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType });
  response.end(method === 'HEAD' ? undefined : text);
}
