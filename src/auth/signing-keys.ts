import { KeyObject } from 'node:crypto';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Clock } from '../core/clocks/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { SerialQueue } from '../core/async/serial-queue.ts';
import { DAY_MS, formatDatetime, HOUR_MS, type Millis } from '../core/time.ts';
import type { KeyStore, StoredKey } from './key-store.ts';

/** A token of the token endpoint is valid for one day; one more hour covers clocks that disagree. */
const KEPT_AFTER_RETIREMENT_MS = DAY_MS + HOUR_MS;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** A key that has not signed anything yet. */
interface NewSigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
}

/** The public part of a stored key. */
export type ListedKey = Omit<StoredKey, 'privateJwk'>;

/** All keys in use, imported. */
interface LoadedKeys {
  readonly stored: readonly StoredKey[];
  readonly signing: SigningKey;
  /** The previous key, which still signs until then. */
  readonly before?: { readonly key: SigningKey; readonly until: Millis };
  readonly verifying: ReadonlyMap<string, CryptoKey>;
}

interface SigningKeysOptions {
  /** Whether to create the first key. If false, there may be no key before the first `adopt`. */
  readonly makesFirst?: boolean;
  /** Whether something that the key signed is still valid, no matter when the key was retired. */
  readonly isNeeded?: (kid: string) => boolean;
  /** How long the previous key still signs after a rotation, so that other processes load the new one first. */
  readonly signsAfterMs?: Millis;
}

/** The keys that sign tokens. The newest signs; a rotated one verifies until its last token has expired. */
export class SigningKeys {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #keptMs: Millis;
  readonly #isNeeded: (kid: string) => boolean;
  readonly #signsAfterMs: Millis;
  readonly #loading = new SerialQueue();
  #loaded: LoadedKeys | undefined;
  #isNew = false;

  private constructor(store: KeyStore, clock: Clock, keptMs: Millis, options: SigningKeysOptions) {
    this.#keptMs = keptMs;
    this.#isNeeded = options.isNeeded ?? (() => false);
    this.#signsAfterMs = options.signsAfterMs ?? 0;
    this.#store = store;
    this.#clock = clock;
  }

  /** `keptMs`: how long a retired key still verifies what it has signed. */
  static async open(
    store: KeyStore,
    clock: Clock,
    keptMs: Millis = KEPT_AFTER_RETIREMENT_MS,
    options: SigningKeysOptions = {},
  ): Promise<SigningKeys> {
    const { makesFirst = true } = options;
    const keys = new SigningKeys(store, clock, keptMs, options);
    let changed = false;
    store.onChange((stored) => {
      changed = true;
      // Keys that cannot be used here change nothing: `adopt` throws if its own key is among them.
      keys.#load(stored).catch(() => undefined);
    });
    const stored = await store.read();
    // A change that arrived during the read is newer than what was read.
    if (changed) await keys.#loading.idle();
    else if (stored.length > 0) await keys.#load(stored);
    else if (makesFirst) await keys.#makeFirst();
    return keys;
  }

  /** Whether this process created the first key. */
  get isNew(): boolean {
    return this.#isNew;
  }

  get current(): SigningKey {
    const { signing, before } = this.#now;
    return before && this.#clock.now() < before.until ? before.key : signing;
  }

  /** The key for tokens of the token endpoint. Undefined if it was retired so long ago that all of them have expired. */
  verificationKey(kid: string): CryptoKey | undefined {
    const key = this.#now.stored.find((stored) => stored.kid === kid);
    return key && this.#isKept(key, this.#clock.now()) ? this.keyById(kid) : undefined;
  }

  /** Also returns a key that is kept only because something it signed is still valid. */
  keyById(kid: string): CryptoKey | undefined {
    return this.#now.verifying.get(kid);
  }

  /** The public halves of all keys that may have signed a valid token, for `/.well-known/jwks.json`. */
  jwks(): { readonly keys: readonly JWK[] } {
    const now = this.#clock.now();
    const used = this.#now.stored.filter((key) => this.#isKept(key, now) || this.#isNeeded(key.kid));
    return { keys: used.map(publicJwk) };
  }

