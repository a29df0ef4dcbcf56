import type { ListedMarket, TickerReading } from '../ports/exchange-api.ts';
import { unitOfSentVolumes } from './sent-volumes.ts';

type Range = readonly [min: number, max: number];

/** Prices in USD, in bounds wide enough to hold for years: only orders of magnitude matter here. */
const COINS: Readonly<Record<string, Range>> = {
  BTC: [1e3, 1e6],
  ETH: [50, 5e4],
  BCH: [50, 1e4],
  BNB: [1, 1e4],
  DASH: [5, 5e3],
  DOGE: [3e-4, 10],
  EOS: [0.1, 100],
  ETC: [1, 1e3],
  LTC: [10, 3e3],
  SOL: [1, 5e3],
  TRX: [5e-3, 5],
  XMR: [10, 1e4],
  XRP: [0.05, 50],
  ZEC: [5, 5e3],
};
const CASH: Readonly<Record<string, Range>> = {
  USD: [1, 1],
  USDT: [0.9, 1.1],
  USDC: [0.9, 1.1],
  TUSD: [0.9, 1.1],
  DAI: [0.9, 1.1],
  FDUSD: [0.9, 1.1],
  EUR: [0.8, 1.6],
  GBP: [1, 2],
  CHF: [0.8, 1.6],
  AUD: [0.5, 1.1],
  CAD: [0.6, 1.1],
  SGD: [0.6, 1],
  CNY: [0.1, 0.2],
  HKD: [0.12, 0.14],
  BRL: [0.1, 0.5],
  PLN: [0.2, 0.4],
  ZAR: [0.03, 0.15],
  THB: [0.02, 0.04],
  TRY: [0.005, 0.5],
  UAH: [0.01, 0.06],
  INR: [0.008, 0.025],
  RUB: [0.006, 0.04],
  JPY: [0.005, 0.013],
  NGN: [4e-4, 0.005],
  KRW: [5e-4, 1.2e-3],
  IDR: [5e-5, 1e-4],
  VND: [3e-5, 6e-5],
};
/** Quote currencies in order of increasing use as a quote. */
const QUOTES = ['ETH', 'BTC', ...Object.keys(CASH)];

/** A price counts twice as much as the order of the codes alone. */
const [BY_PRICE, BY_NAME] = [2, 1];
/** Prices of three markets agree within this. */
const TRIANGLE_TOLERANCE = 0.3;
/** With fewer, the markets may no longer be traded. */
const MIN_TRIANGLES = 2;
/** Natural logarithms of a market's daily traded value in USD: typical value and spread. */
const [USUAL_WORTH, SPREAD_OF_WORTH] = [Math.log(3000), 4];
/** Maximum weight of one market, and minimum of all together. */
const [MAX_GAIN_OF_MARKET, MIN_GAIN] = [1.5, 3];
/** Below this, a market shows nothing about the unit. */
const MIN_GAIN_OF_MARKET = 0.2;

interface PricedMarket {
  readonly base: string;
  readonly quote: string;
  readonly price: number;
  readonly volume: number;
  /** The entry as the exchange sent it. */
  readonly sent: unknown;
}

/** Contradictions in the prices and volumes of one exchange. */
export function pairProblems(
  markets: readonly Pick<ListedMarket, 'symbol' | 'base' | 'quote'>[],
  readings: readonly TickerReading[],
  sent: ReadonlyMap<string, unknown> = new Map(),
): readonly string[] {
  const bySymbol = new Map(markets.map((market) => [market.symbol, market]));
  const priced = readings.flatMap(({ symbol, last, baseVolume, quoteVolume }): PricedMarket[] => {
    const market = bySymbol.get(symbol);
    const [price, base, quote] = [Number(last), Number(baseVolume ?? 0), Number(quoteVolume ?? 0)];
    if (!market || !(price > 0) || price === Infinity) return [];
    // If both are present, they are compared with each other instead.
    const volume = base > 0 && base < Infinity && !(quote > 0) ? base : 0;
    return [{ base: market.base, quote: market.quote, price, volume, sent: sent.get(symbol) }];
  });
  const swapped = swapProblems(priced);
  return swapped.length > 0 ? swapped : [...triangleProblems(priced), ...unitProblems(priced)];
}

