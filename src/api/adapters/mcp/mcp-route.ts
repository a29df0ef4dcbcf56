import type { IncomingHttpHeaders } from 'node:http';
import { MCP_PATH } from '../../../auth/audiences.ts';
import { isVisitor } from '../../../auth/page-client.ts';
import type { Grant, TokenVerifier } from '../../../auth/tokens/token-verifier.ts';
import { McpServer, PROTOCOL_VERSIONS } from '../../../mcp/mcp-server.ts';
import {
  rpcErrorText,
  readMessage,
  RpcError,
  RPC_CODES,
  type RequestId,
  type RpcMessage,
} from '../../../mcp/messages.ts';
import { acceptsMediaType } from '../../http/answers/negotiation.ts';
import { jsonText, mediaTypeOf } from '../../http/body-text.ts';
import { ApiError } from '../../http/errors.ts';
import { JSON_TYPE, VARY } from '../../http/headers.ts';
import { bearerGrant, identified } from '../../http/routing/authorisation.ts';
import { sendText, type Call } from '../../http/routing/call.ts';
import type { Cors } from '../../http/routing/cors.ts';
import { askerOf, type DataRouteParts } from '../../http/routing/data-handler.ts';
import { unreadable, type ErrorBodyOf, type ErrorHandling } from '../../http/routing/error-handling.ts';
import type { RouteFamily } from '../../http/routing/route-family.ts';
import type { Route } from '../../http/routing/routing.ts';
import { mcpMetadataUrl } from '../../resources/well-known.ts';
import type { McpCallers } from './callers.ts';
import { recomputationQueue, ResourceService, type ResourceServiceParts } from './resource-service.ts';

const MAX_MESSAGE_BYTES = 64 * 1024;
const NOT_ACCEPTABLE = 406;
const VERSION_HEADER = 'mcp-protocol-version';

export interface McpParts
  extends
    ResourceServiceParts,
    Pick<
      DataRouteParts,
      'rateLimiter' | 'visitors' | 'marketClock' | 'requestLog' | 'connections' | 'sourceHeader'
    > {
  readonly version: string;
  readonly baseUrl: string;
  readonly verifier: TokenVerifier;
  readonly callers: McpCallers;
  readonly errors: ErrorHandling;
  readonly cors: Cors;
}

type FailureParts = Pick<McpParts, 'errors' | 'baseUrl'>;

/** All errors of this path are in the form of JSON-RPC. */
export function mcpFamily(parts: FailureParts): RouteFamily {
  return { pattern: /^\/mcp(?:\/|$)/, fail: (thrown, call) => fail(parts, thrown, call) };
}

/**
 * The Model Context Protocol over HTTP, without sessions: each POST has one message, and its answer is JSON.
 */
export function mcpRoute(parts: McpParts): Route {
  const server = new McpServer(parts.version);
  const queue = recomputationQueue();
  const identify = bearerGrant(parts.verifier);
  const handle = async (call: Call) => {
    parts.callers.check(call.request);
    const grant = await identified(call, identify, parts.connections);
    await countRequest(parts, call, grant);
    const message = await messageIn(call).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      send(parts, call, error.status, rpcErrorText(error.code, error.message, error.id));
    });
    if (message === undefined) return;
    if (message === 'response') return send(parts, call, 202);
    try {
      const service = new ResourceService(parts, queue, adapterCall(parts, call, grant));
      const answer = await server.answer(message, service);
      send(parts, call, answer === undefined ? 202 : 200, answer);
    } catch (error) {
      fail(parts, error, call, message.id);
    }
  };
  return { methods: ['POST'], path: MCP_PATH, handle, fail: (thrown, call) => fail(parts, thrown, call) };
}

/** A message that was refused before it reached the protocol. */
class Refused extends RpcError {
  readonly status: number;

  constructor(status: number, code: number, message: string, id?: RequestId) {
    super(code, message, id);
    this.status = status;
  }
}

async function countRequest(
  { rateLimiter, visitors }: Pick<McpParts, 'rateLimiter' | 'visitors'>,
  call: Call,
  grant: Grant,
): Promise<void> {
  const refusal = isVisitor(grant) && visitors.admit(call.request, () => call.gone);
  if (refusal) {
    call.isDelayed = true;
    await refusal;
  }
  rateLimiter.count(grant);
}

async function messageIn({ request }: Call): Promise<RpcMessage | 'response'> {
  if (mediaTypeOf(request) !== 'application/json') throw unreadable('UNSUPPORTED_MEDIA_TYPE');
  checkHeaders(request.headers);
  const text = await jsonText(request, MAX_MESSAGE_BYTES);
  try {
    return readMessage(text);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new Refused(400, error.code, error.message, error.id);
  }
}

function checkHeaders({ accept, [VERSION_HEADER]: version }: IncomingHttpHeaders): void {
  if (!acceptsMediaType(accept, 'application/json'))
    throw new Refused(
      NOT_ACCEPTABLE,
      RPC_CODES.refused,
      'Accept must name application/json: answers are not streamed',
    );
  if (version !== undefined && !PROTOCOL_VERSIONS.some((known) => known === version))
    throw new Refused(
      400,
      RPC_CODES.refused,
      `MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(', ')}`,
    );
}

function adapterCall({ marketClock, visitors }: McpParts, call: Call, grant: Grant) {
  return {
    grant,
    marketTime: marketClock.now(),
    marketNow: () => marketClock.now(),
    asker: () => askerOf(call, grant, visitors),
  };
}

const HEADERS = ['cache-control', 'no-store', 'vary', VARY];

function send(
  { sourceHeader, cors, requestLog }: Pick<McpParts, 'sourceHeader' | 'cors' | 'requestLog'>,
  call: Call,
  status: number,
  text?: string,
): void {
  const type = text === undefined ? [] : ['content-type', JSON_TYPE];
  const headers = [...HEADERS, ...type, ...Object.entries(sourceHeader).flat()];
  sendText(call, status, headers, text ?? '', cors.headersFor(call.request.headers.origin));
  requestLog.answered(call, status);
}

function fail({ errors, baseUrl }: FailureParts, thrown: unknown, call: Call, id?: RequestId): void {
  errors.answer(withMetadata(thrown, baseUrl), call, { bodyOf: bodyFor(id) });
}

function bodyFor(id: RequestId | undefined): ErrorBodyOf {
  return ({ code, message, status }, _at, requestId) =>
    rpcErrorText(status === 500 ? RPC_CODES.internalError : RPC_CODES.refused, message, id, {
      status: code,
      ...(requestId !== undefined && { requestId }),
    });
}

const CHALLENGE_HEADER = 'www-authenticate';

/** A client without a valid token learns where to get one (RFC 9728). */
function withMetadata(thrown: unknown, baseUrl: string): unknown {
  if (!(thrown instanceof ApiError) || thrown.headers[CHALLENGE_HEADER] === undefined) return thrown;
  const challenge = `${thrown.headers[CHALLENGE_HEADER]}, resource_metadata="${mcpMetadataUrl(baseUrl)}"`;
  return new ApiError(thrown.code, thrown.message, {
    errors: thrown.errors,
    headers: { ...thrown.headers, [CHALLENGE_HEADER]: challenge },
  });
}
