import { hash } from 'node:crypto';

/** The hash of tick records. */
export function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
