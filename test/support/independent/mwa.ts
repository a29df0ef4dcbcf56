import { clamped } from './numbers.ts';
import { byQuorum, isQuorum } from './quorum.ts';
import {
  believed,
  believedTimes,
  freshnessOf,
  isTooOld,
  isVersion3,
  numberOf,
  quoteOf,
  refusalOf,
  timeOf,
  type Line,
} from './screening.ts';
import { byThinMarket } from './thin.ts';
import { CLAMP, type Memory, type Ticker, type Value } from './tickers.ts';

export interface MwaText {
  readonly methodology: string;
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

export interface Recomputed extends Value {
  /** By exchange id. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Weights of the contributing exchanges, by id. */
  readonly weights: ReadonlyMap<string, number>;
  /** Ids of the contributing exchanges whose price was moved towards R. */
  readonly clamped: readonly string[];
}

const SLOT_MS = 30_000;
const DAY_MS = 86_400_000;

/** Versions 2 and 3. */
export function recomputeMwa(receipt: MwaText): Recomputed {
  const at = Date.parse(receipt.timestamp);
  const tickers = screenedTickers(receipt, at);
  const accepted = tickers.filter(({ reason }) => reason === undefined);
  const memory = memoryOf(receipt, at);
  const result =
    accepted.length === 0
      ? carried(tickers, receipt, memory)
      : isQuorum(accepted)
        ? byQuorum(accepted, receipt, memory)
        : byThinMarket(accepted, receipt, memory);
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
  return price >= r * (1 - CLAMP) && price <= r * (1 + CLAMP);
}

/** Nothing was accepted. In version 3 a market that was not read is carried for 20 ticks. */
function carried(
  tickers: readonly Ticker[],
  { methodology, state, timestamp }: MwaText,
  memory: Memory,
): Value {
  const isUnread =
    isVersion3(methodology) && tickers.some(({ line, reason }) => reason === 'STALE' && isTooOld(line));
  const isOver = isUnread && Date.parse(timestamp) - timeOf(state.lastRealAt) > 20 * SLOT_MS;
  const { lastValue: price, lastVolume: volume } = memory;
  return { ...(isOver ? { price: 0, volume: 0 } : { price, volume }), flags: ['CARRIED'] };
}

function screenedTickers(receipt: MwaText, at: number): Ticker[] {
  const lines = [...receipt.exchanges, ...receipt.refused].toSorted((a, b) =>
    a.exchangeId < b.exchangeId ? -1 : 1,
  );
  const reasons = lines.map((line) => refusalOf(line, at, receipt));
  const freshest = () =>
    Math.min(...lines.flatMap(({ ticksSinceChange }, i) => (reasons[i] ? [] : [Number(ticksSinceChange)])));
  if (isVersion3(receipt.methodology)) refuseNew(lines, reasons, freshest());
  const k0 = freshest();
  const tickers = lines.map((line, i): Ticker => {
    const quote = quoteOf(line);
    const last = numberOf(line.last);
    const price = quote ? clamped(last, quote.bid, quote.ask) : last;
    const f = reasons[i] ? 0 : freshnessOf(Number(line.ticksSinceChange), k0);
    const reason = reasons[i] ?? (f === 0 ? 'STALE' : undefined);
    return { line, quote, price, f, volume: numberOf(line.reportedVolume), ...(reason && { reason }) };
  });
  const accepted = tickers.filter(({ reason }) => reason === undefined);
  believed(
    accepted.map(({ line }) => line),
    believedTimes(receipt.methodology),
  ).forEach((volume, i) => (accepted[i]!.volume = volume));
  return tickers;
}

/** Refuses new exchanges if a trusted one is fresh enough. */
function refuseNew(lines: readonly Line[], reasons: (string | undefined)[], k0: number): void {
  const isTrusted = lines.some(
    ({ tier, ticksSinceChange }, i) => !reasons[i] && tier !== 'NEW' && Number(ticksSinceChange) - k0 <= 60,
  );
  if (!isTrusted) return;
  lines.forEach(({ tier }, i) => {
    if (tier === 'NEW') reasons[i] ??= 'NEW';
  });
}

/** A value that was last real more than 24 h ago is ignored. */
function memoryOf({ state }: MwaText, at: number): Memory {
  const since = at - timeOf(state.lastRealAt);
  const isKept = since <= DAY_MS;
  return {
    lastValue: isKept ? numberOf(state.lastValue) : 0,
    lastVolume: isKept ? numberOf(state.lastVolume) : 0,
    anchor: isKept ? numberOf(state.anchor) : 0,
    oldAnchor: since <= 7 * DAY_MS ? numberOf(state.anchor) : 0,
    hold: {
      ticks: Number(state.hold.ticks),
      moves: Number(state.hold.moves),
      from: numberOf(state.hold.from),
    },
  };
}
