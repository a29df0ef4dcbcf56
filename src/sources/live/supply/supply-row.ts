import { compareDecimals, formatDecimal, parseDecimal } from '../../../core/numbers/decimal.ts';
import { DAY_MS, parseDatetime, type Millis } from '../../../core/time.ts';

/** Where supplies come from: a file of the operator, or an address that is asked. */
export const SUPPLY_ORIGINS = ['file', 'url'] as const;
export type SupplyOrigin = (typeof SUPPLY_ORIGINS)[number];

/** What an origin calls an asset: by at least one of id, slug and symbol. */
export interface NamedSupply {
  /** Where it stands, for messages: `line 4`, or what the origin calls the asset. */
  readonly place: string;
  readonly assetId?: string | undefined;
  readonly slugName?: string | undefined;
  readonly symbol?: string | undefined;
  readonly name?: string | undefined;
}

/** A supply as its origin gives it: both numbers are plain decimals above zero, and the free float is no more than all. */
export interface SupplyRow extends NamedSupply {
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
  /** The instant that the numbers are of. */
  readonly asOf: Millis;
  /** The operator says that a change by a factor of a hundred or more is meant. */
  readonly isConfirmed?: boolean;
}

/** One whose numbers cannot be meant. */
export interface RefusedSupply extends NamedSupply {
  readonly why: string;
}

/** What an operator should look at: a supply that does not count, and why. */
export interface SupplyFinding {
  readonly supply: string;
  readonly why: string;
}

const MOST_CHARACTERS = 60;
/** No asset has more units; more is a mistake of the origin. */
const MOST_UNITS = { units: 10n ** 30n, scale: 0 };
/** The first block of the first asset. */
const FIRST_SUPPLY = Date.UTC(2009, 0, 3);
/** Clocks differ, and a date alone is its midnight in some time zone. */
const AHEAD_MS = DAY_MS;

/** The number in plain notation; undefined where it is none that can be a supply. Zero is none: exchanges trade the asset. */
export function supplyOf(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const value = parseDecimal(text);
  if (!value || value.units <= 0n || compareDecimals(value, MOST_UNITS) > 0) return undefined;
  return formatDecimal(value);
}

/** Whether plain decimal `a` is above `b`. */
export function isAbove(a: string, b: string): boolean {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  return left !== undefined && right !== undefined && compareDecimals(left, right) > 0;
}

/** A date (its midnight in UTC) or a datetime in UTC. */
export function asOfOf(text: string): Millis | undefined {
  const at = parseDatetime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  return at !== undefined && at >= FIRST_SUPPLY ? at : undefined;
}

export function isInFuture(asOf: Millis, now: Millis): boolean {
  return asOf > now + AHEAD_MS;
}
