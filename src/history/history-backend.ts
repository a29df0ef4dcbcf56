import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { Quarantine } from '../disk/quarantine.ts';
import type { HistoryReader, HistoryStore } from './history-store.ts';
import type { StoredPart } from './scrub/finding.ts';

/** Stored data that can no longer be served. */
export interface Damage {
  readonly file: string;
  /** Undefined if a whole file or record is damaged. */
  readonly series: SeriesId | undefined;
  readonly reason: string;
}

export type OnDamage = (damage: Damage) => void;

export interface WriterOptions {
  /** The maximum age of reads; older data may be removed. */
  readonly windowMs: Millis;
  /** Called once per damage. */
  readonly onDamage: OnDamage;
  /** Called if background work fails, for example on a full disk: nothing is lost, and it is retried. */
  readonly onBackgroundFailure: (error: Error) => void;
  /** The destination of suspect files, for a backend that keeps files. */
  readonly quarantine?: Quarantine;
  /** Called for files that are used again although the list of files had lost them. */
  readonly onAdopted?: (path: string) => void;
  /** The maximum size of a file that grows with each tick, for a backend that keeps files. */
  readonly growingFileBytes?: number;
}

/** The valid part of a file; the file may be longer and may grow. */
export interface FileExtent {
  readonly path: string;
  readonly bytes: number;
}

/** The files of a history. Some may be removed at any moment, once their content is in others. */
export interface HistoryFiles {
  /** Oldest first; the last one may grow. */
  readonly growing: readonly FileExtent[];
  /** Files that never change. */
  readonly sealed: readonly string[];
}

/** A part of the history that is checked as a unit. */
export interface HistoryPart extends StoredPart {
  /** The UTC day whose ticks it has, in whole or in part; undefined if it has none, or those of several days. */
  readonly tickDay: Millis | undefined;
}

/** A history in one place: opens it, and lists its parts for checks and backups. */
export interface HistoryBackend {
  /** Whether a history exists, possibly an empty one. */
  exists(): Promise<boolean>;
  /**
   * Takes over: once this resolves, all writers opened before are fenced. Creates the history if it does not exist. A backend
   * that cannot prevent other processes from changing its files relies on the lock of the data directory, which the caller must
   * hold.
   */
  openWriter(options: WriterOptions): Promise<HistoryStore>;
  /** Changes nothing and needs no lock: a writer may be active at the same time. Rejects if there is no history. */
  openReader(onDamage: OnDamage): Promise<HistoryReader>;
  /** The folders of the data directory in which it keeps files. */
  readonly folders: readonly string[];
  /** The files of a history that no process has open, for a backup; undefined if it is not kept in files, or does not exist. */
  files(): HistoryFiles | undefined;
  /** All parts with checksums, in the order in which they should be checked. Checks change nothing. */
  parts(): Promise<HistoryPart[]>;
  /** The parts with data of from <= t <= to and with nothing newer than the last complete hour. */
  partsWithin(from: Millis, to: Millis): Promise<HistoryPart[]>;
}
