import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { PeerGroups } from './trusted-proxies.ts';
import { UnauthenticatedConnections, type Connection } from './unauthenticated-connections.ts';

/** The limit that was reached: that of all connections, or that of one address. */
export type ConnectionLimit = 'all' | 'address';

/** Events of connections. */
export interface ConnectionEvents {
  /** A new connection was refused. */
  refused(limit: ConnectionLimit, group: string | undefined): void;
  /** A connection without a valid token was closed to make room. */
  closed(limit: ConnectionLimit, group: string | undefined): void;
  /** The system could not accept a connection, for example because it is out of descriptors. */
  acceptFailed(error: NodeJS.ErrnoException): void;
}

export interface ConnectionsOptions {
  /** Maximum number of connections. */
  readonly most: number;
  /** Maximum number of connections without a valid token per address or IPv6 network. */
  readonly maxPerAddress: number;
  /** Share of all connections reserved for those with a valid token. Half of them by default. */
  readonly shareForKnown?: number;
  /** Proxies, which the limit by address does not apply to; nor does it apply to loopback addresses. */
  readonly trustProxy?: readonly string[] | undefined;
  /** A monotonic clock. */
  readonly now: () => number;
  /** What a refused connection receives, if it is not encrypted. */
  readonly refusal: () => string;
  readonly events: ConnectionEvents;
}

const SHARE_FOR_KNOWN = 1 / 2;
/** Number of connections closed at once if the system is out of descriptors. */
const SHED_AT_ONCE = 32;
const NO_DESCRIPTOR = new Set(['EMFILE', 'ENFILE']);

