import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isVisitor } from '../../auth/page-client.ts';
import { RevocationsUnknown } from '../../auth/secrets-watch.ts';
import type { Grant, TokenVerifier } from '../../auth/tokens/token-verifier.ts';
import type { CloseReason } from '../../contract/close-codes.ts';
import type { StreamErrorCode } from '../../contract/messages.ts';
import { networkOf } from '../../core/network/network-address.ts';
import type { TrustedProxies } from '../http/limits/trusted-proxies.ts';
import type { Audience } from './channels/audience.ts';
import type { SentToken } from './connection/handshake.ts';
import type { StreamLimits } from './connection/limits.ts';
import { VisitorSessions } from './connection/visitor-sessions.ts';
import type { Subscriber } from './subscriber.ts';

const NOT_IN_URL = 'a long-lived token is taken from the Authorization header only, not from the URL';

export interface AdmissionParts {
  readonly verifier: TokenVerifier;
  readonly limits: StreamLimits;
  /** Determines the addresses of visitors. */
  readonly proxies: Pick<TrustedProxies, 'addressOf'>;
  readonly audience: Audience;
  /** Called for every connection that has shown a valid token. */
  readonly onKnown?: ((socket: Socket) => void) | undefined;
}

/** Why a client may not connect. */
export interface TurnedAway {
  readonly closing: CloseReason;
  /** Absent on a restart. */
  readonly code?: StreamErrorCode;
  readonly message: string;
}

/** Decides who may connect. Connections of every transport count towards the same limits. */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #visitors = new VisitorSessions();
  isDraining = false;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Synchronous if the token is known. */
  grantOf({ token }: SentToken): Grant | Promise<Grant | RevocationsUnknown | undefined> {
    const { verifier } = this.#parts;
    return verifier.cachedGrant(token) ?? verifier.verify(token).catch(unlessUnknown);
  }

  refusalOf(
    grant: Grant | RevocationsUnknown | undefined,
    sent: SentToken | undefined,
    request: IncomingMessage,
  ): TurnedAway | undefined {
    const { limits, audience } = this.#parts;
    if (this.isDraining) return { closing: 'restart', message: 'the service restarts: connect again' };
    if (grant instanceof RevocationsUnknown)
      return { closing: 'revocations', code: '503', message: grant.message };
    if (!grant)
      return { closing: 'token', code: '401', message: 'a valid token of the websocket is required' };
    if (grant.tokenId !== undefined && sent?.isInUrl)
      return { closing: 'token', code: '401', message: NOT_IN_URL };
    if (audience.connectionsOf(grant.clientId) >= limits.connections)
      return tooMany(`a client may have ${limits.connections} connections`);
    if (isVisitor(grant) && this.#visitors.of(this.#networkOf(request)) >= limits.visitorConnections)
      return tooMany(`an address may have ${limits.visitorConnections} connections of visitors`);
    return undefined;
  }

  enter(subscriber: Subscriber, grant: Grant, request: IncomingMessage): void {
    if (isVisitor(grant)) this.#visitors.enter(subscriber, this.#networkOf(request));
    else this.#parts.onKnown?.(request.socket);
    this.#parts.audience.enter(subscriber);
  }

  leave(subscriber: Subscriber): void {
    this.#parts.audience.leave(subscriber);
    this.#visitors.leave(subscriber);
  }

  #networkOf(request: IncomingMessage): string {
    return networkOf(this.#parts.proxies.addressOf(request));
  }
}

function unlessUnknown(error: unknown): RevocationsUnknown {
  if (error instanceof RevocationsUnknown) return error;
  throw error;
}

function tooMany(message: string): TurnedAway {
  return { closing: 'connections', code: '429', message };
}
