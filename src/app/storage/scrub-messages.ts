import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { ScrubState } from '../../history/scrub/scrub-file.ts';

/** What the thread that checks storage is started with. */
export interface ScrubInput {
  /** The data directory. */
  readonly folder: string;
  readonly everyMs: Millis;
}

/** After a failure, before it goes on. */
export const SCRUB_RETRY_MS = 10 * MINUTE_MS;

export type FromScrub =
  | { readonly kind: 'state'; readonly state: ScrubState; readonly quarantined: number }
  /** It goes on by itself. */
  | { readonly kind: 'failed'; readonly error: Error };
