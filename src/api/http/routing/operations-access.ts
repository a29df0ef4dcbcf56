import type { IncomingMessage } from 'node:http';
import type { Grant, TokenVerifier } from '../../../auth/tokens/token-verifier.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { isLoopbackAddress, isLoopbackName } from '../../../core/network/loopback.ts';
import type { Connections } from '../limits/connections.ts';
import { hostNameOf } from '../host-names.ts';
import { bearerGrant, identified, requireScope } from './authorisation.ts';
import type { Call } from './call.ts';

export const OPERATIONS_SCOPES: readonly Scope[] = ['read:operations'];

const FORWARDING = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/;

/** Who may see the state of the service: the machine that it runs on, and tokens with the required scope. */
export class OperationsAccess {
  readonly #identify: (call: Call) => Grant | Promise<Grant>;
  readonly #connections: Pick<Connections, 'markAuthenticated' | 'unmarkAuthenticated'>;

  constructor(
    verifier: TokenVerifier,
    connections: Pick<Connections, 'markAuthenticated' | 'unmarkAuthenticated'>,
  ) {
    this.#identify = bearerGrant(verifier);
    this.#connections = connections;
  }

  /** Throws 401 or 403. */
  async require(call: Call): Promise<void> {
    if (isFromThisMachine(call.request)) return;
    requireScope(await identified(call, this.#identify, this.#connections), OPERATIONS_SCOPES);
  }
}

/**
 * Whether the request comes from this machine and is meant for it. Other requests that arrive locally are
 * recognised by the headers of a proxy, by the Origin of another site, or by a foreign host name (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const name = headers.host === undefined ? undefined : hostNameOf(headers.host);
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    headers.origin === undefined &&
    name !== undefined &&
    isLoopbackName(name) &&
    !Object.keys(headers).some((header) => FORWARDING.test(header))
  );
}
