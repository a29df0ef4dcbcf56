import type { Clock } from '../../core/clocks/clock.ts';
import type { SourceContext } from '../source-definition.ts';
import type { CollectRequest } from './collect-link.ts';

/** Environment of a reader that reads some units of a source. */
export interface ReaderContext extends SourceContext {
  readonly clock: Clock;
  /** Sends data read from a unit: plain data, which the source interprets on the other side. */
  readonly send: (unit: string, data: unknown) => void;
  /** Sends a message about the reader itself. */
  readonly sendOwn: (data: unknown) => void;
}

/**
 * Reads some of the units of a source. A unit is always read in one place at a time, such as an exchange with
 * everything that sends requests to its hosts. The process that opened the reader closes it.
 */
export interface UnitReader {
  /** All existing units. Processes with the same settings use the same names. */
  readonly units: readonly string[];
  /** Reads exactly these from now on; at the start, none. Resolves when no other unit is read any more. */
  read(units: ReadonlySet<string>): Promise<void>;
  /** Explains why too few of its exchanges answer; undefined if enough do. Absent if not known. */
  degraded?(): string | undefined;
  /** Passes on everything that the receivers request; replaces the previous request. */
  request(wanted: Pick<CollectRequest, 'markets' | 'lists'>): void;
  close(): Promise<void>;
}
