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
/** A reconnect storm is longer than Node's default queue. */
export const LISTEN_BACKLOG = 4096;

/** The socket side, apart from the routes: it is bound before anything of the service is loaded. */
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
  // A client that stops reading its answer is cut as an idle one is.
  server.setTimeout(settings.idleTimeoutMs + settings.requestTimeoutMs);
  // Without this Node answers 417 with a body of its own.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** A handshake has as much time as headers. */
function createTls(
  tls: NonNullable<HttpSettings['tls']>,
  options: ServerOptions,
  { headersTimeoutMs }: HttpSettings,
): Server {
  const server = createHttpsServer({ ...options, ...tls, handshakeTimeout: headersTimeoutMs });
  // Nothing can be said on a connection without encryption, and what is said nevertheless would wait for ever.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}