  /** The public halves of all stored keys, each with the period in which it signed. */
  publicKeys(): readonly JWK[] {
    return this.#now.stored.map((key) => ({
      ...publicJwk(key),
      createdAt: formatDatetime(key.createdAt),
      ...(key.retiredAt !== undefined && { retiredAt: formatDatetime(key.retiredAt) }),
    }));
  }

  /** Without private keys; empty before the first key is created. */
  list(): readonly ListedKey[] {
    return (this.#loaded?.stored ?? []).map(({ kid, createdAt, retiredAt }) => ({
      kid,
      createdAt,
      ...(retiredAt !== undefined && { retiredAt }),
    }));
  }

  async rotate(): Promise<string> {
    const key = await this.generate();
    await this.adopt(key);
    return key.kid;
  }

  generate(): Promise<NewSigningKey> {
    return generateKey();
  }

  /** Signs with a new key from now on. Durable when it resolves. Tokens of the previous key stay valid until they expire. */
  async adopt({ kid, privateJwk }: NewSigningKey): Promise<void> {
    const now = this.#clock.now();
    await this.#store.change((stored) => [
      ...this.#whole(stored)
        .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now }))
        .filter((key) => this.#isKept(key, now) || this.#isNeeded(key.kid)),
      { kid, createdAt: now, privateJwk },
    ]);
    await this.#loading.idle();
    if (this.#loaded?.signing.kid !== kid) throw new Error('the new key cannot be used');
  }

  #isKept({ retiredAt }: StoredKey, now: Millis): boolean {
    return retiredAt === undefined || retiredAt + this.#keptMs > now;
  }

  /** Throws if the store has lost a key that is in use here: writing would lose it for ever. */
  #whole(stored: readonly StoredKey[]): readonly StoredKey[] {
    const lost = this.#loaded?.stored.find(({ kid }) => !stored.some((key) => key.kid === kid));
    if (lost)
      throw new OperatorError(
        `key ${lost.kid} is in use, but no longer among the stored keys: restore the stored keys from a backup first`,
      );
    return stored;
  }

  /** If two processes start at once on a store without a key, both use the key that was stored first. */
  async #makeFirst(): Promise<void> {
    const first = await this.generate();
    await this.#store.change((stored) =>
      stored.length > 0 ? stored : [{ ...first, createdAt: this.#clock.now() }],
    );
    await this.#load(await this.#store.read());
    this.#isNew = this.current.kid === first.kid;
  }

  get #now(): LoadedKeys {
    if (!this.#loaded) throw new Error('no signing key is loaded');
    return this.#loaded;
  }

  /** Loads run one at a time; the last one wins. */
  #load(stored: readonly StoredKey[]): Promise<void> {
    return this.#loading.run(async () => {
      const verifying = new Map<string, CryptoKey>();
      for (const { kid, privateJwk } of stored) verifying.set(kid, await importKey(publicHalf(privateJwk)));
      const newest = stored.find((key) => key.retiredAt === undefined);
      if (!newest) throw new Error('no key is current');
      const signing = await signingKey(newest);
      const last = stored.findLast((key) => key !== newest && key.retiredAt === newest.createdAt);
      const until = newest.createdAt + this.#signsAfterMs;
      const now = this.#clock.now();
      // If the clock was set back, the time since the rotation is unknown: the newest key signs.
      const signsStill = last !== undefined && now >= newest.createdAt && now < until;
      const before = signsStill ? { key: await signingKey(last), until } : undefined;
      this.#loaded = { stored, signing, verifying, ...(before && { before }) };
    });
  }
}

export async function generateKey(): Promise<NewSigningKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
  const privateJwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk };
}

async function signingKey({ kid, privateJwk }: StoredKey): Promise<SigningKey> {
  // Newer versions of Node.js accept only extractable keys here.
  return { kid, privateKey: KeyObject.from(await importKey(privateJwk, { extractable: true })) };
}

function publicJwk({ kid, privateJwk }: StoredKey): JWK {
  return { ...publicHalf(privateJwk), kid, use: 'sig', alg: SIGNING_ALGORITHM };
}

export const SIGNING_ALGORITHM = 'EdDSA';

function publicHalf({ d: _secret, ...publicJwk }: JWK): JWK {
  return publicJwk;
}

export async function importKey(jwk: JWK, options?: { readonly extractable: boolean }): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM, options);
  if (key instanceof Uint8Array) throw new Error('a symmetric key cannot sign tokens');
  return key;
}
