import { connect, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Agent } from 'undici';

/** What goes wrong on the way to a host. */
export type Unreachable = 'dns' | 'tls';

/** As a resolver says it that knows no such name. */
const noSuchName: LookupFunction = (_host, _options, done) =>
  done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 4);

/**
 * Connects every origin to the rig without TLS, as a plain dialler does, and knows what it has open. Hosts may be made
 * unreachable: their name is unknown, or TLS is spoken to a server that does not.
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

  /** Connections at present. */
  get sockets(): number {
    return this.#open.size;
  }

  /** Until it is set again; what is open is closed. */
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
