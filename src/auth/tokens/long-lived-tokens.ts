import type { Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import {
  withLastUse,
  type LongLivedToken,
  type LongLivedTokenStore,
  type UrlTokenLimits,
} from './long-lived-token.ts';

/** How long an expired token stays listed. */
const LISTED_AFTER_EXPIRY_MS = 30 * DAY_MS;

type Change = (stored: readonly LongLivedToken[]) => readonly LongLivedToken[];

/** Tokens created by an operator. A token that is not stored here is invalid, even with a valid signature. */
export class LongLivedTokens {
  readonly #store: LongLivedTokenStore;
  readonly #clock: Clock;
  #tokens: ReadonlyMap<string, LongLivedToken> = new Map();
  /** By the hash of the token. */
  #urlTokens: ReadonlyMap<string, LongLivedToken> = new Map();
  /** Uses in this process that are not saved yet. */
  readonly #used = new Map<string, Millis>();
  #usedByOthers: ReadonlyMap<string, Millis> = new Map();

  private constructor(store: LongLivedTokenStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  static async open(store: LongLivedTokenStore, clock: Clock): Promise<LongLivedTokens> {
    const tokens = new LongLivedTokens(store, clock);
    let changed = false;
    store.onChange((all) => {
      changed = true;
      tokens.#learn(all);
    });
    const stored = await store.read();
    // A change that arrived during the read is newer than what was read.
    if (!changed) tokens.#learn(stored);
    return tokens;
  }

  list(): readonly LongLivedToken[] {
    return [...this.#tokens.values()].map((token) => this.#withUse(token));
  }

  /** The token, if it is neither revoked nor expired. */
  findValid(id: string): LongLivedToken | undefined {
    const token = this.#tokens.get(id);
    return token && this.#isLive(token) ? token : undefined;
  }

  /** The URL token with this hash, if it is neither revoked nor expired. */
  findUrlToken(hash: string): (LongLivedToken & { readonly url: UrlTokenLimits }) | undefined {
    const token = this.#urlTokens.get(hash);
    return token?.url && this.#isLive(token) ? { ...token, url: token.url } : undefined;
  }

  isRevoked(id: string): boolean {
    return this.#tokens.get(id)?.revokedAt !== undefined;
  }

  /** Whether a token signed with this key is still valid. */
  needsKey(kid: string): boolean {
    return [...this.#tokens.values()].some((token) => token.kid === kid && this.#isLive(token));
  }

  add(token: LongLivedToken): Promise<void> {
    return this.#change((stored) => [...stored, token]);
  }

  /** Returns a token that can be revoked; throws an error that says why if it cannot. */
  requireRevocable(id: string): LongLivedToken {
    return this.#revocable(id, this.#tokens.get(id));
  }

  async revoke(id: string): Promise<LongLivedToken> {
    this.requireRevocable(id);
    const revokedAt = this.#clock.now();
    await this.#change((stored) => {
      // Another process may have been faster.
      const token = this.#revocable(
        id,
        stored.find((each) => each.id === id),
      );
      return stored.map((each) => (each === token ? { ...token, revokedAt } : each));
    });
    return this.#tokens.get(id)!;
  }

  /** Called with every request: nothing is written. */
  recordUse(id: string): void {
    this.#used.set(id, this.#clock.now());
  }

  /** Saves when tokens were last used here. Does nothing if none was. */
  async saveUse(): Promise<void> {
    const used = new Map(this.#used);
    if (used.size === 0) return;
    await this.#store.saveUses(used);
    this.#kept(used);
  }

  /** Loads the last uses that other processes have saved. `list` then includes them. */
  async loadOtherUses(): Promise<void> {
    this.#usedByOthers = await this.#store.usesInOtherProcesses();
  }

  #learn(all: readonly LongLivedToken[]): void {
    this.#tokens = byId(all);
    this.#urlTokens = new Map(all.filter(({ url }) => url).map((token) => [token.hash, token]));
  }

  #isLive(token: LongLivedToken): boolean {
    return token.revokedAt === undefined && token.expiresAt > this.#clock.now();
  }

  #revocable(id: string, token: LongLivedToken | undefined): LongLivedToken {
    if (!token)
      throw new OperatorError(`there is no long-lived token ${id}: 'tidemark clients tokens' shows them`);
    if (token.revokedAt !== undefined) throw new OperatorError(`token ${id} is already revoked`);
    if (token.expiresAt <= this.#clock.now()) throw new OperatorError(`token ${id} has already expired`);
    return token;
  }

  #withUse(token: LongLivedToken): LongLivedToken {
    return withLastUse(token, this.#used.get(token.id), this.#usedByOthers.get(token.id));
  }

  async #change(change: Change): Promise<void> {
    const oldest = this.#clock.now() - LISTED_AFTER_EXPIRY_MS;
    const used = new Map(this.#used);
    await this.#store.change((stored) =>
      change(stored)
        .filter(({ expiresAt }) => expiresAt > oldest)
        .map((token) => withLastUse(token, used.get(token.id))),
    );
    this.#kept(used);
  }

  /** Drops the uses that were saved. A token used again meanwhile stays to be saved. */
  #kept(used: ReadonlyMap<string, Millis>): void {
    this.#tokens = new Map([...this.#tokens].map(([id, token]) => [id, withLastUse(token, used.get(id))]));
    for (const [id, at] of used) if (this.#used.get(id) === at) this.#used.delete(id);
  }
}

function byId(tokens: readonly LongLivedToken[]): ReadonlyMap<string, LongLivedToken> {
  return new Map(tokens.map((token) => [token.id, token]));
}
