import type { IncomingMessage } from 'node:http';
import { isVisitor } from '../../../auth/page-client.ts';
import type { Grant, TokenVerifier } from '../../../auth/tokens/token-verifier.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { isLoopbackAddress, isLoopbackName } from '../../../core/network/loopback.ts';
import type { Connections } from '../limits/connections.ts';
import { hostNameOf } from '../host-names.ts';
import { authenticate, requireScope } from './authorisation.ts';
import type { Call } from './call.ts';

export const OPERATIONS_SCOPES: readonly Scope[] = ['read:operations'];

const FORWARDING = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/;

/** Who may see how the service is doing: the machine that it runs on, and tokens with the scope for it. */
export class OperationsAccess {
  readonly #verifier: TokenVerifier;
  readonly #connections: Pick<Connections, 'know' | 'forget'>;

  constructor(verifier: TokenVerifier, connections: Pick<Connections, 'know' | 'forget'>) {
    this.#verifier = verifier;
    this.#connections = connections;
  }

  /** Throws 401 or 403. */
  async require(call: Call): Promise<void> {
    if (isFromThisMachine(call.request)) return;
    requireScope(await this.#identified(call), OPERATIONS_SCOPES);
  }

  /** The connection counts as known while what it sends has a valid token, as it does on routes of data. */
  async #identified({ request, response }: Call): Promise<Grant> {
    try {
      const grant = await authenticate(request.headers.authorization, this.#verifier);
      if (!isVisitor(grant)) this.#connections.know(request.socket);
      return grant;
    } catch (error) {
      this.#connections.forget(request.socket, response);
      throw error;
    }
  }
}

/**
 * Asked from this machine and meant for it. A proxy on the same machine shows by its headers that it asks for another, a
 * page of another site in a browser by its Origin, and one that calls the service by a name of its own (DNS rebinding) by
 * that name.
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
