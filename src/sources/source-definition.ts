import type { Clock } from '../core/clocks/clock.ts';
import type { DataOrigin } from '../core/data-origin.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import type { Setting } from '../core/setting.ts';
import type { Millis } from '../core/time.ts';
import type { PastInput, PastModel } from './past.ts';
import type { Seeder } from './seeding.ts';
import type { CollectLink } from './shared/collect-link.ts';
import type { ReaderPlace, UnitReader } from './shared/unit-reader.ts';
import type { Source } from './source.ts';

/** Settings by name, or the identity of a directory: a source reads what it knows of them and leaves the rest. */
export type SourceOptions = Readonly<Record<string, unknown>>;

/** What makes two histories of a source different ones; stored in the data directory. */
export type SourceIdentity = Readonly<Record<string, string | number>>;

export interface SourceDiskUse {
  /** What takes it, for messages: `the small world`. */
  readonly what: string;
  /** Journal, a day in hours and once more while it is sealed, end-of-day records of a year twice, two hours of inputs. */
  readonly smallestBytes: number;
  /** A sealed day of 30-second values and end-of-day records, as measured. */
  readonly dayBytes: number;
}

/** Where a source runs. */
export interface SourcePlace {
  /** The data directory: a source names its files there after itself, and they are backed up with the others. */
  readonly folder: string;
  /** Tells the operator what he should know: in words, with details that hold no secret. */
  readonly onTrouble: (what: string, details: Readonly<Record<string, unknown>>) => void;
}

/** Where a source runs whose exchanges are read by collectors elsewhere. */
export interface LinkedPlace extends SourcePlace {
  /** How it hears them: once for each opening of the source, which closes it. */
  readonly openLink: () => CollectLink;
}

/** A source that is read in one process and understood in another. */
export interface SharedSource {
  openReader(options: SourceOptions, place: ReaderPlace): Promise<UnitReader>;
  /** The same source to those who use it, from what readers tell. */
  prepare(options: SourceOptions, place: LinkedPlace): Promise<PreparedSource>;
}

/** A source before it has a clock. */
export interface PreparedSource {
  /** All that was ever listed, as far as the source knows: what is stored of the past may be of any of it. */
  universe(): ReferenceData;
  /** May be called more than once. A source of which nothing is known yet may take its time, unless ticks were made of it before. */
  open(clock: Clock, since?: { readonly hasTicks: boolean }): Source | Promise<Source>;
  /** What its past is modelled from; absent where it has none. */
  readonly past?: PastInput;
}

/**
 * What there is to know of a source before it is used. It loads nothing: what takes time or memory comes with `prepare`
 * and `openPast`.
 */
export interface SourceDefinition {
  readonly name: string;
  /** What it is, for help texts: `a simulated market`. */
  readonly description: string;
  /** Clients are told where data are not live; market time may run at any speed then. */
  readonly origin: DataOrigin;
  /** The settings that it alone reads, by name. */
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  /** What is wrong with its settings beyond what each says by itself, such as a file that is not as it must be. */
  problems?(options: SourceOptions): readonly string[];
  /** What of its settings is not wrong, but probably not meant. */
  warnings?(options: SourceOptions): readonly string[];
  identity(options: SourceOptions): SourceIdentity;
  /** From what a directory stores, older versions included; undefined where it is not one of this source. */
  readIdentity(stored: Readonly<Record<string, unknown>>): SourceIdentity | undefined;
  /** `version 1 of ..., this version of Tidemark knows 2`, where a history cannot be gone on with; else undefined. */
  outdated(identity: SourceIdentity): string | undefined;
  /** What its history takes on a disk. */
  diskUse(options: SourceOptions): SourceDiskUse;
  /** Whether well-known assets that it does not trade are served, as INACTIVE. By default they are. */
  servesUntraded?(options: SourceOptions): boolean;
  /** Where its time begins, for a source that has a beginning. */
  startsAt?(options: SourceOptions): Millis;
  prepare(options: SourceOptions, place: SourcePlace): Promise<PreparedSource>;
  /** Absent where it can only be read in the process that uses it. */
  readonly shared?: SharedSource;
  /** In a thread of its own, from what `PreparedSource.past` says; absent where the source has no past. */
  openPast?(input: unknown): Promise<PastModel>;
  /** Where its exchanges keep something of days before it was first read; absent where they do not. */
  openSeeder?(options: SourceOptions, place: Pick<SourcePlace, 'folder'>): Promise<Seeder>;
}
