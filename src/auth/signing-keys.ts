import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Clock } from '../core/clock.ts';
import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';
import { OperatorError } from '../core/errors.ts';
import { DAY_MS, HOUR_MS, type Millis } from '../core/time.ts';

export const SIGNING_ALGORITHM = 'EdDSA';

/** A token lives for a day; an hour more covers clocks that disagree. */
const KEPT_AFTER_RETIREMENT_MS = DAY_MS + HOUR_MS;
const FORMAT = 1;

interface StoredKey {
  readonly kid: string;
  readonly createdAt: Millis;
  readonly retiredAt?: Millis;
  readonly privateJwk: JWK;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/**
 * The keys that sign tokens, in `signing-keys.json` of the data directory, mode 0600. The newest signs; a
 * rotated one still verifies until the last token it signed has expired.
 */
export class SigningKeys {
  readonly #path: string;
  readonly #clock: Clock;
  #stored: StoredKey[] = [];
  #verifying = new Map<string, CryptoKey>();
  #signing: SigningKey | undefined;

  private constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  static async open(folder: string, clock: Clock): Promise<SigningKeys> {
    const keys = new SigningKeys(join(folder, 'signing-keys.json'), clock);
    const text = readFileIfExists(keys.#path);
    if (text === undefined) await keys.rotate();
    else await keys.#read(text);
    return keys;
  }

  get current(): SigningKey {
    if (!this.#signing) throw new Error('no signing key is loaded');
    return this.#signing;
  }

  verificationKey(kid: string): CryptoKey | undefined {
    return this.#verifying.get(kid);
  }

  /** The public halves, for `/.well-known/jwks.json`. */
  jwks(): { readonly keys: readonly JWK[] } {
    return {
      keys: this.#stored.map(({ kid, privateJwk }) => ({
        ...publicHalf(privateJwk),
        kid,
        use: 'sig',
        alg: SIGNING_ALGORITHM,
      })),
    };
  }

  /** Durable before it returns. Tokens of the retired key stay valid until they expire. */
  async rotate(): Promise<string> {
    const now = this.#clock.now();
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
    const privateJwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(privateJwk);
    const kept = this.#stored
      .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now }))
      .filter((key) => key.retiredAt + KEPT_AFTER_RETIREMENT_MS > now);
    const next: StoredKey[] = [...kept, { kid, createdAt: now, privateJwk }];
    writeFileDurably(this.#path, `${JSON.stringify({ format: FORMAT, keys: next }, undefined, 2)}\n`);
    await this.#load(next);
    return kid;
  }

  async #read(text: string): Promise<void> {
    const stored = parse(text, this.#path);
    try {
      await this.#load(stored);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`${this.#path} holds a key that cannot be read: restore it from a backup`);
    }
  }

  async #load(stored: StoredKey[]): Promise<void> {
    const verifying = new Map<string, CryptoKey>();
    for (const { kid, privateJwk } of stored) verifying.set(kid, await importKey(publicHalf(privateJwk)));
    const newest = stored.find((key) => key.retiredAt === undefined);
    if (!newest) throw new OperatorError(`${this.#path} holds no current key: restore it from a backup`);
    this.#signing = { kid: newest.kid, privateKey: await importKey(newest.privateJwk) };
    this.#verifying = verifying;
    this.#stored = stored;
  }
}

function publicHalf({ d: _secret, ...publicJwk }: JWK): JWK {
  return publicJwk;
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('a symmetric key cannot sign tokens');
  return key;
}

function parse(text: string, path: string): StoredKey[] {
  let content: { format?: number; keys?: (Partial<StoredKey> | null)[] } | null;
  try {
    content = JSON.parse(text) as typeof content;
  } catch {
    throw new OperatorError(`${path} is not valid JSON: restore it from a backup`);
  }
  if (content?.format !== FORMAT) {
    throw new OperatorError(`${path} has format ${content?.format}, this version reads ${FORMAT}`);
  }
  const readable = content.keys?.every(
    (key) => typeof key?.kid === 'string' && typeof key.privateJwk === 'object',
  );
  if (!Array.isArray(content.keys) || !readable)
    throw new OperatorError(`${path} is damaged: restore it from a backup`);
  return content.keys as StoredKey[];
}
