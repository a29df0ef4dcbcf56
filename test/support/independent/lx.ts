import { clamped, eightDecimals, eightDigits, middleOf, weightedMedian } from './numbers.ts';
import {
  believed,
  cappedVolumes,
  isVersion3,
  numberOf,
  quoteOf,
  refusalOf,
  timeOf,
  type Line,
} from './screening.ts';

export interface LxText {
  readonly methodology: string;
  readonly timestamp: string;
  readonly impliedUsd?: string;
  readonly state: {
    readonly lastValue?: string;
    readonly lastVolume?: string;
    readonly lastRealAt?: string;
    readonly pendingVolume: string;
  };
  readonly constituents: readonly LxLine[];
  readonly refused: readonly LxLine[];
}

export interface LxLine extends Line {
  readonly marketId: string;
  readonly baseUsdBefore?: string;
  readonly quoteUsdBefore?: string;
  readonly quoteUsd?: string;
  readonly lastTradedAt?: string;
  readonly trades: readonly {
    readonly tradeId: string;
    readonly slot: string;
    readonly price: string;
    readonly amount: string;
  }[];
}

const SLOT_MS = 30_000;

/** Versions 2 and 3. */
export function recomputeLx(receipt: LxText) {
  const at = Date.parse(receipt.timestamp);
  const lines = [...receipt.constituents, ...receipt.refused].toSorted((a, b) =>
    a.exchangeId === b.exchangeId
      ? Number(a.marketId > b.marketId) - Number(a.marketId < b.marketId)
      : a.exchangeId < b.exchangeId
        ? -1
        : 1,
  );
  const all = lines.map((line) => ({ line, price: priceOf(line, at), reason: reasonOf(line, at, receipt) }));
  const votes = all.filter(({ reason }) => reason === undefined);
  const volumes = believed(votes.map(({ line }) => line));
  let units = unitsOf(receipt.state.pendingVolume);
  for (const { trades } of lines) for (const { amount } of trades) units += unitsOf(amount);
  return {
    ...valueOf(
      receipt,
      at,
      isEnough(receipt.methodology, all) ? votes.map(({ price }) => price) : [],
      volumes,
    ),
    tickVolume: Number(`${units}e-8`),
    reasons: new Map(
      all.flatMap(({ line, reason }) => (reason === undefined ? [] : [[line.exchangeId, reason]])),
    ),
    prices: new Map(votes.map(({ line, price }) => [line.exchangeId, price])),
  };
}

/**
 * Three constituents; in version 3 also more than half of all, by number and by volume. Plausible volumes count for at
 * most half of the sum of all others.
 */
function isEnough(
  methodology: string,
  all: readonly { readonly line: LxLine; readonly reason: string | undefined }[],
): boolean {
  const contributes = all.map(({ reason }) => reason === undefined);
  const count = contributes.filter(Boolean).length;
  if (count < 3 || !isVersion3(methodology)) return count >= 3;
  let [ofThese, ofAll] = [0, 0];
  const plausible = all.map(({ line, reason }) =>
    reason === 'BAD_NUMBER' ? 0 : numberOf(line.reportedVolume),
  );
  cappedVolumes(plausible, 0.5).forEach((volume, i) => {
    ofAll += volume;
    if (contributes[i]) ofThese += volume;
  });
  return 2 * count > all.length && 2 * ofThese > ofAll;
}

function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

function priceOf(line: LxLine, at: number): number {
  const quote = quoteOf(line);
  const trades = line.trades.filter(({ slot }) => Date.parse(slot) === at);
  const usd = numberOf(line.quoteUsd);
  if (trades.length === 0)
    return (quote ? clamped(Number(line.last), quote.bid, quote.ask) : Number(line.last)) * usd;
  const largest = trades.reduce((most, { amount }) => (unitsOf(amount) > most ? unitsOf(amount) : most), 1n);
  const ordered = trades.toSorted(
    (a, b) =>
      Number(a.price) - Number(b.price) ||
      Number(unitsOf(a.amount) - unitsOf(b.amount)) ||
      (a.tradeId < b.tradeId ? -1 : 1),
  );
  const traded = weightedMedian(
    ordered.map(({ price, amount }) => ({
      price: Number(price),
      weight: Number((unitsOf(amount) * 10n ** 12n) / largest),
    })),
  );
  return (quote ? clamped(traded, quote.bid * (1 - 0.001), quote.ask * (1 + 0.001)) : traded) * usd;
}

function reasonOf(line: LxLine, at: number, { methodology }: LxText): string | undefined {
  const { baseUsdBefore, quoteUsdBefore } = line;
  const reason = refusalOf(line, at, { methodology, baseUsdBefore, quoteUsdBefore });
  if (reason !== undefined) return reason;
  const traded = Math.max(timeOf(line.lastTradedAt), ...line.trades.map(({ slot }) => Date.parse(slot)));
  if (Math.min(Number(line.ticksSinceChange), (at - traded) / SLOT_MS) > 10) return 'STALE';
  return line.quoteUsd === undefined ? 'NO_RATE' : undefined;
}

function valueOf(
  { impliedUsd, state }: LxText,
  at: number,
  prices: readonly number[],
  volumes: readonly number[],
) {
  if (prices.length === 0) {
    const isCarried = at - timeOf(state.lastRealAt) <= 10 * SLOT_MS;
    const price = isCarried ? numberOf(state.lastValue) : 0;
    return { price, volume: isCarried ? numberOf(state.lastVolume) : 0, flags: ['CARRIED'] };
  }
  const largest = Math.max(...volumes);
  const v = weightedMedian(prices.map((price, i) => ({ price, weight: volumes[i]! / largest })));
  const e = weightedMedian(prices.map((price) => ({ price, weight: 1 })));
  const a = numberOf(impliedUsd);
  const price = eightDecimals(a > 0 ? middleOf(v, e, a) : v + (e - v) / 2);
  const opinions = a > 0 ? [v, e, a] : [v, e];
  const isSplit = Math.max(...opinions) - Math.min(...opinions) > 0.009 * price;
  let volume = 0;
  for (const each of volumes) volume += each;
  return { price, volume: eightDigits(volume), flags: isSplit ? ['SPLIT'] : [], medians: [v, e] as const };
}
