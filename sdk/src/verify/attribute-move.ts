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

/** What one exchange (of a market) or one market (of an asset) did to a move, in the unit of the price. */
export interface MovePart {
  readonly id: string;
  readonly name: string;
  /** Whether it contributed at both ticks. */
  readonly presence: 'STAYED' | 'CAME' | 'WENT';
  /** Its price, or the rate of the market, changed. */
  readonly price: string;
  /** Of a market: what the clamp to the reference took from its price, or gave back. */
  readonly clamp?: string;
  /** Of an asset: the other end of the market, through which its value in USD is found, changed. */
  readonly path?: string;
  /** Its share changed; of one that came or went this is all of it. */
  readonly weight: string;
  /** The sum of the others. */
  readonly total: string;
  /** Why it did not contribute at the other tick, of one that came or went: absent where there was no ticker. */
  readonly reason?: string;
}

/**
 * Why a part of a move has no name: values are rounded; a value repeats an earlier one (CARRIED, SUSPECT); an LX is a
 * median; or a value does not follow from its receipt, which `verifyReceipt` would tell.
 */
export type RestReason = 'ROUNDING' | 'CARRIED' | 'SUSPECT' | 'MEDIAN' | 'UNEXPLAINED';

export interface Move {
  /** The later price less the earlier one. The totals of all parts and the rest add up to it, exactly. */
  readonly move: string;
  /** The largest first, of either sign. */
  readonly parts: readonly MovePart[];
  readonly rest: { readonly amount: string; readonly because: RestReason };
}

/** Digits of a price that parts have: three more than are published. */
const DIGITS = 11;
/** Two prices are rounded by half a unit of their eighth digit each; parts have their own, smaller ones. */
const ROUNDED = 1.5e-7;
const MINUS_ONE: Decimal = { units: -1n, scale: 0 };

/**
 * What a move between two receipts of one index consists of. docs/trust/attribution.md has the formula. Whatever the receipts
 * say, the parts and the rest add up to the move: where nothing can be attributed, the rest is all of it.
 */
export function attributeMove(before: IndexReceipt, after: IndexReceipt): Move {
  const prices = [before, after].map(({ price }) => parseDecimal(price) ?? ZERO) as [Decimal, Decimal];
  const move = less(prices[1], prices[0]);
  const told = [before, after].map(voicesOf) as [Voices, Voices];
  const unmade = [before, after].find((receipt, i) => !isMadeOf(receipt, told[i]!));
  if (unmade) return { move: formatDecimal(move), parts: [], rest: restOf(move, reasonOf(unmade)) };
  const decimals = decimalsOf(prices);
  // What overflows, of prices that no market has, is left to the rest.
  const parts = partsOf(told, (amount) =>
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

/** A carried or held value is that of an earlier tick, not what its own inputs say. */
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
  // Means of logarithms move by the ratio of values: their logarithmic mean turns the one into the other.
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
 * sum(s' c') - sum(s c) = sum(mean of s x change of c) + sum(change of s x (mean of c - any constant)), as shares add up to 1 at both
 * ticks. Where one has no share at one of them, all of it is a change of share.
 */
function changes(
  was: Voice | undefined,
  is: Voice | undefined,
  centre: number,
): (readonly [string, number])[] {
  const [before, after] = [was ?? { ...is!, share: 0 }, is ?? { ...was!, share: 0 }];
  const share = (before.share + after.share) / 2;
  const said = (saidBy(before) + saidBy(after)) / 2;
  const terms = Object.keys(after.terms).map(
    (name) => [name, share * (after.terms[name]! - before.terms[name]!)] as const,
  );
  return [...terms, ['weight', (after.share - before.share) * (said - centre)]];
}

function saidBy({ terms }: Voice): number {
  return Object.values(terms).reduce((sum, term) => sum + term, 0);
}
