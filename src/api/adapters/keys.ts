import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { Grant, TokenVerifier } from '../../auth/tokens/token-verifier.ts';
import type { UrlTokenVerifier } from '../../auth/tokens/url-token-verifier.ts';
import { isUrlToken } from '../../auth/tokens/url-token.ts';
import { ApiError } from '../http/errors.ts';
import type { Call } from '../http/routing/call.ts';

/** On every answer to a request whose URL may contain a token: other sites must not receive that URL. */
const NO_REFERRER = ['referrer-policy', 'no-referrer'] as const;

const DEMO_CLIENT = 'demo';

export interface KeyParts {
  readonly verifier: TokenVerifier;
  readonly urlTokens: UrlTokenVerifier;
  readonly clients: Pick<ClientRegistry, 'findUsable'>;
  /** Whether requests without a key are those of the demo client. */
  readonly isKeyless: boolean;
}

export function hideReferrer({ response }: Call): void {
  response.setHeader(...NO_REFERRER);
}

/** The grant of the token in a path `/t/{token}/...`. Throws 401. */
export function pathGrant({ urlTokens }: KeyParts): (call: Call) => Grant {
  return (call) => {
    hideReferrer(call);
    const { token } = call.pathParameters;
    const grant = typeof token === 'string' ? urlTokens.grant(token) : undefined;
    if (grant) return grant;
    throw new ApiError('UNAUTHORIZED', 'the token in the URL is malformed, expired or revoked');
  };
}

/** The grant of a key in a header: a long-lived token or a URL token. Undefined if it may not be used. */
export async function headerGrant(parts: KeyParts, key: string): Promise<Grant | undefined> {
  if (isUrlToken(key)) return parts.urlTokens.grant(key);
  const grant = parts.verifier.cachedGrant(key) ?? (await parts.verifier.verify(key));
  return grant?.tokenId === undefined ? undefined : grant;
}

/** The grant of requests without a key; undefined if every request needs one. */
export function keylessGrant({ clients, isKeyless }: KeyParts): Grant | undefined {
  const client = isKeyless ? clients.findUsable(DEMO_CLIENT) : undefined;
  return client && { clientId: client.id, scopes: new Set(client.scopes), expiresAt: Infinity };
}
