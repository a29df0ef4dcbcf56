import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  compactVerify,
  CompactSign,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Clock } from '../core/clock.ts';
import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';
import { sealJson, unsealJson } from '../disk/sealed-json.ts';
import { OperatorError } from '../core/errors.ts';
import { DAY_MS, HOUR_MS, type Millis } from '../core/time.ts';

export const SIGNING_ALGORITHM = 'EdDSA';

/** A token lives for a day; an hour more covers clocks that disagree. */
const KEPT_AFTER_RETIREMENT_MS = DAY_MS + HOUR_MS;
/** The first format had no checksum. */
const FORMAT = 2;
const BARE_FORMAT = 1;

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

/** A key that nothing is signed with yet. */
export interface NewSigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
}

/**
 * The keys that sign tokens, in `signing-keys.json` of the data directory, mode 0600. The newest signs; a
 * rotated one still verifies until the last token it signed has expired. The file carries a checksum; one of an older
 * version is read and sealed.
 */
export class SigningKeys {
  readonly #path: string;
  readonly #clock: Clock;
  #isNew = false;
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
    keys.#isNew = text === undefined;
    return keys;
  }

  /** Whether there was no file, and a first key was made. */
  get isNew(): boolean {
    return this.#isNew;
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

  async rotate(): Promise<string> {
    const key = await this.generate();
    await this.adopt(key);
    return key.kid;
  }

  async generate(): Promise<NewSigningKey> {
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
    const privateJwk = await exportJWK(privateKey);
    return { kid: await calculateJwkThumbprint(privateJwk), privateJwk };
  }

  /** Signs with a new key from now on. Durable before it returns; tokens of the one before stay valid until they expire. */
  async adopt({ kid, privateJwk }: NewSigningKey): Promise<void> {
    const now = this.#clock.now();
    const kept = this.#stored
      .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now }))
      .filter((key) => key.retiredAt + KEPT_AFTER_RETIREMENT_MS > now);
    const next: StoredKey[] = [...kept, { kid, createdAt: now, privateJwk }];
    this.#write(next);
    await this.#load(next);
  }

  #write(keys: readonly StoredKey[]): void {
    writeFileDurably(this.#path, sealJson({ format: FORMAT, keys }));
  }

  async #read(text: string): Promise<void> {
    const { keys, isBare } = parse(text, this.#path);
    try {
      if (isBare) await checkPairs(keys);
      await this.#load(keys);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`${this.#path} holds a key that cannot be used: ${WAY_OUT}`);
    }
    if (isBare) this.#write(keys);
  }

  async #load(stored: StoredKey[]): Promise<void> {
    const verifying = new Map<string, CryptoKey>();
    for (const { kid, privateJwk } of stored) verifying.set(kid, await importKey(publicHalf(privateJwk)));
    const newest = stored.find((key) => key.retiredAt === undefined);
    if (!newest) throw new OperatorError(`${this.#path} holds no current key: ${WAY_OUT}`);
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

/** Without a checksum only the keys themselves tell of a changed bit: each must have its name and verify what it signs. */
async function checkPairs(keys: readonly StoredKey[]): Promise<void> {
  for (const { kid, privateJwk } of keys) {
    if ((await calculateJwkThumbprint(privateJwk)) !== kid) throw new Error('a key has another name');
    const signer = new CompactSign(new Uint8Array()).setProtectedHeader({ alg: SIGNING_ALGORITHM });
    const signed = await signer.sign(await importKey(privateJwk));
    await compactVerify(signed, await importKey(publicHalf(privateJwk)));
  }
}

const WAY_OUT =
  'restore it from a backup, or move it away: the next start makes a new key, and tokens that are out end';

function parse(text: string, path: string): { readonly keys: StoredKey[]; readonly isBare: boolean } {
  const unsealed = unsealJson(text);
  if (unsealed.state === 'unreadable') throw new OperatorError(`${path} ${unsealed.problem}: ${WAY_OUT}`);
  const { format, keys } = unsealed.content;
  const isBare = unsealed.state === 'bare' && format === BARE_FORMAT;
  if (unsealed.state === 'changed' || (unsealed.state === 'bare' && format === FORMAT))
    throw new OperatorError(`${path} does not fit its checksum, it is damaged: ${WAY_OUT}`);
  if (!isBare && format !== FORMAT) {
    const advice =
      typeof format === 'number' && format > FORMAT ? 'run the newer version that wrote it' : WAY_OUT;
    throw new OperatorError(`${path} has format ${String(format)}, this version reads ${FORMAT}: ${advice}`);
  }
  if (!Array.isArray(keys) || !keys.every(isStored))
    throw new OperatorError(`${path} is damaged: ${WAY_OUT}`);
  return { keys: keys as StoredKey[], isBare };
}

function isStored(key: Partial<StoredKey> | null): boolean {
  return typeof key?.kid === 'string' && typeof key.privateJwk === 'object';
}
