import { HEAD_ALGORITHM, headText } from '../../../src/core/integrity-head.ts';
import { parseDatetime } from '../../../src/core/time.ts';
import type { IntegrityHead } from '../contract.ts';
import type { IntegrityKey, IntegrityKeys } from '../integrity-keys.ts';
import { sha256 } from './sha256.ts';

export type { IntegrityKey, IntegrityKeys } from '../integrity-keys.ts';

/** Whether one of the keys has signed a head. */
export interface HeadVerdict {
  readonly isRight: boolean;
  /** False if signatures cannot be checked on this platform. */
  readonly isChecked: boolean;
  /** Why it is wrong or cannot be checked. */
  readonly because?: string;
}

/** The part of WebCrypto that is used. */
export type Signatures = Pick<typeof globalThis.crypto.subtle, 'importKey' | 'verify'>;

const ED25519 = { name: 'Ed25519' };

/**
 * Whether one of the keys has signed the head. If so, the holder of the key has committed to all of the history
 * up to the head; docs/trust/verify-in-a-program.md says what follows from that, and what does not.
 */
export async function verifyHead(
  head: IntegrityHead,
  given: IntegrityKeys,
  signatures: Signatures | undefined = globalThis.crypto?.subtle,
): Promise<HeadVerdict> {
  if (!hasTexts(head, 'slot', 'recordHash', 'keyId', 'signature')) return wrong('it is not a head');
  const slot = parseDatetime(head.slot);
  if (slot === undefined) return wrong(`"${head.slot}" is not a slot`);
  if (head.algorithm !== HEAD_ALGORITHM)
    return unchecked(`the algorithm ${algorithmText(head.algorithm)} is not supported here`);
  const key = keysIn(given).find(({ kid }) => kid === head.keyId);
  if (!key) return wrong(`none of the keys is "${head.keyId}"`);
  const signature = bytesOf(head.signature);
  const publicKey = bytesOf(key.x);
  if (!signature) return wrong('the signature is not valid base64url');
  if (!publicKey) return wrong(`the key "${key.kid}" is not valid base64url`);
  if (isWeak(publicKey)) return wrong(`the key "${key.kid}" is weak: anyone can sign for it`);
  if (thumbprintOf(key.x) !== key.kid) return wrong(`the key "${key.kid}" does not match its id`);
  if (!signatures) return unchecked('this page or program has no WebCrypto');
  let imported: Awaited<ReturnType<Signatures['importKey']>>;
  try {
    imported = await signatures.importKey('raw', publicKey, ED25519, false, ['verify']);
  } catch (error) {
    const isKey = error instanceof Error && error.name === 'DataError';
    return isKey
      ? wrong(`the key "${key.kid}" is not a valid Ed25519 key`)
      : unchecked('WebCrypto does not support Ed25519 here');
  }
  const text = new TextEncoder().encode(headText({ slot, recordHash: head.recordHash }));
  const isRight = await signatures.verify(ED25519, imported, signature, text);
  return isRight ? { isRight, isChecked: true } : wrong(`the key "${key.kid}" has not signed it`);
}

/** For any JSON value. */
function algorithmText(given: unknown): string {
  return typeof given === 'string' ? JSON.stringify(given) : `of the type ${typeof given}`;
}

function wrong(because: string): HeadVerdict {
  return { isRight: false, isChecked: true, because };
}

function unchecked(because: string): HeadVerdict {
  return { isRight: false, isChecked: false, because };
}

/** The id of a key is the thumbprint of its public part (RFC 7638), so no other key can use it. */
function thumbprintOf(x: string): string {
  const hex = sha256(new TextEncoder().encode(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`));
  return base64urlOf(String.fromCharCode(...hex.match(/../g)!.map((byte) => parseInt(byte, 16))));
}

function base64urlOf(bytes: string): string {
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(base64url) || base64url.length % 4 === 1) return undefined;
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  // Unused bits must be 0: otherwise several texts would be the same signature.
  if (base64urlOf(text) !== base64url) return undefined;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** For any JSON value given as a head or a key. */
function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'string');
}

function keysIn(given: IntegrityKeys | undefined): readonly IntegrityKey[] {
  const keys: unknown = given?.keys;
  return Array.isArray(keys) ? keys.filter((key): key is IntegrityKey => hasTexts(key, 'kid', 'x')) : [];
}

/**
 * Points of order 1, 2, 4 and 8 by their encoded y, including non-canonical ones: with such a key anyone can
 * make valid signatures without a secret, and WebCrypto accepts it.
 */
const WEAK = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map((low) => `${low}${'ff'.repeat(30)}7f`),
]);

function isWeak(publicKey: Uint8Array): boolean {
  const y = Array.from(publicKey, (byte, i) => (i === 31 ? byte & 0x7f : byte));
  return WEAK.has(y.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}
