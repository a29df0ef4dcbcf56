import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { PeerGroups } from './address-ranges.ts';
import { Strangers, type Connection } from './strangers.ts';

/** Which limit was reached: that of all connections, or that of an address. */
export type ConnectionLimit = 'all' | 'address';

/** What becomes of connections, for those who watch. */
export interface ConnectionEvents {
  /** A new connection was turned away. */
  refused(limit: ConnectionLimit, group: string | undefined): void;
  /** A connection without a valid token was closed to make room. */
  closed(limit: ConnectionLimit, group: string | undefined): void;
  /** The system could not hand over a connection, such as for want of descriptors. */
  acceptFailed(error: NodeJS.ErrnoException): void;
}

export interface ConnectionsOptions {
  /** All connections of the server. */
  readonly most: number;
  /** Connections without a valid token that one address, or one IPv6 network, may have. */
  readonly mostAnAddress: number;
  /** Of all connections: what those without a valid token may never use. Half of them by default. */
  readonly shareForKnown?: number;
  /** Proxies, which the limit by address does not apply to; neither does it to loopback addresses. */
  readonly trustProxy?: readonly string[] | undefined;
  /** A monotonic clock. */
  readonly now: () => number;
  /** What a connection that is refused gets to read, where it is not encrypted. */
  readonly refusal: () => string;
  readonly events: ConnectionEvents;
}

const SHARE_FOR_KNOWN = 1 / 2;
/** What is closed at once where the system has no descriptor left. */
const SHED_AT_ONCE = 32;
const NO_DESCRIPTOR = new Set(['EMFILE', 'ENFILE']);

/**
 * All connections of a server, and who may have them. A connection is a stranger until it shows a valid token. There are
 * never more than `most`; strangers leave a share of them free. Where there is no room for a new connection, the stranger
 * that has been idle longest is closed for it; where no stranger is idle, the new one is refused. Connections that have
 * shown a valid token are never closed for others.
 *
 * A request on a known connection costs two look-ups by identity here.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #groups: PeerGroups;
  readonly #isEncrypted: boolean;
  /** By the socket that requests come on. */
  readonly #bySocket = new Map<Socket, Connection>();
  /** TLS: connections that have no such socket yet, by the port of the peer. */
  readonly #handshakes = new Map<string, Connection>();
  readonly #strangers = new Strangers();
  readonly #strangersOf = new Map<string, Strangers>();
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

  /** Connections that have shown a valid token. */
  get known(): number {
    return this.#known;
  }

  get unknown(): number {
    return this.#strangers.size;
  }

  /** The connection has shown a valid token. May be said with every request. */
  know(socket: Socket): void {
    const connection = this.#bySocket.get(socket);
    if (!connection || connection.known) return;
    this.#removeStranger(connection);
    connection.known = true;
    this.#known++;
  }

  /** Its token is not valid, or not any more. The response that says so is under way: the client is to read it. */
  forget(socket: Socket, response: ServerResponse): void {
    const connection = this.#bySocket.get(socket);
    if (!connection?.known) return;
    connection.known = false;
    this.#known--;
    this.#addStranger(connection);
    this.#beginUntilClosed(connection, response);
  }

  /** A request has begun. To be said before it is known whether its token is valid. */
  requested(socket: Socket, response: ServerResponse): void {
    const connection = this.#bySocket.get(socket);
    if (connection && !connection.known) this.#beginUntilClosed(connection, response);
  }

  /** A websocket, and no other upgrade, has been asked for, and may wait for its turn. No answer ends that: its token decides. */
  upgrading(socket: Socket): void {
    const connection = this.#bySocket.get(socket);
    if (connection && !connection.known) this.#begin(connection);
  }

  #arrived(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    // The peer is gone already.
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

  /** From here on, its requests come on this socket. */
  #encrypted(socket: Socket): void {
    const handshake = nameOf(socket.remoteAddress, socket.remotePort);
    const connection = this.#handshakes.get(handshake);
    if (!connection) return;
    this.#handshakes.delete(handshake);
    this.#bySocket.set(socket, connection);
    connection.socket.once('close', () => this.#leave(connection, socket));
  }

  /** A request that began before the connection was known still counts: each ends with its own response. */
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

  /** False where there is none. */
  #makeRoomFor(group: string | undefined): boolean {
    const ofGroup = group === undefined ? undefined : this.#strangersOf.get(group);
    const { mostAnAddress, most, events, shareForKnown = SHARE_FOR_KNOWN } = this.#options;
    if (ofGroup && ofGroup.size >= mostAnAddress && !this.#close(ofGroup, 'address')) {
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

  /** Closes the first that has to go; its descriptor is free at once. False where all have something under way. */
  #close(strangers: Strangers, limit: ConnectionLimit): boolean {
    const first = strangers.firstToGo(this.#options.now());
    if (!first) return false;
    this.#removeStranger(first);
    first.socket.destroy();
    this.#options.events.closed(limit, first.group);
    return true;
  }

  /** What was written to a new socket is with the system when it is destroyed. */
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
    if (!ofGroup) this.#strangersOf.set(group, (ofGroup = new Strangers()));
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

/** Names a connection while it is open: no other has the same peer and port. */
function nameOf(address: string | undefined, port: number | undefined): string {
  return `${address} ${port}`;
}
