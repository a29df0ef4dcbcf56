import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { LISTEN_BACKLOG } from '../../api/http/http-server.ts';
import { OperatorError } from '../../core/errors.ts';

const DRAIN_CHECK_MS = 50;

/** Where a server is to listen, and the options that set its port and its host. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly flag: string;
  readonly hostFlag: string;
}

/** Listens and returns the port. What keeps it from listening is the operator's to solve. */
export function listenOn(server: Server, address: Address): Promise<number> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(new OperatorError(refusalText(address, error)));
    server.once('error', onError);
    server.listen({ host, port, backlog: LISTEN_BACKLOG }, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** What is wrong and what to do about it. */
export function refusalText({ host, port, flag, hostFlag }: Address, error: NodeJS.ErrnoException): string {
  const { code = '', message } = error;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens there; stop it, or choose another port with ${flag}`,
    EACCES: `permission denied; ports below 1024 are for privileged users, choose another with ${flag}`,
    EADDRNOTAVAIL: `this machine does not have that address; choose another with ${hostFlag}`,
    ENOTFOUND: `the host name is unknown; give an address of this machine with ${hostFlag}`,
    EAI_AGAIN: `the host name cannot be looked up now; give an address of this machine with ${hostFlag}`,
  };
  return `cannot listen on ${host} port ${port}: ${reasons[code] ?? message}`;
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