function swapProblems(markets: readonly PricedMarket[]): readonly string[] {
  const directions = markets.map((market) => ({ market, direction: directionOf(market) }));
  const inverted = directions.filter(({ direction }) => direction < 0);
  const weightOf = (all: typeof directions) => all.reduce((sum, { direction }) => sum + direction, 0);
  const [against, inFavour] = [-weightOf(inverted), weightOf(directions) - weightOf(inverted)];
  if (against < BY_PRICE || against <= 2 * inFavour) return [];
  const [{ market }] = inverted.toSorted((a, b) => a.direction - b.direction) as [(typeof inverted)[number]];
  const { base, quote, price } = market;
  return [
    `base and quote may be swapped: 1 ${base} would cost ${price} ${quote}, and ${inverted.length} of ${markets.length} markets look like that; check the base and quote of markets, and invert`,
  ];
}

/** Above 0 if base and quote are the right way round, below 0 if they look swapped, 0 if nothing is known. */
function directionOf({ base, quote, price }: PricedMarket): number {
  const [ofBase, ofQuote] = [rangeOf(base), rangeOf(quote)];
  if (ofBase && ofQuote) {
    const isWithin = (value: number) => value >= ofBase[0] / ofQuote[1] && value <= ofBase[1] / ofQuote[0];
    const [isRight, isInverse] = [isWithin(price), isWithin(1 / price)];
    return isRight === isInverse ? 0 : isRight ? BY_PRICE : -BY_PRICE;
  }
  const [asBase, asQuote] = [QUOTES.includes(base), QUOTES.includes(quote)];
  return asBase === asQuote ? 0 : asQuote ? BY_NAME : -BY_NAME;
}

function rangeOf(code: string): Range | undefined {
  if (Object.hasOwn(CASH, code)) return CASH[code];
  return Object.hasOwn(COINS, code) ? COINS[code] : undefined;
}

/** The price of A in C is that of A in B times that of B in C. */
function triangleProblems(markets: readonly PricedMarket[]): readonly string[] {
  const prices = new Map(markets.map(({ base, quote, price }) => [`${base}/${quote}`, price]));
  const [agreeing, off]: [string[], string[]] = [[], []];
  for (const { base, quote, price } of markets)
    for (const middle of QUOTES) {
      const [first, second] = [prices.get(`${base}/${middle}`), prices.get(`${middle}/${quote}`)];
      if (first === undefined || second === undefined) continue;
      const ratio = price / (first * second);
      const isNear = Math.max(ratio, 1 / ratio) <= 1 + TRIANGLE_TOLERANCE;
      (isNear ? agreeing : off).push(`${base}/${quote} is not near ${base}/${middle} x ${middle}/${quote}`);
    }
  if (off.length < MIN_TRIANGLES || off.length <= agreeing.length) return [];
  return [`prices contradict each other (${off[0]}): check tickers.fields.last and the names of markets`];
}

/** Volumes in quote units are off by the price, which is large in some markets and small in others. */
function unitProblems(markets: readonly PricedMarket[]): readonly string[] {
  const unit = unitOfSentVolumes(markets);
  if (unit?.unit === 'base') return [];
  if (unit)
    return [`baseVolume is in quote units: it is ${unit.path} times the price; declare it as quoteVolume`];
  const usdOf = usdValues(markets);
  let [gain, inQuote, inBase] = [0, 0, 0];
  for (const { base, quote, price, volume } of markets) {
    const usd = usdOf.get(quote) ?? (usdOf.get(base) ?? NaN) / price;
    if (!(usd > 0) || volume === 0) continue;
    const ofMarket = oddness(volume * price * usd) - oddness(volume * usd);
    gain += Math.max(-MAX_GAIN_OF_MARKET, Math.min(MAX_GAIN_OF_MARKET, ofMarket));
    if (ofMarket > MIN_GAIN_OF_MARKET) inQuote += 1;
    else if (ofMarket < -MIN_GAIN_OF_MARKET) inBase += 1;
  }
  if (gain < MIN_GAIN || inQuote < 2 || inQuote <= 2 * inBase) return [];
  return [
    `baseVolume may be in quote units: times the price it is implausible in ${inQuote} of ${inQuote + inBase} markets; declare it as quoteVolume if it is`,
  ];
}

function oddness(usd: number): number {
  return ((Math.log(usd) - USUAL_WORTH) / SPREAD_OF_WORTH) ** 2 / 2;
}

/** Prices of assets in USD by the exchange's own markets, otherwise approximate. */
function usdValues(markets: readonly PricedMarket[]): ReadonlyMap<string, number> {
  const middle = ([min, max]: Range) => Math.sqrt(min * max);
  const values = new Map(Object.entries(CASH).map(([code, range]) => [code, middle(range)]));
  const add = () => {
    for (const { base, quote, price } of markets) {
      const usd = values.get(quote);
      if (usd !== undefined && !values.has(base)) values.set(base, usd * price);
    }
  };
  add();
  for (const [code, range] of Object.entries(COINS)) if (!values.has(code)) values.set(code, middle(range));
  add();
  return values;
}
