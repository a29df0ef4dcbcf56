import { connect, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Agent } from 'undici';

/** Failures on the way to a host. */
export type Unreachable = 'dns' | 'tls';

/** The error of a resolver for an unknown name. */
const noSuchName: LookupFunction = (_host, _options, done) =>
  done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 4);

/**
 * Connects every origin to the rig without TLS, like a plain dialler, and tracks open connections. Hosts can be made
 * unreachable: their name is unknown, or TLS fails because the server does not support it.
 */
export class RigReach {
  readonly agent: Agent;
  readonly #open = new Map<Socket, string>();
  readonly #unreachable = new Map<string, Unreachable>();

  constructor(port: number) {
    this.agent = new Agent({
      allowH2: false,
      connect: ({ hostname }, callback) => {
        const socket = this.#dial(hostname, port);
        const failed = (error: Error) => {
          this.#open.delete(socket);
          callback(error, null);
        };
        socket.once('error', failed);
        socket.once('connect', () => {
          if (this.#unreachable.get(hostname) === 'tls') return;
          socket.off('error', failed);
          callback(null, socket);
        });
        this.#open.set(socket, hostname);
        socket.once('close', () => this.#open.delete(socket));
        return socket;
      },
    });
  }

  /** Number of open connections. */
  get sockets(): number {
    return this.#open.size;
  }

  /** Applies until it is set again; open connections are closed. */
  set(hosts: readonly string[], unreachable: Unreachable | undefined): void {
    for (const host of hosts) {
      if (unreachable) this.#unreachable.set(host, unreachable);
      else this.#unreachable.delete(host);
      for (const [socket, to] of this.#open) if (to === host) socket.destroy();
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  #dial(hostname: string, port: number): Socket {
    const unreachable = this.#unreachable.get(hostname);
    if (unreachable === 'dns') return connect({ port, host: hostname, lookup: noSuchName });
    const to = { port, host: '127.0.0.1' };
    return unreachable === 'tls'
      ? connectTls({ ...to, servername: hostname })
      : connect({ ...to, noDelay: true });
  }
}
