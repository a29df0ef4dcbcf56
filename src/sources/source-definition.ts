import type { Clock } from '../core/clock.ts';
import type { ReferenceContent, ReferenceData } from '../core/reference-data.ts';
import type { Millis } from '../core/time.ts';
import type { PastInput, PastModel } from './past.ts';
import type { Source } from './source.ts';

/** Settings by name, or the identity of a directory: a source reads what it knows of them and leaves the rest. */
export type SourceOptions = Readonly<Record<string, unknown>>;

/** What makes two histories of a source different ones; stored in the data directory. */
export type SourceIdentity = Readonly<Record<string, string | number>>;

/** A source before it has a clock. */
export interface PreparedSource {
  /** The reference data that count at a slot. */
  reference(slot: Millis): ReferenceContent;
  /** All that was ever listed, as far as the source knows: what is stored of the past may be of any of it. */
  universe(): ReferenceData;
  /** May be called more than once. */
  open(clock: Clock): Source;
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
  /** Whether what it delivers is made up: market time may run at any speed then. */
  readonly simulated: boolean;
  /** The names of the settings that it reads. */
  readonly settings: readonly string[];
  identity(options: SourceOptions): SourceIdentity;
  /** From what a directory stores, older versions included; undefined where it is not one of this source. */
  readIdentity(stored: Readonly<Record<string, unknown>>): SourceIdentity | undefined;
  /** `version 1 of ..., this version of Tidemark knows 2`, where a history cannot be gone on with; else undefined. */
  outdated(identity: SourceIdentity): string | undefined;
  prepare(options: SourceOptions): Promise<PreparedSource>;
  /** In a thread of its own, from what `PreparedSource.past` says; absent where the source has no past. */
  openPast?(input: unknown): Promise<PastModel>;
}
