import type { Socket } from 'node:net';

/** An accepted connection. */
export interface Connection {
  /** The socket of the system; with TLS, requests arrive on another one. */
  readonly socket: Socket;
  /** Group of peers that it counts in; undefined if no limit by address applies. */
  readonly group: string | undefined;
  /** Whether it has shown a valid token. */
  known: boolean;
  /** Unanswered requests; on a connection with a valid token, new ones are not counted. */
  requests: number;
  /** Start of the busy period, on the monotonic clock. */
  busySince: number;
}

/** A normal request without a valid token is answered in a fraction of this time. */
const BUSY_MS = 2000;

/** Connections without a valid token, in the order of eviction. */
export class UnauthenticatedConnections {
  /** Idle connections, longest idle first. Each set is in insertion order. */
  readonly #idle = new Set<Connection>();
  readonly #busy = new Set<Connection>();

  get size(): number {
    return this.#idle.size + this.#busy.size;
  }

  /** Moves a connection that is already here to the end. */
  add(connection: Connection): void {
    this.delete(connection);
    if (connection.requests > 0) this.#busy.add(connection);
    else this.#idle.add(connection);
  }

  delete(connection: Connection): void {
    if (!this.#idle.delete(connection)) this.#busy.delete(connection);
  }

  /**
   * The connection to evict: the one idle longest, otherwise one that has been busy suspiciously long;
   * undefined if there is neither.
   */
  nextToEvict(now: number): Connection | undefined {
    for (const connection of this.#idle) return connection;
    for (const connection of this.#busy) return now - connection.busySince > BUSY_MS ? connection : undefined;
    return undefined;
  }
}
