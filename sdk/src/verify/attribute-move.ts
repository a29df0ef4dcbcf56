import {
  addDecimals,
  decimalFromNumber,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundToDecimals,
  ZERO,
  type Decimal,
} from '../../../src/core/numbers/decimal.ts';
import type { IndexReceipt } from '../contract.ts';
import { voicesOf, type Voice, type Voices } from './voices.ts';
import { DESCRIPTORS } from '../../../src/engine/index-types/index-types.ts';

/**
 * The contribution of one exchange (of a market) or one market (of an asset) to a move, in the unit of the
 * price.
 */
export interface MovePart {
  readonly id: string;
  readonly name: string;
  /** Whether it contributed at both ticks. */
  readonly presence: 'STAYED' | 'CAME' | 'WENT';
  /** The part from its changed price, or the changed rate of the market. */
  readonly price: string;
  /** For a market: the part from the clamp to the reference. */
  readonly clamp?: string;
  /** For an asset: the part from the other end of the market, through which its value in USD is found. */
  readonly path?: string;
  /** The part from its changed share; for one that came or went, all of it. */
  readonly weight: string;
  /** The sum of the others. */
  readonly total: string;
  /** Why it did not contribute at the other tick, if it came or went; absent if there was no ticker. */
  readonly reason?: string;
}

/**
 * Why a part of a move is unattributed: values are rounded; a value repeats an earlier one (CARRIED,
 * SUSPECT); an LX is a median; or a value does not follow from its receipt, which `verifyReceipt` would
 * report.
 */
export type RestReason = 'ROUNDING' | 'CARRIED' | 'SUSPECT' | 'MEDIAN' | 'UNEXPLAINED';

export interface Move {
  /** The later price minus the earlier one. The totals of all parts and the rest add up to it exactly. */
  readonly move: string;
  /** Largest absolute values first. */
  readonly parts: readonly MovePart[];
  readonly rest: { readonly amount: string; readonly because: RestReason };
}

/** Digits of parts: three more than published prices have. */
const DIGITS = 11;
/** Two prices are rounded by half a unit of their eighth digit each; parts add smaller errors. */
const ROUNDED = 1.5e-7;
const MINUS_ONE: Decimal = { units: -1n, scale: 0 };

/**
 * What a move between two receipts of one index consists of. docs/trust/attribution.md has the formula. Whatever the receipts
 * say, the parts and the rest add up to the move: where nothing can be attributed, the rest is all of it.
 */
export function attributeMove(before: IndexReceipt, after: IndexReceipt): Move {
  const prices = [before, after].map(({ price }) => parseDecimal(price) ?? ZERO) as [Decimal, Decimal];
  const move = less(prices[1], prices[0]);
  const voices = [before, after].map(voicesOf) as [Voices, Voices];
  const unmade = [before, after].find((receipt, i) => !isMadeOf(receipt, voices[i]!));
  if (unmade) return { move: formatDecimal(move), parts: [], rest: restOf(move, reasonOf(unmade)) };
  const decimals = decimalsOf(prices);
  // An overflow, from prices that no market has, becomes part of the rest.
  const parts = partsOf(voices, (amount) =>
    Number.isFinite(amount) ? roundToDecimals(decimalFromNumber(amount), decimals) : ZERO,
  );
  const sum = parts.reduce((total, part) => addDecimals(total, part.amount), ZERO);
  const rest = less(move, sum);
  const most = ROUNDED * Math.max(Number(before.price), Number(after.price));
  return {
    move: formatDecimal(move),
    parts: parts
      .sort((a, b) => Math.abs(Number(b.part.total)) - Math.abs(Number(a.part.total)))
      .map(({ part }) => part),
    rest: restOf(rest, Math.abs(Number(formatDecimal(rest))) <= most ? 'ROUNDING' : 'UNEXPLAINED'),
  };
}

function less(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, multiplyDecimals(b, MINUS_ONE));
}

function restOf(amount: Decimal, because: RestReason): Move['rest'] {
  return { amount: formatDecimal(amount), because };
}

/** A carried or held value comes from an earlier tick, not from its own inputs. */
function isMadeOf({ price }: IndexReceipt, { value }: Voices): boolean {
  return Math.abs(value - Number(price)) <= ROUNDED * Number(price);
}

function reasonOf({ indexType, flags }: IndexReceipt): RestReason {
  if (DESCRIPTORS[indexType].receipt.isMedian) return 'MEDIAN';
  return (['SUSPECT', 'CARRIED'] as const).find((flag) => flags?.includes(flag)) ?? 'UNEXPLAINED';
}

function decimalsOf(prices: readonly Decimal[]): number {
  const whole = Math.max(...prices.map((price) => Math.ceil(Math.log10(Number(formatDecimal(price)) || 1))));
  return Math.max(0, DIGITS - whole, ...prices.map(({ scale }) => scale));
}

interface Counted {
  readonly part: MovePart;
  readonly amount: Decimal;
}

function partsOf(
  [before, after]: readonly [Voices, Voices],
  rounded: (amount: number) => Decimal,
): Counted[] {
  const centre = (before.mean + after.mean) / 2;
  // Means of logarithms change by the ratio of values: their logarithmic mean converts one into the other.
  const unit = after.scale(before, after);
  return [...new Set([...before.voices.keys(), ...after.voices.keys()])].map((id) => {
    const [was, is] = [before.voices.get(id), after.voices.get(id)];
    const amounts = changes(was, is, centre).map(([name, amount]) => [name, rounded(amount * unit)] as const);
    const amount = amounts.reduce((sum, [, each]) => addDecimals(sum, each), ZERO);
    const reason = is ? (was ? undefined : before.reasons.get(id)) : after.reasons.get(id);
    const part = {
      id,
      name: (is ?? was)!.name,
      presence: is ? (was ? 'STAYED' : 'CAME') : 'WENT',
      ...Object.fromEntries(amounts.map(([name, each]) => [name, formatDecimal(each)])),
      total: formatDecimal(amount),
      ...(reason !== undefined && { reason }),
    } as MovePart;
    return { part, amount };
  });
}

/**
 * sum(s' c') - sum(s c) = sum(mean of s x change of c) + sum(change of s x (mean of c - any constant)), as
 * shares add up to 1 at both ticks. If one has no share at one of them, its part is a change of share.
 */
function changes(
  was: Voice | undefined,
  is: Voice | undefined,
  centre: number,
): (readonly [string, number])[] {
  const [before, after] = [was ?? { ...is!, share: 0 }, is ?? { ...was!, share: 0 }];
  const share = (before.share + after.share) / 2;
  const meanValue = (sumOfTerms(before) + sumOfTerms(after)) / 2;
  const terms = Object.keys(after.terms).map(
    (name) => [name, share * (after.terms[name]! - before.terms[name]!)] as const,
  );
  return [...terms, ['weight', (after.share - before.share) * (meanValue - centre)]];
}

function sumOfTerms({ terms }: Voice): number {
  return Object.values(terms).reduce((sum, term) => sum + term, 0);
}
