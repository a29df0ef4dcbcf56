import type { Clock } from '../core/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { DAY_MS, type Millis } from '../core/time.ts';
import type { LongLivedToken, LongLivedTokenStore } from './long-lived-token.ts';

/** An expired one is listed for so long. */
const LISTED_AFTER_EXPIRY_MS = 30 * DAY_MS;

/**
 * Tokens that an operator made. One that is not in here is not good, whatever its signature says: what was revoked ends at
 * once, and a lost file ends them all. Changes are durable, and count, before their method returns.
 */
export class LongLivedTokens {
  readonly #store: LongLivedTokenStore;
  readonly #clock: Clock;
  #tokens: ReadonlyMap<string, LongLivedToken>;
  /** Since the file was last written. */
  readonly #used = new Map<string, Millis>();

  constructor(store: LongLivedTokenStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#tokens = byId(store.read());
  }

  /** The newest last. */
  list(): readonly LongLivedToken[] {
    return [...this.#tokens.values()].map((token) => this.#withUse(token));
  }

  /** The token, where it is neither revoked nor expired. */
  live(id: string): LongLivedToken | undefined {
    const token = this.#tokens.get(id);
    return token && this.#isLive(token) ? token : undefined;
  }

  isRevoked(id: string): boolean {
    return this.#tokens.get(id)?.revokedAt !== undefined;
  }

  /** Whether a token that this key has signed can still be used. */
  needsKey(kid: string): boolean {
    return [...this.#tokens.values()].some((token) => token.kid === kid && this.#isLive(token));
  }

  add(token: LongLivedToken): void {
    this.#write([...this.#tokens.values(), token]);
  }

  /** A token that can be revoked; a refusal says why it cannot. */
  revocable(id: string): LongLivedToken {
    const token = this.#tokens.get(id);
    if (!token)
      throw new OperatorError(`there is no long-lived token ${id}: 'tidemark clients tokens' shows them`);
    if (token.revokedAt !== undefined) throw new OperatorError(`token ${id} is revoked already`);
    if (token.expiresAt <= this.#clock.now()) throw new OperatorError(`token ${id} has expired already`);
    return token;
  }

  revoke(id: string): LongLivedToken {
    const revoked = { ...this.revocable(id), revokedAt: this.#clock.now() };
    this.#write([...this.#tokens.values()].map((token) => (token.id === id ? revoked : token)));
    return revoked;
  }

  /** Called with every request: nothing is written. */
  used(id: string): void {
    this.#used.set(id, this.#clock.now());
  }

  /** Keeps when tokens were last used. Nothing happens where none was. */
  saveUse(): void {
    if (this.#used.size > 0) this.#write([...this.#tokens.values()]);
  }

  #isLive(token: LongLivedToken): boolean {
    return token.revokedAt === undefined && token.expiresAt > this.#clock.now();
  }

  #withUse(token: LongLivedToken): LongLivedToken {
    const lastUsedAt = this.#used.get(token.id);
    return lastUsedAt === undefined ? token : { ...token, lastUsedAt };
  }

  #write(tokens: readonly LongLivedToken[]): void {
    const oldest = this.#clock.now() - LISTED_AFTER_EXPIRY_MS;
    const kept = tokens.filter(({ expiresAt }) => expiresAt > oldest).map((token) => this.#withUse(token));
    this.#store.write(kept);
    this.#tokens = byId(kept);
    this.#used.clear();
  }
}

function byId(tokens: readonly LongLivedToken[]): ReadonlyMap<string, LongLivedToken> {
  return new Map(tokens.map((token) => [token.id, token]));
}
