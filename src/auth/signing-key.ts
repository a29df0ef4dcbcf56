import {
  calculateJwkThumbprint,
  compactVerify,
  CompactSign,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { StoredKey } from './key-store.ts';

export const SIGNING_ALGORITHM = 'EdDSA';

export function publicHalf({ d: _secret, ...publicJwk }: JWK): JWK {
  return publicJwk;
}

export async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('a symmetric key cannot sign tokens');
  return key;
}

/** Without a checksum only the keys themselves tell of a changed bit: each must have its name and verify what it signs. */
export async function checkPairs(keys: readonly StoredKey[]): Promise<void> {
  for (const { kid, privateJwk } of keys) {
    if ((await calculateJwkThumbprint(privateJwk)) !== kid) throw new Error('a key has another name');
    const signer = new CompactSign(new Uint8Array()).setProtectedHeader({ alg: SIGNING_ALGORITHM });
    const signed = await signer.sign(await importKey(privateJwk));
    await compactVerify(signed, await importKey(publicHalf(privateJwk)));
  }
}
