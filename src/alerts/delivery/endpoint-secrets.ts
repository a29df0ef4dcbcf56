import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { DAY_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import type { EndpointSecret } from '../store/alert-store.ts';

/** After a rotation, messages are signed with both secrets for this long. */
export const ROTATION_MS = DAY_MS;

const SECRET_PREFIX = 'whsec_';
const PUBLIC_KEY_PREFIX = 'whpk_';
const SECRET_BYTES = 32;
/** Length of the raw key at the end of an SPKI encoding. */
const RAW_KEY_BYTES = 32;

export function newEndpointSecret(hasKeyPair: boolean): EndpointSecret {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  if (!hasKeyPair) return { secret };
  const { privateKey } = generateKeyPairSync('ed25519');
  return { secret, privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') };
}

/** `whpk_` and base64 of the raw public key; undefined without a key pair. */
export function publicKeyOf({ privateKey }: EndpointSecret): string | undefined {
  if (privateKey === undefined) return undefined;
  const spki = createPublicKey(keyIn(privateKey)).export({ format: 'der', type: 'spki' });
  return PUBLIC_KEY_PREFIX + spki.subarray(-RAW_KEY_BYTES).toString('base64');
}

/** A message to sign: its id, the time of this attempt and its body. */
export interface SignedContent {
  readonly id: string;
  readonly at: Millis;
  readonly body: string;
}

/** The headers of Standard Webhooks. With several secrets there is a signature of each, separated by spaces. */
export function signatureHeaders(
  { id, at, body }: SignedContent,
  secrets: readonly EndpointSecret[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / SECOND_MS));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures = secrets.flatMap(({ secret, privateKey }) => [
    `v1,${createHmac('sha256', secretBytes(secret)).update(content).digest('base64')}`,
    ...(privateKey === undefined ? [] : [`v1a,${sign(null, content, keyIn(privateKey)).toString('base64')}`]),
  ]);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

function keyIn(privateKey: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
}
