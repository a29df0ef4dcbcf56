import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Millis } from '../../core/time.ts';
import type { Role } from '../../app/config/settings.ts';
import {
  UNSIGNED,
  type MessageTrust,
  type Signature,
  type SignedContent,
  type TrustRefusal,
} from '../nats/messages/message-trust.ts';

/** A key of a role, as stored in files. `d` is the private part, which only the role itself has. */
export interface RoleKey {
  readonly role: Role;
  readonly x: string;
  readonly d?: string;
}

export interface TrustedKeys {
  /** The key with which this process signs. */
  readonly own: RoleKey;
  /** Public keys of all roles. A role has several during a rotation. */
  readonly all: readonly RoleKey[];
}

export function newRoleKey(role: Role): Required<RoleKey> {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { role, x: x!, d: d! };
}

/** The id of a key in messages. */
export function keyIdOf({ x }: Pick<RoleKey, 'x'>): string {
  return createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 16);
}

/** Signs messages with the key of a role, and verifies that received messages are signed by one of the permitted roles. */
export class RoleKeys implements MessageTrust {
  readonly now: () => Millis;
  readonly #ownId: string;
  readonly #own: KeyObject;
  readonly #all: ReadonlyMap<string, { readonly role: string; readonly key: KeyObject }>;

  constructor({ own, all }: TrustedKeys, now: () => Millis) {
    this.now = now;
    this.#ownId = keyIdOf(own);
    this.#own = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: own.x, d: own.d! }, format: 'jwk' });
    this.#all = new Map(
      all.map(({ role, x }) => [
        keyIdOf({ x }),
        { role, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) },
      ]),
    );
  }

  sign(content: SignedContent): Signature {
    return { keyId: this.#ownId, signature: sign(null, signedText(content), this.#own) };
  }

  refusal(
    content: SignedContent,
    { keyId, signature }: Signature,
    roles: readonly string[],
  ): TrustRefusal | undefined {
    if (keyId === UNSIGNED.keyId) return 'unsigned';
    const known = this.#all.get(keyId);
    if (!known) return 'unknown-key';
    if (!roles.includes(known.role)) return 'wrong-role';
    return verify(null, signedText(content), known.key, signature) ? undefined : 'bad-signature';
  }
}

/** Unique for each content, because the purpose has no line break. */
function signedText({ purpose, publisher, number, deflated, sentAt, digest }: SignedContent): Buffer {
  const lines = ['tidemark message 2', purpose, publisher, number, deflated, sentAt, digest.toString('hex')];
  return Buffer.from(lines.join('\n'));
}
