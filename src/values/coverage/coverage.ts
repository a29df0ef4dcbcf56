import type { Gap } from '../../core/gap.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';

/** The coverage of one day, in slots of the requested range. */
export interface DayCoverage {
  /** 00:00 of the day, which contains the ticks after it up to and including the next 00:00. */
  readonly day: Millis;
  /** The sum of `ticks` and `missing`. */
  readonly expected: number;
  readonly ticks: number;
  /** Ticks that were carried or held. */
  readonly carried: number;
  readonly modelled: number;
  /** 1 if the day has an end-of-day record that is SEEDED; ticks never are. */
  readonly seeded: number;
  readonly missing: number;
}

/** The coverage of a series in a range. */
export interface SeriesCoverage {
  /** The oldest and the newest value in the range; absent if there is none. */
  readonly first?: Millis;
  readonly last?: Millis;
  /** Ascending. */
  readonly days: readonly DayCoverage[];
  /** Ascending. Adjacent gaps differ in their reason. Together they are exactly the missing slots. */
  readonly gaps: readonly Gap[];
}

/** The slots to examine. */
export interface CoverageRange {
  /** Earlier slots are ignored. */
  readonly from: Millis;
  /** The last slot that should exist by now, or the last requested one. */
  readonly upTo: Millis;
  /** Whether slots before the first value count as missing. */
  readonly fromFirst: boolean;
  /** The last published tick: later ones may be stored already but are not visible yet. */
  readonly at: Millis;
}

/**
 * How complete a series is.
 *
 * - Counted from published values, as a client receives them that reads all.
 * - Never a guess: the reason of a gap is UNKNOWN if the cause is not recorded.
 */
export interface Coverage {
  /** `too-many-gaps` if the result would have more than `maxGaps`. Rejects with the signal's reason soon after it aborts. */
  of(
    series: SeriesId,
    range: CoverageRange,
    maxGaps: number,
    signal: AbortSignal,
  ): Promise<SeriesCoverage | 'too-many-gaps'>;
}
