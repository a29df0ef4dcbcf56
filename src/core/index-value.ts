import { DAY_MS } from './time.ts';

export const INDEX_TYPES = ['MWA', 'GWA', 'LX'] as const;
export type IndexType = (typeof INDEX_TYPES)[number];

/** One thing for each type. */
export function byType<T>(make: (indexType: IndexType) => T): Record<IndexType, T> {
  return Object.fromEntries(INDEX_TYPES.map((type) => [type, make(type)])) as Record<IndexType, T>;
}

/** The type at a place of `INDEX_TYPES`. Stored bytes and groups of a channel are such places. */
export function typeAt(place: number): IndexType {
  const type = INDEX_TYPES[place];
  if (type === undefined) throw new RangeError(`no type of index has the number ${place}`);
  return type;
}

/**
 * Why a value is not simply the formula. The order is the bit position in stored masks and in `flags` arrays, so it
 * never changes; stored masks have room for 16.
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

/** Only real values set highs, lows, opens and closes: one that is carried or held says nothing new. */
export function isReal(mask: FlagMask): boolean {
  return (mask & NOT_REAL) === 0;
}

/** So many trailing days of values are kept and served; older ones are simply not there. */
export const INDEX_WINDOW_DAYS = 200;
export const INDEX_WINDOW_MS = INDEX_WINDOW_DAYS * DAY_MS;

/** A series of values: the market of an MWA, the asset of a GWA, an LX. */
export interface SeriesId {
  readonly indexType: IndexType;
  readonly indexId: string;
}

/**
 * A published value. Its numbers are doubles that were rounded to their published precision, so that
 * `formatNumber` gives the published text and reading the text back gives the same double.
 */
export interface IndexValue extends SeriesId {
  readonly price: number;
  /** Base units of the trailing 24 hours. */
  readonly volume: number;
  /** LX only: base units traded in the slot. */
  readonly tickVolume?: number;
  readonly flags: FlagMask;
}
