import { createHash } from 'node:crypto';

/** What is kept of a token that is not kept itself: SHA-256, base64url. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