/**
 * Limits the connections of a server. A connection is unauthenticated until it has shown a valid token. There
 * are never more than `most` connections, and unauthenticated ones cannot use a reserved share. If a new
 * connection finds no room, the unauthenticated one that has been idle longest is closed; if none is idle,
 * the new one is refused. Authenticated connections are never closed for others.
 *
 * A request on an authenticated connection costs two look-ups by identity here.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #groups: PeerGroups;
  readonly #isEncrypted: boolean;
  /** By the socket that receives the requests. */
  readonly #bySocket = new Map<Socket, Connection>();
  /** TLS: connections whose handshake is not complete, by the port of the peer. */
  readonly #handshakes = new Map<string, Connection>();
  readonly #strangers = new UnauthenticatedConnections();
  readonly #strangersOf = new Map<string, UnauthenticatedConnections>();
  #known = 0;

  constructor(server: Server, options: ConnectionsOptions) {
    this.#options = options;
    this.#groups = new PeerGroups(options.trustProxy);
    this.#isEncrypted = server instanceof TlsServer;
    server.on('connection', (socket: Socket) => this.#arrived(socket));
    server.on('secureConnection', (socket: Socket) => this.#encrypted(socket));
    server.on('error', (error) => {
      if (server.listening) this.#acceptFailed(error);
    });
  }

  get limit(): number {
    return this.#options.most;
  }

  /** Number of connections that have shown a valid token. */
  get known(): number {
    return this.#known;
  }

  get unknown(): number {
    return this.#strangers.size;
  }

  /** The connection has shown a valid token. May be called for every request. */
  markAuthenticated(socket: Socket): void {
    const connection = this.#bySocket.get(socket);
    if (!connection || connection.known) return;
    this.#removeStranger(connection);
    connection.known = true;
    this.#known++;
  }

  /**
   * Its token is not valid or no longer valid. The response that says so is being sent: the client should
   * receive it.
   */
  unmarkAuthenticated(socket: Socket, response: ServerResponse): void {
    const connection = this.#bySocket.get(socket);
    if (!connection?.known) return;
    connection.known = false;
    this.#known--;
    this.#addStranger(connection);
    this.#beginUntilClosed(connection, response);
  }

  /** A request has started. Call it before the token is verified. */
  requestStarted(socket: Socket, response: ServerResponse): void {
    const connection = this.#bySocket.get(socket);
    if (connection && !connection.known) this.#beginUntilClosed(connection, response);
  }

  /** A websocket upgrade was requested and may be queued. No response ends it: its token decides. */
  upgradeStarted(socket: Socket): void {
    const connection = this.#bySocket.get(socket);
    if (connection && !connection.known) this.#begin(connection);
  }

  #arrived(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    // The peer has already disconnected.
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const group = this.#groups.of(remoteAddress);
    if (!this.#makeRoomFor(group)) {
      this.#refuse(socket);
      return;
    }
    const connection: Connection = { socket, group, known: false, requests: 0, busySince: 0 };
    this.#addStranger(connection);
    const handshake = this.#isEncrypted ? nameOf(remoteAddress, remotePort) : undefined;
    if (handshake === undefined) this.#bySocket.set(socket, connection);
    else this.#handshakes.set(handshake, connection);
    socket.once('close', () => {
      this.#leave(connection, socket);
      if (handshake !== undefined && this.#handshakes.get(handshake) === connection)
        this.#handshakes.delete(handshake);
    });
  }

  /** From here on, its requests arrive on this socket. */
  #encrypted(socket: Socket): void {
    const handshake = nameOf(socket.remoteAddress, socket.remotePort);
    const connection = this.#handshakes.get(handshake);
    if (!connection) return;
    this.#handshakes.delete(handshake);
    this.#bySocket.set(socket, connection);
    connection.socket.once('close', () => this.#leave(connection, socket));
  }

  /** A request that began before authentication still counts: each ends with its own response. */
  #beginUntilClosed(connection: Connection, response: ServerResponse): void {
    this.#begin(connection);
    response.once('close', () => this.#answered(connection));
  }

  #begin(connection: Connection): void {
    if (connection.requests++ > 0) return;
    connection.busySince = this.#options.now();
    this.#addStranger(connection);
  }

  #answered(connection: Connection): void {
    connection.requests--;
    const isStranger = !connection.known && !connection.socket.destroyed;
    if (isStranger && connection.requests === 0) this.#addStranger(connection);
  }

  #leave(connection: Connection, socket: Socket): void {
    this.#bySocket.delete(socket);
    if (connection.known) this.#known--;
    else this.#removeStranger(connection);
    connection.known = false;
  }

  /** Returns false if there is none. */
  #makeRoomFor(group: string | undefined): boolean {
    const ofGroup = group === undefined ? undefined : this.#strangersOf.get(group);
    const { maxPerAddress, most, events, shareForKnown = SHARE_FOR_KNOWN } = this.#options;
    if (ofGroup && ofGroup.size >= maxPerAddress && !this.#close(ofGroup, 'address')) {
      events.refused('address', group);
      return false;
    }
    const room = most - Math.max(this.#known, Math.floor(most * shareForKnown));
    while (this.#strangers.size >= room) {
      if (this.#close(this.#strangers, 'all')) continue;
      events.refused('all', group);
      return false;
    }
    return true;
  }

  /**
   * Closes the next connection to evict, which frees its descriptor at once. Returns false if all are busy.
   */
  #close(strangers: UnauthenticatedConnections, limit: ConnectionLimit): boolean {
    const first = strangers.nextToEvict(this.#options.now());
    if (!first) return false;
    this.#removeStranger(first);
    first.socket.destroy();
    this.#options.events.closed(limit, first.group);
    return true;
  }

  /** The data written to a new socket are with the system when it is destroyed. */
  #refuse(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (!this.#isEncrypted) socket.write(this.#options.refusal());
    socket.destroy();
  }

  #acceptFailed(error: NodeJS.ErrnoException): void {
    this.#options.events.acceptFailed(error);
    if (!NO_DESCRIPTOR.has(error.code ?? '')) return;
    for (let closed = 0; closed < SHED_AT_ONCE && this.#close(this.#strangers, 'all');) closed++;
  }

  #addStranger(connection: Connection): void {
    this.#strangers.add(connection);
    const { group } = connection;
    if (group === undefined) return;
    let ofGroup = this.#strangersOf.get(group);
    if (!ofGroup) this.#strangersOf.set(group, (ofGroup = new UnauthenticatedConnections()));
    ofGroup.add(connection);
  }

  #removeStranger(connection: Connection): void {
    this.#strangers.delete(connection);
    const { group } = connection;
    const ofGroup = group === undefined ? undefined : this.#strangersOf.get(group);
    ofGroup?.delete(connection);
    if (group !== undefined && ofGroup?.size === 0) this.#strangersOf.delete(group);
  }
}

/** Identifies a connection while it is open: no other has the same peer and port. */
function nameOf(address: string | undefined, port: number | undefined): string {
  return `${address} ${port}`;
}
