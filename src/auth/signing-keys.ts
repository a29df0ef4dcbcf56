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

/** A token of the token endpoint lives for a day; an hour more covers clocks that disagree. */
const KEPT_AFTER_RETIREMENT_MS = DAY_MS + HOUR_MS;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** A key that nothing is signed with yet. */
interface NewSigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
}

/** What may be known of a key. */
export type ListedKey = Omit<StoredKey, 'privateJwk'>;

/** All that counts at one moment, imported. */
interface LoadedKeys {
  readonly stored: readonly StoredKey[];
  readonly signing: SigningKey;
  /** The one before it, which still signs until then. */
  readonly before?: { readonly key: SigningKey; readonly until: Millis };
  readonly verifying: ReadonlyMap<string, CryptoKey>;
}

interface SigningKeysOptions {
  /** Else there may be none before the first `adopt`. */
  readonly makesFirst?: boolean;
  /** Whether something that a key has signed still needs it, however long ago it was retired. */
  readonly isNeeded?: (kid: string) => boolean;
  /** How long the key before still signs after a rotation, so that other processes have seen the new one by then. */
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

  /** `keptMs`: for how long a retired key still verifies whatever it has signed. */
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
      // Keys that cannot be used here change nothing: a caller that rotated them hears why.
      keys.#load(stored).catch(() => undefined);
    });
    const stored = await store.read();
    // What was changed meanwhile is newer than what was read.
    if (changed) await keys.#loading.idle();
    else if (stored.length > 0) await keys.#load(stored);
    else if (makesFirst) await keys.#makeFirst();
    return keys;
  }

  /** Whether there was none, and a first key was made here. */
  get isNew(): boolean {
    return this.#isNew;
  }

  get current(): SigningKey {
    const { signing, before } = this.#now;
    return before && this.#clock.now() < before.until ? before.key : signing;
  }

  /** For tokens of the token endpoint: undefined for a key that was retired so long ago that all of them have expired. */
  verificationKey(kid: string): CryptoKey | undefined {
    const key = this.#now.stored.find((stored) => stored.kid === kid);
    return key && this.#isKept(key, this.#clock.now()) ? this.heldKey(kid) : undefined;
  }

  /** Also one that is only there because something it has signed still needs it. */
  heldKey(kid: string): CryptoKey | undefined {
    return this.#now.verifying.get(kid);
  }

  /** The public halves of all that a token may be signed with that is good still, for `/.well-known/jwks.json`. */
  jwks(): { readonly keys: readonly JWK[] } {
    const now = this.#clock.now();
    const used = this.#now.stored.filter((key) => this.#isKept(key, now) || this.#isNeeded(key.kid));
    return { keys: used.map(publicJwk) };
  }

  /** The same with the time in which each has signed. */
  publicKeys(): readonly JWK[] {
    return this.#now.stored.map((key) => ({
      ...publicJwk(key),
      createdAt: formatDatetime(key.createdAt),
      ...(key.retiredAt !== undefined && { retiredAt: formatDatetime(key.retiredAt) }),
    }));
  }

  /** Without any secret; none before the first was made. */
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

  /** Signs with a new key from now on. Durable before it returns; tokens of the one before stay valid until they expire. */
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

  /** Keys that count here and that the store has lost would be forgotten for ever. */
  #whole(stored: readonly StoredKey[]): readonly StoredKey[] {
    const lost = this.#loaded?.stored.find(({ kid }) => !stored.some((key) => key.kid === kid));
    if (lost)
      throw new OperatorError(
        `key ${lost.kid}, which is in use, is not among the stored keys any more: restore these from a backup first`,
      );
    return stored;
  }

  /** Two processes may start at once on a store without a key: both use the one that came first. */
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

  /** One after the other: the last that was told of counts. */
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
      // Where the clock was set back, nothing tells how long ago that was: the newest signs.
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
  return { kid, privateKey: await importKey(privateJwk) };
}

function publicJwk({ kid, privateJwk }: StoredKey): JWK {
  return { ...publicHalf(privateJwk), kid, use: 'sig', alg: SIGNING_ALGORITHM };
}

export const SIGNING_ALGORITHM = 'EdDSA';

function publicHalf({ d: _secret, ...publicJwk }: JWK): JWK {
  return publicJwk;
}

export async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('a symmetric key cannot sign tokens');
  return key;
}
