import type { Gap } from '../../core/gap.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';

/** How much of one day there is, in slots of the range that was asked for. */
export interface DayCoverage {
  /** 00:00 of the day, which holds the ticks after it up to and with the next 00:00. */
  readonly day: Millis;
  /** `ticks` and `missing` together. */
  readonly expected: number;
  readonly ticks: number;
  /** Ticks that were carried or held. */
  readonly carried: number;
  readonly modelled: number;
  /** 1 where the day has an end-of-day record that is SEEDED: no tick is. */
  readonly seeded: number;
  readonly missing: number;
}

/** What a series has in a range. */
export interface SeriesCoverage {
  /** The oldest and the newest value in the range; absent where there is none. */
  readonly first?: Millis;
  readonly last?: Millis;
  /** Ascending. */
  readonly days: readonly DayCoverage[];
  /** Ascending, next to each other only where the reason differs: together they are exactly the missing slots. */
  readonly gaps: readonly Gap[];
}

/** The slots that are looked at. */
export interface CoverageRange {
  /** Nothing before it. */
  readonly from: Millis;
  /** The last slot that should be there by now, or that is asked for. */
  readonly upTo: Millis;
  /** Whether slots before the first value count as missing. */
  readonly fromFirst: boolean;
  /** The last tick that is published: those that are stored and wait for their slot are not for anyone yet. */
  readonly at: Millis;
}

/**
 * How complete a series is.
 *
 * - Counted from published values: it says what a client gets that reads them all.
 * - Never a guess: where nothing tells why a slot is missing, its reason is UNKNOWN.
 */
export interface Coverage {
  /** `too-many-gaps` where the answer would have more than `mostGaps`. Rejects with the signal's reason soon after it aborts. */
  of(
    series: SeriesId,
    range: CoverageRange,
    mostGaps: number,
    signal: AbortSignal,
  ): Promise<SeriesCoverage | 'too-many-gaps'>;
}
