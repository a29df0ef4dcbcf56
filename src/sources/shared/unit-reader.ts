import type { Clock } from '../../core/clocks/clock.ts';
import type { SourcePlace } from '../source-definition.ts';
import type { Wanted } from './collect-link.ts';

/** Where a source is read in part. */
export interface ReaderPlace extends SourcePlace {
  readonly clock: Clock;
  /** What was read of a unit: plain data, which the source understands on the other side. */
  readonly tell: (unit: string, said: unknown) => void;
  /** What the reader says of itself. */
  readonly tellOwn: (said: unknown) => void;
}

/**
 * Reads some of the units of a source: a unit is what is read in one place at a time, such as an exchange with all that asks its hosts.
 * The process that opened it closes it.
 */
export interface UnitReader {
  /** All that there are, by names that are the same in all processes with the same settings. */
  readonly units: readonly string[];
  /** These from now on, and at first none. Resolves when no other is read any more. */
  read(units: ReadonlySet<string>): Promise<void>;
  /** Why too few of the exchanges that it reads answer; undefined if enough do. Absent: not known. */
  degraded?(): string | undefined;
  /** What those who hear it want, each time all of it. */
  want(wanted: Pick<Wanted, 'markets' | 'lists'>): void;
  close(): Promise<void>;
}
