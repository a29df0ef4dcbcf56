import { randomBytes } from 'node:crypto';
import type { Scope } from '../contract/scopes.ts';
import type { Clock } from '../core/clocks/clock.ts';
import type { BuiltInClient } from './client-registry.ts';
import type { Grant } from './tokens/token-verifier.ts';

/** The client of all visitors of a public page. No stored client can have this id. */
export const PAGE_CLIENT_ID = 'page';

/** Only what the views without sign-in read: no tickers of exchanges, no derivatives, no operations. */
export const PAGE_SCOPES: readonly Scope[] = [
  'read:index-ticker',
  'read:ohlcv',
  'read:LX',
  'read:market-cap',
];

const SECRET_BYTES = 32;

/** Exists while the page is public. Never stored. Its secret is random and not shown, so the token endpoint refuses it. */
export function pageClient(clock: Clock): BuiltInClient {
  return {
    client: {
      id: PAGE_CLIENT_ID,
      name: 'Visitors of the public page',
      scopes: PAGE_SCOPES,
      createdAt: clock.now(),
      disabled: false,
    },
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    removalHint: 'start without --public-page to do without it',
  };
}

/** Whether the token is one that anyone can get, so that it does not identify its holder. */
export function isVisitor({ clientId }: Pick<Grant, 'clientId'>): boolean {
  return clientId === PAGE_CLIENT_ID;
}
