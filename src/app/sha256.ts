import { createHash } from 'node:crypto';

/** The hash of tick records. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
