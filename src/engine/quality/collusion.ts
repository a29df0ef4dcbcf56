import { isReal, type FlagMask } from '../../core/index-value.ts';

/** How many exchanges must collude to move a value by 1 % without raising a flag. */
export interface CollusionSize {
  readonly exchanges: number;
  /** Whether the search found no set of exchanges that can do it: then `exchanges` is a lower bound. */
  readonly isAtLeast: boolean;
}

/** The published price and flags of an index. */
export interface PublishedValue {
  /** 0: no tick. */
  readonly price: number;
  readonly flags: FlagMask;
}

/** An index from the view of a group of colluding exchanges. */
export interface CollusionTarget {
  readonly published: PublishedValue;
  /** How many exchanges could take part. */
  readonly candidates: number;
  /** What would have been published if these candidates had reported this price. */
  valueWith(colluding: readonly number[], price: number): PublishedValue;
}

/** The move to achieve, as a share of the value. */
export const GOAL = 0.01;
/** How far from the published value the colluding exchanges report, as a share of it. A smaller push raises fewer flags. */
const PUSHES = [0.01005, 0.0102, 0.0105, 0.011, 0.012, 0.015, 0.02, 0.03, 0.045];
/** The push that is used to compare exchanges and to try groups first. */
const TRIAL_PUSH = 0.0102;
/** A group whose trial moves the value by less than this share cannot succeed with any push. */
const WORTH_TRYING = 0.002;

/**
 * A greedy search: exchanges join a group in the order of how far each of them alone moves the value, until the group can move it
 * by 1 % without raising a new flag. Up and down are searched separately. Undefined if the value is carried or held, or no
 * exchange could take part.
 */
export function* collusionSize(target: CollusionTarget): Generator<void, CollusionSize | undefined, void> {
  const { published, candidates } = target;
  if (!(published.price > 0) || !isReal(published.flags) || candidates === 0) return undefined;
  const up = yield* smallestGroup(target, 1, candidates);
  const down = yield* smallestGroup(target, -1, (up ?? candidates + 1) - 1);
  const found = down ?? up;
  return found === undefined
    ? { exchanges: candidates, isAtLeast: true }
    : { exchanges: found, isAtLeast: false };
}

/** The smaller of two sizes; if equal, the one that is known exactly. */
export function smallerCollusion(a?: CollusionSize, b?: CollusionSize): CollusionSize | undefined {
  if (!a || !b) return a ?? b;
  if (a.exchanges !== b.exchanges) return a.exchanges < b.exchanges ? a : b;
  return a.isAtLeast ? b : a;
}

function* smallestGroup(
  target: CollusionTarget,
  direction: 1 | -1,
  maxSize: number,
): Generator<void, number | undefined, void> {
  if (maxSize === 0) return undefined;
  const { published, candidates, valueWith } = target;
  const trialPrice = published.price * (1 + direction * TRIAL_PUSH);
  const moveOf = (group: readonly number[]) => {
    const { price } = valueWith(group, trialPrice);
    return price > 0 ? direction * (price - published.price) : 0;
  };
  const alone: number[] = [];
  for (let candidate = 0; candidate < candidates; candidate++) {
    alone.push(moveOf([candidate]));
    yield;
  }
  const order = [...alone.keys()].sort((a, b) => alone[b]! - alone[a]! || a - b);
  for (let size = 1; size <= maxSize; size++) {
    const group = order.slice(0, size);
    if (moveOf(group) >= WORTH_TRYING * published.price && canMove(target, group, direction)) return size;
    yield;
  }
  return undefined;
}

function canMove(
  { published, valueWith }: CollusionTarget,
  group: readonly number[],
  direction: 1 | -1,
): boolean {
  return PUSHES.some((push) => {
    const { price, flags } = valueWith(group, published.price * (1 + direction * push));
    const isUnflagged = isReal(flags) && (flags & ~published.flags) === 0;
    return price > 0 && isUnflagged && direction * (price - published.price) >= GOAL * published.price;
  });
}
