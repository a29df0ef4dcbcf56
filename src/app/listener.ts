import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Registry } from 'prom-client';
import { OperatorError } from '../core/errors.ts';

const DRAIN_CHECK_MS = 50;

/** Listens and returns the port. A port that is taken is the operator's to solve. */
export function listenOn(server: Server, host: string, port: number, backlog: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'it is in use, choose another --port' : (error.code ?? error.message);
      reject(new OperatorError(`cannot listen on ${host} port ${port}: ${reason}`));
    };
    server.once('error', onError);
    server.listen({ host, port, backlog }, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Ends a server: requests under way may finish, and whatever is left is cut, handshakes included. */
export class Drain {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  async close(timeoutMs: number): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const idle = setInterval(() => this.#server.closeIdleConnections(), DRAIN_CHECK_MS);
    const cut = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), timeoutMs);
    this.#server.closeIdleConnections();
    await closed;
    clearInterval(idle);
    clearTimeout(cut);
  }
}

/** A server of its own for `/metrics`, for operators who keep it off the public port. */
export function metricsServer(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
