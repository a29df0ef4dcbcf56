import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { Lru } from '../../core/lru.ts';
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
  /** The key that vouches for this process. */
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

/** The name of a process in messages. It cannot be used without the private process key. */
export function publisherOf(processKey: Uint8Array): string {
  return createHash('sha256').update(processKey).digest('hex').slice(0, 16);
}

/** Limit of processes whose certificates are remembered as verified. */
const KNOWN_PROCESSES = 256;

/**
 * Signs messages with a key that only this process has, and that the key of its role vouches for. Verifies that received messages were signed
 * by the process that they name, and that it has one of the permitted roles.
 */
export class RoleKeys implements MessageTrust {
  readonly publisher: string;
  readonly now: () => Millis;
  readonly #process: KeyObject;
  readonly #identity: Omit<Signature, 'signature'>;
  readonly #all: ReadonlyMap<string, { readonly role: string; readonly key: KeyObject }>;
  /** Keys of processes with a valid certificate, by the ids of both keys. */
  readonly #verified = new Lru<string, KeyObject>({ maxEntries: KNOWN_PROCESSES });

  constructor({ own, all }: TrustedKeys, now: () => Millis) {
    this.now = now;
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const processKey = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
    const role = createPrivateKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: own.x, d: own.d! },
      format: 'jwk',
    });
    const certificate = sign(null, certifiedText(processKey), role);
    this.#process = privateKey;
    this.#identity = { keyId: keyIdOf(own), processKey, certificate };
    this.publisher = publisherOf(processKey);
    this.#all = new Map(
      all.map(({ role: name, x }) => [keyIdOf({ x }), { role: name, key: publicKeyOf(x) }]),
    );
  }

  sign(content: SignedContent): Signature {
    return { ...this.#identity, signature: sign(null, signedText(content), this.#process) };
  }

  refusal(content: SignedContent, signature: Signature, roles: readonly string[]): TrustRefusal | undefined {
    const { keyId, processKey } = signature;
    if (keyId === UNSIGNED.keyId) return 'unsigned';
    const known = this.#all.get(keyId);
    if (!known) return 'unknown-key';
    if (!roles.includes(known.role)) return 'wrong-role';
    const key = this.#processKey(known.key, signature);
    if (!key || !verify(null, signedText(content), key, signature.signature)) return 'bad-signature';
    return content.publisher === publisherOf(processKey) ? undefined : 'wrong-publisher';
  }

  roleOf({ keyId }: Pick<Signature, 'keyId'>): string | undefined {
    return this.#all.get(keyId)?.role;
  }

  /** Undefined if the key of the role does not vouch for the key of the process. */
  #processKey(role: KeyObject, { keyId, processKey, certificate }: Signature): KeyObject | undefined {
    const id = `${keyId} ${processKey.toString('hex')}`;
    const known = this.#verified.get(id);
    if (known) return known;
    if (!verify(null, certifiedText(processKey), role, certificate)) return undefined;
    const key = publicKeyOf(processKey.toString('base64url'));
    this.#verified.set(id, key);
    return key;
  }
}

function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function certifiedText(processKey: Buffer): Buffer {
  return Buffer.from(`tidemark process 1\n${processKey.toString('hex')}`);
}

/** Unique for each content, because the purpose has no line break. */
function signedText({ purpose, publisher, number, deflated, sentAt, digest }: SignedContent): Buffer {
  const lines = ['tidemark message 2', purpose, publisher, number, deflated, sentAt, digest.toString('hex')];
  return Buffer.from(lines.join('\n'));
}
