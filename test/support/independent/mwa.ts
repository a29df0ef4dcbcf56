import { clamped, eightDigits, isWithin, middleOf, weightedMedian } from './numbers.ts';
import {
  believed,
  freshnessOf,
  numberOf,
  quoteOf,
  refusalOf,
  timeOf,
  TRUST,
  type Line,
} from './screening.ts';

export interface MwaText {
  readonly timestamp: string;
  readonly crossRate?: string;
  readonly baseUsdBefore?: string;
  readonly quoteUsdBefore?: string;
  readonly state: {
    readonly lastValue?: string;
    readonly lastVolume?: string;
    readonly lastRealAt?: string;
    readonly anchor?: string;
    readonly hold: { readonly ticks: string; readonly moves: string; readonly from?: string };
  };
  readonly exchanges: readonly Line[];
  readonly refused: readonly Line[];
}

interface Ticker {
  readonly line: Line;
  readonly price: number;
  readonly f: number;
  volume: number;
  reason?: string;
}

export interface Recomputed {
  readonly price: number;
  readonly volume: number;
  readonly flags: readonly string[];
  /** V, E, T and R where there is a quorum; E and R of a thin market of three or more that pass its gate. */
  readonly medians?: readonly [number | undefined, number, number | undefined, number];
  /** By exchange id. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Of those that contribute, by exchange id. */
  readonly weights: ReadonlyMap<string, number>;
  /** Of those that contribute, the ids of those whose price was moved towards R. */
  readonly clamped: readonly string[];
}

const DAY_MS = 86_400_000;

/** Version 2. */
export function recomputeMwa(receipt: MwaText): Recomputed {
  const at = Date.parse(receipt.timestamp);
  const tickers = screenedTickers(receipt, at);
  const accepted = tickers.filter(({ reason }) => reason === undefined);
  const memory = memoryOf(receipt, at);
  const effective = sum(accepted.map(({ f }) => f)) / Math.max(...accepted.map(({ f }) => f));
  const result: Pick<Recomputed, 'price' | 'volume' | 'flags' | 'medians'> =
    accepted.length === 0
      ? { price: memory.lastValue, volume: memory.lastVolume, flags: ['CARRIED'] }
      : accepted.length >= 3 && effective > 2.01
        ? byQuorum(accepted, receipt, memory, effective)
        : thin(accepted, receipt, memory);
  const left = tickers.filter(({ reason }) => reason === undefined);
  return {
    ...result,
    reasons: new Map(
      tickers.flatMap(({ line, reason }) => (reason === undefined ? [] : [[line.exchangeId, reason]])),
    ),
    clamped: left
      .filter(({ price }) => result.medians !== undefined && !isWithinClamp(price, result.medians[3]))
      .map(({ line }) => line.exchangeId),
    weights: new Map(left.map(({ line, volume, f }) => [line.exchangeId, volume * f])),
  };
}

function isWithinClamp(price: number, r: number): boolean {
  return price >= r * (1 - 0.0005) && price <= r * (1 + 0.0005);
}

function screenedTickers(receipt: MwaText, at: number): Ticker[] {
  const lines = [...receipt.exchanges, ...receipt.refused].toSorted((a, b) =>
    a.exchangeId < b.exchangeId ? -1 : 1,
  );
  const reasons = lines.map((line) => refusalOf(line, at, receipt));
  const k0 = Math.min(
    ...lines.flatMap(({ ticksSinceChange }, i) => (reasons[i] ? [] : [Number(ticksSinceChange)])),
  );
  const tickers = lines.map((line, i): Ticker => {
    const quote = quoteOf(line);
    const last = numberOf(line.last);
    const price = quote ? clamped(last, quote.bid, quote.ask) : last;
    const f = reasons[i] ? 0 : freshnessOf(Number(line.ticksSinceChange), k0);
    const reason = reasons[i] ?? (f === 0 ? 'STALE' : undefined);
    return { line, price, f, volume: numberOf(line.reportedVolume), ...(reason && { reason }) };
  });
  const accepted = tickers.filter(({ reason }) => reason === undefined);
  believed(accepted.map(({ volume }) => volume)).forEach((volume, i) => (accepted[i]!.volume = volume));
  return tickers;
}

/** A value that was last real more than 24 h ago is none. */
function memoryOf({ state }: MwaText, at: number) {
  const isKept = at - timeOf(state.lastRealAt) <= DAY_MS;
  return {
    lastValue: isKept ? numberOf(state.lastValue) : 0,
    lastVolume: isKept ? numberOf(state.lastVolume) : 0,
    anchor: isKept ? numberOf(state.anchor) : 0,
    hold: {
      ticks: Number(state.hold.ticks),
      moves: Number(state.hold.moves),
      from: numberOf(state.hold.from),
    },
  };
}

type Memory = ReturnType<typeof memoryOf>;

