import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { IntegrityHead } from '../../sdk/src/contract.ts';
import type { IntegrityKeys } from '../../sdk/src/verify/index.ts';
import { signHead } from '../../src/auth/head-signer.ts';

export interface HeadSigner {
  readonly keys: IntegrityKeys;
  head(slot: string, recordHash: string): Promise<IntegrityHead>;
}

/** A new key, and heads signed with it as the service does. */
export async function signedHeads(): Promise<HeadSigner> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x });
  const current = { kid, privateKey };
  return {
    keys: { keys: [{ kid, x }] },
    head: async (slot, recordHash) => {
      const signed = signHead({ current } as never, { slot: Date.parse(slot), recordHash });
      return { ...signed, slot, algorithm: 'EdDSA' };
    },
  };
}
