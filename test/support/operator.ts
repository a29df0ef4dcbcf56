import { runCommand } from '../../src/app/operate/control/admin-access.ts';
import type { IssuedToken } from '../../src/app/operate/control/long-lived-commands.ts';
import type { AudienceKind } from '../../src/auth/audiences.ts';
import type { IssuedSecret } from '../../src/auth/client-registry.ts';
import type { UrlTokenLimits } from '../../src/auth/tokens/long-lived-token.ts';
import { SCOPES, type Scope } from '../../src/contract/scopes.ts';
import { SystemClock, type Clock } from '../../src/core/clocks/clock.ts';
import { DAY_MS, type Millis } from '../../src/core/time.ts';

/** Does what the operator's command line does to a running service, through the same control channel. */
export class Operator {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock = new SystemClock()) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async addClient(scopes: readonly Scope[] = SCOPES, expiresAt?: Millis): Promise<IssuedSecret> {
    const arguments_ = { name: 'a test', scopes, ...(expiresAt === undefined ? {} : { expiresAt }) };
    return (await this.#run('clients.add', arguments_)) as IssuedSecret;
  }

  async setScopes(id: string, scopes: readonly Scope[]): Promise<void> {
    await this.#run('clients.set', { id, scopes });
  }

  async disableClient(id: string): Promise<void> {
    await this.#run('clients.disable', { id });
  }

  async removeClient(id: string): Promise<void> {
    await this.#run('clients.remove', { id });
  }

  async rotateSecret(id: string): Promise<string> {
    return ((await this.#run('clients.rotate', { id })) as IssuedSecret).secret;
  }

  /** A token with a lifetime of one day. */
  async makeToken(id: string, audiences: readonly AudienceKind[]): Promise<IssuedToken> {
    return (await this.#run('clients.token', { id, audiences, lifeMs: DAY_MS })) as IssuedToken;
  }

  /** A token for URLs with a lifetime of one day, and the scopes of its client. */
  async makeUrlToken(id: string, limits: Partial<UrlTokenLimits> = {}): Promise<IssuedToken> {
    return (await this.#run('clients.token', { id, lifeMs: DAY_MS, url: limits })) as IssuedToken;
  }

  async revokeToken(token: string): Promise<void> {
    await this.#run('clients.revoke', { token });
  }

  /** Returns the kid of the new signing key. */
  async rotateKeys(): Promise<string> {
    return ((await this.#run('keys.rotate', {})) as { kid: string }).kid;
  }

  /** Returns the kid of the new key for heads. */
  async rotateIntegrityKeys(): Promise<string> {
    return ((await this.#run('keys.rotate-integrity', {})) as { kid: string }).kid;
  }

  #run(command: string, arguments_: Readonly<Record<string, unknown>>): Promise<unknown> {
    return runCommand(this.#folder, this.#clock, { command, arguments: arguments_ });
  }
}
