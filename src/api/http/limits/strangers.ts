import type { Socket } from 'node:net';

/** A connection that was accepted. */
export interface Connection {
  /** The system's own socket: with TLS another one than requests come on. */
  readonly socket: Socket;
  /** Which peers it is counted with; undefined where no limit by address applies. */
  readonly group: string | undefined;
  /** Whether it has shown a valid token. */
  known: boolean;
  /** Requests that are not answered yet; of a known connection new ones are not counted. */
  requests: number;
  /** Since when there are any, on the monotonic clock. */
  busySince: number;
}

/** A request without a valid token that is honest is answered in a fraction of this time. */
const BUSY_MS = 2000;

/** Connections that have shown no valid token, in the order in which they have to go when there are too many. */
export class Strangers {
  /** Those that wait for nothing, the longest first. Each set is in the order of arrival. */
  readonly #idle = new Set<Connection>();
  readonly #busy = new Set<Connection>();

  get size(): number {
    return this.#idle.size + this.#busy.size;
  }

  /** Also puts one that is here already into its new place: at the end. */
  add(connection: Connection): void {
    this.delete(connection);
    if (connection.requests > 0) this.#busy.add(connection);
    else this.#idle.add(connection);
  }

  delete(connection: Connection): void {
    if (!this.#idle.delete(connection)) this.#busy.delete(connection);
  }

  /** The longest idle one, else one whose request or answer takes suspiciously long; undefined where there is neither. */
  firstToGo(now: number): Connection | undefined {
    for (const connection of this.#idle) return connection;
    for (const connection of this.#busy) return now - connection.busySince > BUSY_MS ? connection : undefined;
    return undefined;
  }
}
