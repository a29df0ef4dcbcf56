import { isWithin, middleOf } from './numbers.ts';
import { isVersion3, numberOf } from './screening.ts';
import {
  average,
  averageAround,
  hasMoved,
  holdOfNone,
  holdOn,
  medianOf,
  sum,
  trustOf,
  type Memory,
  type Ticker,
  type Value,
} from './tickers.ts';

interface ThinMarket {
  readonly methodology: string;
  readonly crossRate?: string;
  readonly baseUsdBefore?: string;
  readonly quoteUsdBefore?: string;
}

interface Gate {
  /** 0 if there is none. */
  readonly around: number;
  readonly share: number;
}

export function byThinMarket(accepted: readonly Ticker[], receipt: ThinMarket, memory: Memory): Value {
  const flag = accepted.length === 1 ? 'SINGLE_SOURCE' : 'THIN';
  const gate = gateOf(receipt, memory);
  const inside = accepted.filter(
    ({ price }) => gate.around === 0 || isWithin(price, gate.around, gate.share),
  );
  const outside = accepted.filter((ticker) => !inside.includes(ticker));
  if (inside.length === 0) {
    const theirs = average(accepted, 0, Infinity);
    const step = holdOfNone(memory, theirs.price, hasMoved(accepted));
    if (step === 'RELEASED') return { ...theirs, flags: [flag] };
    refuse(outside);
    return lastOf(memory, step === 'HELD' ? 'SUSPECT' : 'CARRIED');
  }
  const settled = isVersion3(receipt.methodology)
    ? settledInVersion3(accepted, { inside, outside }, numberOf(receipt.crossRate), { gate, memory })
    : undefined;
  if (settled) return settled;
  refuse(outside);
  return { ...averagePassing(inside, accepted.length, gate.around), flags: [flag] };
}

const lastOf = ({ lastValue, lastVolume }: Memory, flag: string): Value => ({
  price: lastValue,
  volume: lastVolume,
  flags: [flag],
});

function refuse(tickers: readonly Ticker[]): void {
  for (const ticker of tickers) ticker.reason = 'OUTLIER';
}

function gateOf(receipt: ThinMarket, memory: Memory): Gate {
  const crossRate = numberOf(receipt.crossRate);
  if (crossRate > 0) return { around: crossRate, share: 0.05 };
  const around = memory.anchor || (isVersion3(receipt.methodology) ? firstGate(receipt, memory) : 0);
  return { around, share: 0.25 };
}

function firstGate({ baseUsdBefore, quoteUsdBefore }: ThinMarket, { oldAnchor }: Memory): number {
  const [base, quote] = [numberOf(baseUsdBefore), numberOf(quoteUsdBefore)];
  return base > 0 && quote > 0 ? base / quote : oldAnchor;
}

/**
 * With three or more of which too few are fresh, the price is held to the middle of E, C and the center of the gate.
 */
function averagePassing(passing: readonly Ticker[], accepted: number, gate: number) {
  if (accepted < 3) return average(passing, 0, Infinity);
  const c = medianOf(passing, () => 1);
  const e = medianOf(passing, ({ f }) => f);
  const r = middleOf(e, c, gate || c);
  return { ...averageAround(passing, r), medians: [undefined, e, undefined, r] as const };
}

interface Sides {
  readonly inside: readonly Ticker[];
  readonly outside: readonly Ticker[];
}

/** The result of version 3 where it differs from version 2. */
function settledInVersion3(
  accepted: readonly Ticker[],
  { inside, outside }: Sides,
  crossRate: number,
  { gate, memory }: { readonly gate: Gate; readonly memory: Memory },
): Value | undefined {
  if (crossRate > 0)
    return accepted.length === 2 && outside.length === 0 ? pairBeside(crossRate, accepted) : undefined;
  if (gate.around === 0) return firstValue(accepted, memory);
  if (outside.length === 0 || !outweighs(outside, inside)) return undefined;
  const theirs = average(outside, 0, Infinity);
  const step = holdOn(memory, theirs.price, hasMoved(outside));
  if (step === 'OVERDUE') return undefined;
  refuse(step === 'RELEASED' ? inside : outside);
  return step === 'RELEASED' ? { ...theirs, flags: ['THIN'] } : lastOf(memory, 'SUSPECT');
}

/** Two exchanges and a cross rate. */
function pairBeside(crossRate: number, two: readonly Ticker[]): Value {
  const r = middleOf(two[0]!.price, two[1]!.price, crossRate);
  const isClose = [crossRate, ...two.map(({ price }) => price)].every((price) => isWithin(price, r, 0.004));
  const medians = [undefined, undefined, undefined, r] as const;
  return { ...averageAround(two, r), flags: isClose ? [] : ['THIN'], medians };
}

function outweighs(one: readonly Ticker[], other: readonly Ticker[]): boolean {
  return sum(one.map((ticker) => trustOf(ticker) * ticker.f)) > 2 * sum(other.map(trustOf));
}

/** Without any gate: prices that are far apart wait until one side outweighs the other. */
function firstValue(accepted: readonly Ticker[], memory: Memory): Value | undefined {
  const ascending = accepted.toSorted((a, b) => a.price - b.price);
  const lowest = ascending[0]!.price;
  if (ascending.every(({ price }) => isWithin(price, lowest, 0.25))) return undefined;
  const ratios = ascending.slice(1).map(({ price }, i) => price / ascending[i]!.price);
  const at = ratios.indexOf(Math.max(...ratios)) + 1;
  const isLow = (ticker: Ticker) => ascending.indexOf(ticker) < at;
  const [low, high] = [accepted.filter(isLow), accepted.filter((ticker) => !isLow(ticker))];
  const [side, other] = outweighs(low, high) ? [low, high] : [high, low];
  if (outweighs(side, other)) {
    const theirs = average(side, 0, Infinity);
    if (holdOn(memory, theirs.price, hasMoved(side)) === 'RELEASED') {
      refuse(other);
      return { ...theirs, flags: ['THIN'] };
    }
  }
  refuse(accepted);
  return { price: 0, volume: 0, flags: ['SUSPECT'] };
}
