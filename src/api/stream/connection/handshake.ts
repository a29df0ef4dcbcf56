import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { bearerTokenIn } from '../../http/bearer.ts';
import { ApiError } from '../../http/errors.ts';
import type { HostNames } from '../../http/host-names.ts';
import { originForm } from '../../http/routing/request-target.ts';
import { refuseSocket } from '../../http/answers/raw-answer.ts';
import { canDeflateFor } from '../frames/deflate.ts';

const TOKEN_PARAMETER = 'access_token';

/** A token as sent by the client. */
export interface SentToken {
  readonly token: string;
  /** In the URL, where proxies and logs record it. */
  readonly isInUrl: boolean;
}

/** Checks of an upgrade request before there is a websocket. */
export class Handshake {
  readonly #paths: ReadonlySet<string>;
  readonly #hosts: HostNames;
  readonly #wallClock: Clock;

  /** `wsUrl`: its path is that of the websocket; a proxy may have removed it. */
  constructor(wsUrl: string, hosts: HostNames, wallClock: Clock) {
    this.#hosts = hosts;
    const path = new URL(wsUrl).pathname.replace(/\/+$/, '');
    this.#paths = new Set(['/', path === '' ? '/' : path, `${path}/`]);
    this.#wallClock = wallClock;
  }

  isWebsocket({ headers }: IncomingMessage): boolean {
    return headers.upgrade?.toLowerCase() === 'websocket';
  }

  isForUs({ headers }: IncomingMessage): boolean {
    return this.#hosts.allow(headers.host);
  }

  isHere({ url = '' }: IncomingMessage): boolean {
    return this.#paths.has(originForm(url).split('?', 1)[0] ?? '');
  }

  /** An offer of compression that cannot be met is no reason to refuse the connection. */
  prepare({ headers }: IncomingMessage): void {
    const offer = headers['sec-websocket-extensions'];
    if (offer !== undefined && !canDeflateFor(offer)) delete headers['sec-websocket-extensions'];
  }

  /** From the query, otherwise from the header; undefined if there is none, or more than one. */
  tokenOf({ url = '', headers, rawHeaders }: IncomingMessage): SentToken | undefined {
    const query = url.indexOf('?');
    const given = query < 0 ? [] : new URLSearchParams(url.slice(query + 1)).getAll(TOKEN_PARAMETER);
    const [inUrl, ...others] = given;
    if (inUrl !== undefined) return others.length === 0 ? { token: inUrl, isInUrl: true } : undefined;
    const sent = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization');
    const token = sent.length === 1 ? bearerTokenIn(headers.authorization ?? '') : undefined;
    return token === undefined ? undefined : { token, isInUrl: false };
  }

  /** Any other upgrade may be ignored: the request is answered as a normal one. */
  asPlainRequest(http: Server, request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // As Node closes a connection that is not kept alive: a client that never closes its side holds no
    // resources.
    response.on('finish', () => socket.destroySoon());
    http.emit('request', request, response);
  }

  /** The error body of every route, on a socket that Node no longer manages. */
  refuse(socket: Duplex, code: ErrorCode, message: string): void {
    refuseSocket(socket, new ApiError(code, message), this.#wallClock.now());
  }
}
