import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { isUrlToken } from '../../../auth/tokens/url-token.ts';
import type { Call } from '../../http/routing/call.ts';
import { headerGrant, hideReferrer, keylessGrant, type KeyParts } from '../keys.ts';
import { DEMO_KEY_REFUSED, KEY_MISSING, keyRefused, PRO_KEY_REFUSED } from './errors.ts';

export const KEY_HEADERS = ['x-cg-demo-api-key', 'x-cg-pro-api-key'] as const;
export const KEY_PARAMETERS = ['x_cg_demo_api_key', 'x_cg_pro_api_key'] as const;

/** A key as sent. */
interface Key {
  readonly text: string;
  readonly isPro: boolean;
  readonly isInUrl: boolean;
}

/** The grant of the key of a request. Throws 401 in CoinGecko's form. */
export function coinGeckoGrant(parts: KeyParts): (call: Call) => Grant | Promise<Grant> {
  return (call) => {
    hideReferrer(call);
    const keys = keysOf(call);
    const [key, ...others] = keys;
    if (!key) return keylessGrant(parts) ?? refuseMissing();
    // A program that sends two different keys may be leaking one of them.
    if (others.some(({ text }) => text !== key.text)) return refuse(key, 'two different API keys were sent');
    if (keys.some(({ isInUrl }) => isInUrl) && !isUrlToken(key.text))
      return refuse(key, 'only a URL token is accepted in the URL: send other keys in the header');
    return headerGrant(parts, key.text).then(
      (grant) => grant ?? refuse(key, 'the API key is malformed, expired, revoked or of another kind'),
    );
  };
}

function keysOf({ request, query }: Call): readonly Key[] {
  const inHeaders = KEY_HEADERS.map((name) => ({ name, given: request.headers[name], isInUrl: false }));
  const inUrl = KEY_PARAMETERS.map((name) => ({ name, given: query[name], isInUrl: true }));
  return [...inHeaders, ...inUrl].flatMap(({ name, given, isInUrl }) =>
    [given ?? []]
      .flat()
      .filter((text) => text !== '')
      .map((text) => ({ text, isPro: name.includes('pro'), isInUrl })),
  );
}

function refuseMissing(): never {
  throw keyRefused(
    KEY_MISSING,
    'API key missing: send a key of this service in the header x-cg-demo-api-key or x-cg-pro-api-key',
  );
}

function refuse({ isPro }: Key, why: string): never {
  throw keyRefused(isPro ? PRO_KEY_REFUSED : DEMO_KEY_REFUSED, why);
}
