import { MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { ScrubState } from '../../../history/scrub/scrub-file.ts';
import type { DirectoryUse } from './directory-use.ts';

export interface ScrubInput {
  readonly folder: string;
  readonly everyMs: Millis;
}

export const MEASURE_EVERY_MS = MINUTE_MS;

/** Delay after a failure. */
export const SCRUB_RETRY_MS = 10 * MINUTE_MS;

export type FromScrub =
  | { readonly kind: 'state'; readonly state: ScrubState; readonly quarantined: number }
  | { readonly kind: 'use'; readonly use: DirectoryUse }
  /** The thread retries by itself. */
  | { readonly kind: 'failed'; readonly error: Error };
