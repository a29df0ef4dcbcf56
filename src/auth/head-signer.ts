import { webcrypto } from 'node:crypto';
import { headText, type SignedHead } from '../core/integrity-head.ts';
import type { Millis } from '../core/time.ts';
import type { SigningKeys } from './signing-keys.ts';

const ED25519 = { name: 'Ed25519' };

/** Signs with the current key. */
export async function signHead(
  keys: Pick<SigningKeys, 'current'>,
  head: { readonly slot: Millis; readonly recordHash: string },
): Promise<SignedHead> {
  const { kid, privateKey } = keys.current;
  const signature = await webcrypto.subtle.sign(ED25519, privateKey, Buffer.from(headText(head)));
  const { slot, recordHash } = head;
  return { slot, recordHash, keyId: kid, signature: Buffer.from(signature).toString('base64url') };
}

/** `unknown-key`: it may be sound, and was signed with a key that is not known here. */
export async function checkHead(
  keys: Pick<SigningKeys, 'verificationKey'>,
  head: SignedHead,
): Promise<'sound' | 'forged' | 'unknown-key'> {
  const key = keys.verificationKey(head.keyId);
  if (!key) return 'unknown-key';
  const signature = Buffer.from(head.signature, 'base64url');
  const isSound = await webcrypto.subtle.verify(ED25519, key, signature, Buffer.from(headText(head)));
  return isSound ? 'sound' : 'forged';
}
