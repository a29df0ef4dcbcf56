import { createHash } from 'node:crypto';

/** Names content by its bytes: what entity tags are made from. */
export function contentTag(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('base64url').slice(0, 22);
}
