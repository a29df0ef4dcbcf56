import { DAY_MS, MINUTE_MS } from './time.ts';

export const INDEX_TYPES = ['MWA', 'GWA', 'LX'] as const;
export type IndexType = (typeof INDEX_TYPES)[number];

/** One value per index type. */
export function byType<T>(make: (indexType: IndexType) => T): Record<IndexType, T> {
  return Object.fromEntries(INDEX_TYPES.map((type) => [type, make(type)])) as Record<IndexType, T>;
}

/** The type at a position of `INDEX_TYPES`. Stored data and channel groups identify a type by this position. */
export function indexTypeAt(position: number): IndexType {
  const type = INDEX_TYPES[position];
  if (type === undefined) throw new RangeError(`no index type has the number ${position}`);
  return type;
}

/**
 * Why a value is not the plain result of the formula. The order is the bit position in stored masks and in `flags` arrays, so it
 * never changes. Stored masks have room for 16.
 */
export const FLAGS = [
  'SPLIT',
  'SUSPECT',
  'THIN',
  'SINGLE_SOURCE',
  'CARRIED',
  'MODELLED',
  'SEEDED',
  'PARTIAL',
] as const;
export type Flag = (typeof FLAGS)[number];

/** A set of flags, one bit each. */
export type FlagMask = number;

export function maskOf(...flags: readonly Flag[]): FlagMask {
  return flags.reduce((mask, flag) => mask | (1 << FLAGS.indexOf(flag)), 0);
}

export function flagsIn(mask: FlagMask): Flag[] {
  return FLAGS.filter((_flag, bit) => (mask & (1 << bit)) !== 0);
}

const NOT_REAL = maskOf('CARRIED', 'SUSPECT');

/** Only real values set highs, lows, opens and closes: a carried or held value contains no new information. */
export function isReal(mask: FlagMask): boolean {
  return (mask & NOT_REAL) === 0;
}

/** Values are kept and served for this many trailing days. */
export const INDEX_WINDOW_DAYS = 200;
export const INDEX_WINDOW_MS = INDEX_WINDOW_DAYS * DAY_MS;

/** An older value is not shown as a current one in an answer that cannot show its age. */
export const STALE_VALUE_MS = 5 * MINUTE_MS;

/** A series of values: of a market (MWA), of an asset (GWA), or an LX. */
export interface SeriesId {
  readonly indexType: IndexType;
  readonly indexId: string;
}

/**
 * A published value. Its numbers are doubles rounded to their published precision: `formatNumber` gives the published text, and
 * parsing that text gives the same double.
 */
export interface IndexValue extends SeriesId {
  readonly price: number;
  /** In base units, over the trailing 24 hours. */
  readonly volume: number;
  /** LX only: base units traded during the slot. */
  readonly tickVolume?: number;
  readonly flags: FlagMask;
}