function byQuorum(accepted: readonly Ticker[], receipt: MwaText, memory: Memory, effective: number) {
  const largest = Math.max(...accepted.map(({ volume }) => volume));
  const median = (weightOf: (ticker: Ticker) => number) => medianOf(accepted, weightOf);
  const v = median(({ volume, f }) => (volume / largest) * f);
  const e = median(({ f }) => f);
  const ofTierA = accepted.filter(({ line }) => line.tier === 'A').map(({ f }) => f);
  const trusted = ofTierA.length >= 3 && sum(ofTierA) / Math.max(...ofTierA) > 2.01;
  const t = trusted ? median(({ line, f }) => TRUST[line.tier] * f) : numberOf(receipt.crossRate) || e;
  const r = middleOf(v, e, t);
  const medians = [v, e, t, r] as const;
  for (const ticker of accepted) if (!isWithin(ticker.price, r, 0.05)) ticker.reason = 'OUTLIER';
  const left = accepted.filter(({ reason }) => reason === undefined);
  if (left.length === 0)
    return { price: memory.lastValue, volume: memory.lastVolume, flags: ['SPLIT', 'SUSPECT'], medians };
  const flags: string[] = [];
  const c = median(() => 1);
  if (Math.max(v, e, t, c) - Math.min(v, e, t, c) > 0.01 * r) flags.push('SPLIT');
  const prices = left.map(({ price }) => price);
  if (effective <= 3 && Math.max(...prices) - Math.min(...prices) > 0.01 * r) flags.push('THIN');
  return { ...average(left, r * (1 - 0.0005), r * (1 + 0.0005)), flags, medians };
}

function medianOf(tickers: readonly Ticker[], weightOf: (ticker: Ticker) => number): number {
  return weightedMedian(
    tickers.flatMap((ticker) =>
      votesOf(ticker.price, quoteOf(ticker.line)).map((price) => ({ price, weight: weightOf(ticker) })),
    ),
  );
}

/** Bid, p and ask, no further than 5 bps from the middle of the quote. */
function votesOf(price: number, quote: { readonly bid: number; readonly ask: number } | undefined): number[] {
  if (!quote) return [price, price, price];
  const middle = quote.bid + (quote.ask - quote.bid) / 2;
  return [quote.bid, price, quote.ask].map((vote) =>
    clamped(vote, middle * (1 - 0.0005), middle * (1 + 0.0005)),
  );
}

function average(left: readonly Ticker[], lowest: number, highest: number) {
  const largest = Math.max(...left.map(({ volume }) => volume));
  const prices = left.map(({ price }) => clamped(price, lowest, highest));
  const weights = left.map(({ volume, f }) => (volume / largest) * f);
  const mean = sum(weights.map((weight, i) => weight * prices[i]!)) / sum(weights);
  return {
    price: eightDigits(clamped(mean, Math.min(...prices), Math.max(...prices))),
    volume: eightDigits(sum(left.map(({ volume }) => volume))),
  };
}

/** Three or more of which too few are fresh are held to the middle of E, C and what the gate is around. */
function averagePassing(passing: readonly Ticker[], accepted: number, gate: number) {
  if (accepted < 3) return average(passing, 0, Infinity);
  const c = medianOf(passing, () => 1);
  const e = medianOf(passing, ({ f }) => f);
  const r = middleOf(e, c, gate || c);
  const medians = [undefined, e, undefined, r] as const;
  return { ...average(passing, r * (1 - 0.0005), r * (1 + 0.0005)), medians };
}

function thin(accepted: readonly Ticker[], receipt: MwaText, memory: Memory) {
  const flag = accepted.length === 1 ? 'SINGLE_SOURCE' : 'THIN';
  const crossRate = numberOf(receipt.crossRate);
  const [gate, share] = crossRate > 0 ? [crossRate, 0.05] : [memory.anchor, 0.25];
  const fails = ({ price }: Ticker) => gate > 0 && !isWithin(price, gate, share);
  const passing = accepted.filter((ticker) => !fails(ticker));
  const refuse = () => {
    for (const ticker of accepted) if (fails(ticker)) ticker.reason = 'OUTLIER';
  };
  if (passing.length > 0) {
    refuse();
    return { ...averagePassing(passing, accepted.length, gate), flags: [flag] };
  }
  const theirs = average(accepted, 0, Infinity);
  const released = (hold: { ticks: number; moves: number }) => hold.ticks > 20 && hold.moves >= 3;
  const { hold, anchor } = memory;
  const jumps = anchor > 0 && !isWithin(theirs.price, anchor, 0.25);
  if (released(hold) && !jumps) return { ...theirs, flags: [flag] };
  const begins =
    released(hold) || (hold.ticks > 0 && hold.from > 0 && !isWithin(theirs.price, hold.from, 0.25));
  const moved = accepted.some(({ line }) => line.ticksSinceChange === '0');
  const next = begins
    ? { ticks: 1, moves: 0 }
    : {
        ticks: Math.min(hold.ticks + 1, 21),
        moves: hold.moves + (hold.ticks > 0 && moved ? 1 : 0),
      };
  if (released(next)) return { ...theirs, flags: [flag] };
  refuse();
  return {
    price: memory.lastValue,
    volume: memory.lastVolume,
    flags: [next.ticks <= 20 ? 'SUSPECT' : 'CARRIED'],
  };
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
