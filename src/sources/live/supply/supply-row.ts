import { compareDecimals, formatDecimal, parseDecimal } from '../../../core/numbers/decimal.ts';
import { DAY_MS, parseDatetime, type Millis } from '../../../core/time.ts';

/** Where supplies come from: a file of the operator, or an address. */
export type SupplyOrigin = 'file' | 'url';

/** How an origin identifies an asset: by at least one of id, slug and symbol. */
export interface NamedSupply {
  /** Its place, for messages: `line 4`, or the origin's name of the asset. */
  readonly place: string;
  readonly assetId?: string | undefined;
  readonly slugName?: string | undefined;
  readonly symbol?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * A supply as its origin contains it: both numbers are plain decimals above zero, and the free float does not exceed
 * the total.
 */
export interface SupplyRow extends NamedSupply {
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
  /** Date of the numbers. */
  readonly asOf: Millis;
  /** The operator confirms a change by a factor of a hundred or more. */
  readonly isConfirmed?: boolean;
}

/** A supply with invalid numbers. */
export interface RefusedSupply extends NamedSupply {
  readonly why: string;
}

/** A supply that is not used, and why, for the operator. */
export interface SupplyFinding {
  readonly supply: string;
  readonly why: string;
}

const MAX_CHARACTERS = 60;
/** No asset has more units; more is a mistake of the origin. */
const MAX_UNITS = { units: 10n ** 30n, scale: 0 };
/** The first block of Bitcoin. */
const FIRST_SUPPLY = Date.UTC(2009, 0, 3);
/** Tolerance for differing clocks, and for dates that mean midnight in another time zone. */
const MAX_AHEAD_MS = DAY_MS;

/**
 * The number in plain notation; undefined if it cannot be a supply. Zero is refused, because exchanges trade the asset.
 */
export function supplyOf(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const value = parseDecimal(text);
  if (!value || value.units <= 0n || compareDecimals(value, MAX_UNITS) > 0) return undefined;
  return formatDecimal(value);
}

/** Whether plain decimal `a` is above `b`. */
export function isAbove(a: string, b: string): boolean {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  return left !== undefined && right !== undefined && compareDecimals(left, right) > 0;
}

/** A date (midnight UTC) or a datetime in UTC. */
export function asOfOf(text: string): Millis | undefined {
  const at = parseDatetime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  return at !== undefined && at >= FIRST_SUPPLY ? at : undefined;
}

export function isInFuture(asOf: Millis, now: Millis): boolean {
  return asOf > now + MAX_AHEAD_MS;
}
