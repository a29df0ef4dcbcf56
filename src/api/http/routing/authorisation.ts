import { isVisitor } from '../../../auth/page-client.ts';
import type { Grant, TokenVerifier } from '../../../auth/tokens/token-verifier.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { bearerTokenIn } from '../bearer.ts';
import { ApiError } from '../errors.ts';
import type { Connections } from '../limits/connections.ts';
import type { Call } from './call.ts';

const CHALLENGE = 'Bearer realm="tidemark"';
/** The common spelling; a token that was verified before needs no further parsing. */
const USUAL_SCHEME = 'Bearer ';

/** The grant of an Authorization header's token; synchronous if the token is known. Throws 401. */
export function authenticate(header: string | undefined, verifier: TokenVerifier): Grant | Promise<Grant> {
  const known = header?.startsWith(USUAL_SCHEME)
    ? verifier.cachedGrant(header.slice(USUAL_SCHEME.length))
    : undefined;
  return known ?? verifier.verify(tokenOf(header)).then((grant) => grant ?? refuseToken());
}

/** Identifies requests by their Authorization header. */
export function bearerGrant(verifier: TokenVerifier): (call: Call) => Grant | Promise<Grant> {
  return ({ request }) => authenticate(request.headers.authorization, verifier);
}

/**
 * The grant of a request that is not one of a data route. A connection counts as authenticated while its
 * requests have a valid token, as on data routes. Throws 401.
 */
export async function identified(
  call: Call,
  identify: (call: Call) => Grant | Promise<Grant>,
  connections: Pick<Connections, 'markAuthenticated' | 'unmarkAuthenticated'>,
): Promise<Grant> {
  const { request, response } = call;
  try {
    const grant = await identify(call);
    if (!isVisitor(grant)) connections.markAuthenticated(request.socket);
    return grant;
  } catch (error) {
    connections.unmarkAuthenticated(request.socket, response);
    throw error;
  }
}

/** Refuses a grant without any of the route's scopes before its parameters are read. */
export function requireScope(grant: Grant, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => grant.scopes.has(scope))) return;
  throw new ApiError('FORBIDDEN', `this needs a token with scope ${scopes.join(' or ')}`, {
    headers: { 'www-authenticate': `${CHALLENGE}, error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
}

function tokenOf(header: string | undefined): string {
  if (header === undefined) missingToken();
  return bearerTokenIn(header) ?? refuseToken();
}

/** Throws 401. */
export function missingToken(): never {
  throw new ApiError('UNAUTHORIZED', 'a bearer token is required', {
    headers: { 'www-authenticate': CHALLENGE },
  });
}

/** Throws 401. */
export function refuseToken(): never {
  throw authenticationError('the token is malformed, expired, revoked or not meant for this service');
}

/** 401 for a token that was sent. */
export function authenticationError(description: string): ApiError {
  return new ApiError('UNAUTHORIZED', description, {
    headers: {
      'www-authenticate': `${CHALLENGE}, error="invalid_token", error_description="${description}"`,
    },
  });
}
