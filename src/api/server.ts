import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { monotonicMs } from '../core/clocks/clock.ts';
import type { Connections } from './http/limits/connections.ts';
import { ApiError } from './http/errors.ts';
import { HOST_REFUSED, HostNames } from './http/host-names.ts';
import type { HttpSettings } from './http/http-server.ts';
import type { RequestLog } from './http/request-log.ts';
import type { RouteFamily } from './http/routing/route-family.ts';
import { originForm, readQuery, readTarget, type RequestTarget } from './http/routing/request-target.ts';
import { Call, RequestIds, type Sent } from './http/routing/call.ts';
import type { Cors } from './http/routing/cors.ts';
import { unreadable, type ErrorHandling } from './http/routing/error-handling.ts';
import type { NotFoundPage } from './site/not-found-page.ts';
import { ASTERISK, Router, unrouted, type Done, type Match, type Route } from './http/routing/routing.ts';

export interface ServerSettings extends HttpSettings {
  readonly trustProxy?: readonly string[] | undefined;
  /** Path of base_url: a proxy may or may not remove it. */
  readonly basePath: string;
  /** Host names accepted besides the loopback ones; absent: any name. */
  readonly acceptedHosts?: readonly string[] | undefined;
}

export interface AppParts {
  readonly errors: ErrorHandling;
  readonly cors: Cors;
  readonly connections: Pick<Connections, 'requestStarted'>;
  readonly notFoundPage: Pick<NotFoundPage, 'answer'>;
  readonly families: readonly RouteFamily[];
  readonly requestLog: Pick<RequestLog, 'answered'>;
}

const MAX_URL_LENGTH = 8 * 1024;

/** Everything common to all routes. The caller adds the routes and passes requests to `handle`. */
export class RestApp {
  readonly #parts: AppParts;
  readonly #basePath: string;
  readonly #hosts: HostNames;
  readonly #router = new Router();
  readonly #known = new KnownTargets();
  readonly #ids = new RequestIds(monotonicMs());

  constructor(server: Server, { basePath, acceptedHosts }: ServerSettings, parts: AppParts) {
    this.#parts = parts;
    this.#basePath = basePath;
    this.#hosts = new HostNames(acceptedHosts);
    server.on('clientError', (error, socket) => parts.errors.answerSocket(error, socket as Socket));
  }

  add(route: Route): void {
    this.#router.add(route);
  }

  get cors(): Cors {
    return this.#parts.cors;
  }

  /** The answer to a request is being sent. */
  answered(call: Call, status: number): void {
    this.#parts.requestLog.answered(call, status);
  }

  /** Synchronous if the route is. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const call = new Call(request, response, this.#ids, monotonicMs());
    this.#parts.connections.requestStarted(request.socket, response);
    const route = this.#routeOf(call);
    if (!route) return;
    try {
      const done = route.handle(call);
      if (done instanceof Promise) done.catch((error: unknown) => this.#fail(error, call, route));
    } catch (error) {
      this.#fail(error, call, route);
    }
  }

  /** Undefined if no route takes the request: then it was answered, before any body is read. */
  #routeOf(call: Call): Route | undefined {
    const { request } = call;
    const { url = '/', method = '' } = request;
    const known = this.#known.find(url);
    const target = known ? undefined : readTarget(this.#below(url));
    const family = known ? undefined : this.#familyOf(target, url);
    call.family = family;
    family?.begin?.(call);
    try {
      const refusal = refusalOf(request, this.#hosts);
      if (refusal) throw refusal;
      const routed = known ?? this.#read(url, target, family);
      if (!routed && !family && this.#parts.notFoundPage.answer(call, this.#below(url))) return undefined;
      if (!routed?.match.route.methods.includes(method)) {
        unrouted(routed?.match, this.#parts.cors, call);
        return undefined;
      }
      const { match, query } = routed;
      call.route = match.route.label ?? match.route.path;
      call.pathParameters = match.pathParameters;
      call.query = query;
      return match.route;
    } catch (error) {
      this.#answer(error, call);
      return undefined;
    }
  }

  #familyOf(target: RequestTarget | undefined, url: string): RouteFamily | undefined {
    const path = target?.segments.join('/') ?? this.#below(url);
    return this.#parts.families.find(({ pattern }) => pattern.test(path));
  }

  #below(url: string): string {
    return withoutBasePath(originForm(url), this.#basePath);
  }

  /** A URL that may contain a token is not kept. */
  #read(url: string, target: RequestTarget | undefined, family: RouteFamily | undefined): Routed | undefined {
    if (!target) throw unreadable('BAD_REQUEST');
    const match = this.#router.find(target);
    if (!match) return undefined;
    const routed = { match, query: readQuery(target.query) };
    if (!family && !match.route.hasTokenInUrl) this.#known.keep(url, routed);
    return routed;
  }

  #fail(error: unknown, call: Call, { fail }: Route): Done {
    if (fail) fail(error, call);
    else this.#answer(error, call);
  }

  #answer(error: unknown, call: Call): void {
    if (call.family) call.family.fail(error, call);
    else this.#parts.errors.answer(error, call);
  }
}

/**
 * Node keeps the first of two Host or Authorization headers and drops the other; two of them mean an attack
 * or a broken proxy.
 */
function refusalOf(request: IncomingMessage, names: HostNames): Error | undefined {
  const { rawHeaders, httpVersionMinor, url = '', headers, method } = request;
  if (url.startsWith(ASTERISK) && (url !== ASTERISK || method !== 'OPTIONS'))
    return new ApiError('BAD_REQUEST', 'the target * is for OPTIONS alone');
  if (url.length > MAX_URL_LENGTH) return new ApiError('URI_TOO_LONG', 'the URL is too long');
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
  }
  if (authorizations > 1) return new ApiError('BAD_REQUEST', 'the Authorization header must be sent once');
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) {
    return new ApiError('BAD_REQUEST', 'the Host header must be sent once');
  }
  return names.allow(headers.host) ? undefined : new ApiError('FORBIDDEN', HOST_REFUSED);
}

function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest === '') return '/';
  return rest.startsWith('/') || rest.startsWith('?') ? rest : url;
}

/** The route of a target, with the parameters sent. */
export interface Routed {
  readonly match: Match;
  readonly query: Sent;
}

/** Longer targets are parsed each time. */
const MAX_CHARACTERS = 512;
/** Less than a megabyte in total. */
const MAX_TARGETS = 512;

/**
 * A cache of parsed targets: programs request the same ones again and again, and an identical object lets a
 * route reuse its parsed parameters.
 */
export class KnownTargets {
  #lately = new Map<string, Routed>();
  #before = new Map<string, Routed>();

  find(target: string): Routed | undefined {
    const known = this.#lately.get(target);
    if (known) return known;
    const older = this.#before.get(target);
    if (older) this.keep(target, older);
    return older;
  }

  keep(target: string, routed: Routed): void {
    if (target.length > MAX_CHARACTERS) return;
    if (this.#lately.size >= MAX_TARGETS / 2) {
      this.#before = this.#lately;
      this.#lately = new Map();
    }
    this.#lately.set(target, routed);
  }
}
