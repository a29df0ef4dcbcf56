import type { Millis } from '../core/time.ts';

/** How up to date a process is with the changes of other processes to clients, keys and long-lived tokens. */
export interface SecretsWatch {
  /** Time since the last moment up to which all changes are known. */
  readonly ageMs: Millis;
  /** Whether that is too long ago to accept a token that this process has not accepted before. */
  readonly isTooOld: boolean;
}

/** A token or secret is valid as far as this process knows, but another process may have revoked it. */
export class RevocationsUnknown extends Error {
  override readonly name = 'RevocationsUnknown';

  constructor() {
    super('whether this was revoked since is not known for the moment: try again later');
  }
}
