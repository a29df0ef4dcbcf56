import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';

export interface HttpSettings {
  /** PEM. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly idleTimeoutMs: number;
}

const MAX_HEADER_BYTES = 16 * 1024;
/** Node's default queue is too short when all clients reconnect at once. */
export const LISTEN_BACKLOG = 4096;

/** The server without routes: its port is bound before the rest of the service is loaded. */
export function createHttp(settings: HttpSettings): Server {
  const options: ServerOptions = {
    requireHostHeader: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: settings.headersTimeoutMs,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.idleTimeoutMs,
    connectionsCheckingInterval: 1000,
    noDelay: true,
  };
  const server = settings.tls ? createTls(settings.tls, options, settings) : createHttpServer(options);
  // A client that stops reading its answer is disconnected like an idle one.
  server.setTimeout(settings.idleTimeoutMs + settings.requestTimeoutMs);
  // Otherwise Node answers 417 with its own body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** A handshake has the same time limit as headers. */
function createTls(
  tls: NonNullable<HttpSettings['tls']>,
  options: ServerOptions,
  { headersTimeoutMs }: HttpSettings,
): Server {
  const server = createHttpsServer({ ...options, ...tls, handshakeTimeout: headersTimeoutMs });
  // Nothing can be sent on an unencrypted connection, and a write would wait forever.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}
