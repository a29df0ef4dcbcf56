import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { Quarantine } from '../disk/quarantine.ts';
import type { HistoryReader, HistoryStore } from './history-store.ts';
import type { StoredPart } from './scrub/finding.ts';

/** Something that was stored and cannot be served any more. */
export interface Damage {
  readonly file: string;
  /** Undefined where a whole file or record is damaged. */
  readonly series: SeriesId | undefined;
  readonly reason: string;
}

export type OnDamage = (damage: Damage) => void;

export interface WriterOptions {
  /** What older reads may ask for; what is older than that may go. */
  readonly windowMs: Millis;
  /** Each damage is told once. */
  readonly onDamage: OnDamage;
  /** Work in the background did not succeed, such as on a full disk: nothing is lost, and it is tried again. */
  readonly onBackgroundFailure: (error: Error) => void;
  /** Where doubtful files go, for a backend that keeps files. */
  readonly quarantine?: Quarantine;
  /** Told of files that count again though the list of files had lost them. */
  readonly onAdopted?: (path: string) => void;
  /** How large a file gets that grows with each tick, for a backend that keeps files. */
  readonly growingFileBytes?: number;
}

/** So much of a file counts; it may be longer, and grow. */
export interface FileExtent {
  readonly path: string;
  readonly bytes: number;
}

/** The files that a history consists of. Some may go at any moment, once others hold what was in them. */
export interface HistoryFiles {
  /** Oldest first: the last one may grow. */
  readonly growing: readonly FileExtent[];
  /** Files that never change. */
  readonly sealed: readonly string[];
}

/** A part of history that is checked in one go. */
export interface HistoryPart extends StoredPart {
  /** The UTC day whose ticks it holds, whole or in part; undefined where it holds none, or those of several days. */
  readonly tickDay: Millis | undefined;
}

/** A history in one place: how it is opened, and what there is to check and to back up. */
export interface HistoryBackend {
  /** Whether there is a history, maybe an empty one. */
  exists(): Promise<boolean>;
  /**
   * Takes over: from the moment this resolves, all writers that were opened before are fenced. A history that is not there is
   * made. A backend that cannot keep others from changing its files beside it relies on the lock of the data directory,
   * which the caller holds.
   */
  openWriter(options: WriterOptions): Promise<HistoryStore>;
  /** Changes nothing and needs no lock: a writer may go on beside it. Rejects where there is no history. */
  openReader(onDamage: OnDamage): Promise<HistoryReader>;
  /** Folders of the data directory that it keeps files in. */
  readonly folders: readonly string[];
  /** The files of a history that no process has open, for a backup; undefined where it is not kept in files, or not there. */
  files(): HistoryFiles | undefined;
  /** Everything that carries checksums, in the order in which it is to be checked. Nothing is changed by a check. */
  parts(): Promise<HistoryPart[]>;
  /** Those that hold something of from <= t <= to and nothing that is newer than the last complete hour. */
  partsWithin(from: Millis, to: Millis): Promise<HistoryPart[]>;
}
