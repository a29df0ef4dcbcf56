import type { Clock } from '../core/clocks/clock.ts';
import type { DataOrigin } from '../core/data-origin.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import type { Setting } from '../core/setting.ts';
import type { Millis } from '../core/time.ts';
import type { PastInput, PastModel } from './past.ts';
import type { Seeder } from './seeding.ts';
import type { CollectLink } from './shared/collect-link.ts';
import type { ReaderContext, UnitReader } from './shared/unit-reader.ts';
import type { Source } from './source.ts';

/** Settings by name, or the identity of a directory. A source reads the ones it knows and ignores the rest. */
export type SourceOptions = Readonly<Record<string, unknown>>;

/**
 * Identifies a history: two directories of a source with different identities cannot be mixed. Stored in the data
 * directory.
 */
export type SourceIdentity = Readonly<Record<string, string | number>>;

export interface SourceDiskUse {
  /** What uses the space, for messages: `the small world`. */
  readonly sourceName: string;
  /**
   * Journal, one day in hourly files (twice while it is sealed), end-of-day records of a year twice, two hours of
   * inputs.
   */
  readonly smallestBytes: number;
  /** Measured size of a sealed day: 30-second values and end-of-day records. */
  readonly dayBytes: number;
}

/** The environment that a source runs in. */
export interface SourceContext {
  /** The data directory. A source puts its own name into the names of its files there; backups include them. */
  readonly folder: string;
  /** Warns the operator. The details hold no secret. */
  readonly onWarning: (what: string, details: Readonly<Record<string, unknown>>) => void;
}

/** The environment of a source whose exchanges are read by collectors on other machines. */
export interface LinkedSourceContext extends SourceContext {
  /** Opens the link to the collectors: once for each opened source, which closes it. */
  readonly openLink: () => CollectLink;
}

/** A source that is read in one process and interpreted in another. */
export interface SharedSource {
  openReader(options: SourceOptions, place: ReaderContext): Promise<UnitReader>;
  /**
   * Prepares the interpreting side, which gets its data from the readers and otherwise behaves like the same source.
   */
  prepare(options: SourceOptions, place: LinkedSourceContext): Promise<PreparedSource>;
}

/** A source before it has a clock. */
export interface PreparedSource {
  /** Everything that was ever listed, as far as the source knows: the stored history may refer to any of it. */
  universe(): ReferenceData;
  /**
   * May be called more than once. A source that knows nothing yet may take its time, unless it delivered ticks before.
   */
  open(clock: Clock, since?: { readonly hasTicks: boolean }): Source | Promise<Source>;
  /** Input for modelling its past; absent if it has none. */
  readonly past?: PastInput;
}

/**
 * Describes a source before it is used. The definition loads nothing: what takes time or memory loads in `prepare` and
 * `openPast`.
 */
export interface SourceDefinition {
  readonly name: string;
  /** For help texts: `a simulated market`. */
  readonly description: string;
  /** Clients can see whether data are live. If they are not, market time may run at any speed. */
  readonly origin: DataOrigin;
  /** The settings that only this source reads, by name. */
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  /** Problems with its settings beyond those of single values, such as an invalid file. */
  problems?(options: SourceOptions): readonly string[];
  /** Settings that are valid, but probably not intended. */
  warnings?(options: SourceOptions): readonly string[];
  identity(options: SourceOptions): SourceIdentity;
  /**
   * Reads the identity stored in a directory, also by older versions; undefined if the directory is not of this
   * source.
   */
  readIdentity(stored: Readonly<Record<string, unknown>>): SourceIdentity | undefined;
  /** `version 1 of ..., this version of Tidemark knows 2` if a history cannot be continued; otherwise undefined. */
  outdated(identity: SourceIdentity): string | undefined;
  /** How much disk space its history takes. */
  diskUse(options: SourceOptions): SourceDiskUse;
  /** Whether well-known assets that it does not trade are served, as INACTIVE. Default: true. */
  servesUntraded?(options: SourceOptions): boolean;
  /** When its time begins, for a source that has a beginning. */
  startsAt?(options: SourceOptions): Millis;
  prepare(options: SourceOptions, place: SourceContext): Promise<PreparedSource>;
  /** Absent if it can only be read in the process that uses it. */
  readonly shared?: SharedSource;
  /** Runs in its own thread, with `PreparedSource.past`; absent if the source has no past. */
  openPast?(input: unknown): Promise<PastModel>;
  /** Present if its exchanges keep data of days before it was first read. */
  openSeeder?(options: SourceOptions, place: Pick<SourceContext, 'folder'>): Promise<Seeder>;
}
