import type { Millis } from '../core/time.ts';

/** How far a process knows what others have changed of clients, keys and long-lived tokens. */
export interface SecretsWatch {
  /** Since the last moment whose changes are all known. */
  readonly ageMs: Millis;
  /** Whether that is too long ago to rely on a token that this process has not accepted before. */
  readonly isTooOld: boolean;
}

/** A token or a secret would be accepted, but it may have been revoked in another process since. */
export class RevocationsUnknown extends Error {
  override readonly name = 'RevocationsUnknown';

  constructor() {
    super('whether this was revoked since is not known for the moment: try again later');
  }
}
