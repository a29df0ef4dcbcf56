import { sign, webcrypto } from 'node:crypto';
import { headText, type SignedHead } from '../core/integrity-head.ts';
import type { Millis } from '../core/time.ts';
import type { SigningKeys } from './signing-keys.ts';

const ED25519 = { name: 'Ed25519' };

export function signHead(
  keys: Pick<SigningKeys, 'current'>,
  head: { readonly slot: Millis; readonly recordHash: string },
): SignedHead {
  const { kid, privateKey } = keys.current;
  const signature = sign(null, Buffer.from(headText(head)), privateKey);
  const { slot, recordHash } = head;
  return { slot, recordHash, keyId: kid, signature: signature.toString('base64url') };
}

/** Whether one of the keys has signed it. */
export async function isSignedHead(
  keys: Pick<SigningKeys, 'keyById'>,
  { slot, recordHash, keyId, signature }: SignedHead,
): Promise<boolean> {
  const key = keys.keyById(keyId);
  if (!key) return false;
  const text = Buffer.from(headText({ slot, recordHash }));
  return webcrypto.subtle.verify(ED25519, key, Buffer.from(signature, 'base64url'), text);
}
