import { eightDigits, exp, isWithin, ln } from './numbers.ts';
import { isVersion3, numberOf, timeOf } from './screening.ts';

export interface GwaText {
  readonly methodology: string;
  readonly indexId: string;
  readonly asset: string;
  readonly timestamp: string;
  readonly ln?: string;
  readonly state: {
    readonly lastValue?: string;
    readonly lastVolume?: string;
    readonly lastRealAt?: string;
    readonly holdTicks: string;
    readonly lastFlags: readonly string[];
  };
  readonly markets: readonly GwaMarketText[];
}

interface GwaMarketText {
  readonly side: 'BASE' | 'QUOTE';
  readonly rate: string;
  readonly volume: string;
  readonly flags: readonly string[];
  readonly takesPart: boolean;
  readonly weak: boolean;
  readonly heldTicks: string;
  readonly weight: string;
  /** Since version 3. */
  readonly otherReal?: boolean;
  readonly otherLn?: string;
  readonly deviation?: string;
  readonly exchanges: readonly { readonly exchangeId: string; readonly tier: string }[];
}

const DAY_MS = 86_400_000;
const ORDER = ['SPLIT', 'SUSPECT', 'THIN', 'SINGLE_SOURCE', 'CARRIED', 'MODELLED'];
const US_DOLLAR = 'e77b9824-126a-418e-a69c-a2e682578e94';

const isReal = (flags: readonly string[]) => !flags.includes('SUSPECT') && !flags.includes('CARRIED');
const inOrder = (flags: readonly string[]) => ORDER.filter((flag) => flags.includes(flag));

/**
 * Versions 2 and 3, which differ in which markets are weak (stated in the receipt) and in CARRIED. `x` is the weighted
 * mean of the markets' values; absent without a path to USD.
 */
export function recomputeGwa(receipt: GwaText) {
  const volume = volumeOf(receipt);
  if (receipt.indexId === US_DOLLAR) return { price: 1, flags: [] as string[], volume, volumeUsd: volume };
  const x = meanOf(receipt);
  const { price, flags } = decided(receipt, x);
  return { x, price, flags, volume, volumeUsd: eightDigits(volume * price) };
}

/** In units of the asset. */
function sumOfVolumes(markets: readonly GwaMarketText[]): number {
  let sum = 0;
  for (const { side, volume, rate } of markets)
    sum += side === 'BASE' ? Number(volume) : Number(volume) * Number(rate);
  return sum;
}

function volumeOf({ markets, state }: GwaText): number {
  const sum = sumOfVolumes(markets);
  return sum > 0 ? eightDigits(sum) : numberOf(state.lastVolume);
}

/** The value of x of the asset by one market. */
function saidBy({ side, rate, otherLn }: GwaMarketText): number {
  return side === 'BASE' ? ln(Number(rate)) + Number(otherLn) : Number(otherLn) - ln(Number(rate));
}

function meanOf({ markets }: GwaText): number | undefined {
  let [weighted, total] = [0, 0];
  for (const market of markets) {
    if (market.weight === '0') continue;
    weighted += Number(market.weight) * saidBy(market);
    total += Number(market.weight);
  }
  return total > 0 ? weighted / total : undefined;
}

function decided(receipt: GwaText, x: number | undefined): { price: number; flags: string[] } {
  const { state, timestamp } = receipt;
  const isKept = Date.parse(timestamp) - timeOf(state.lastRealAt) <= DAY_MS;
  const last = isKept ? numberOf(state.lastValue) : 0;
  if (x === undefined) return { price: last, flags: inOrder(['CARRIED', ...state.lastFlags]) };
  const price = eightDigits(exp(x));
  const showing = receipt.markets.filter(
    (market) => market.takesPart && isReal(market.flags) && Math.abs(saidBy(market) - x) <= 0.05,
  );
  if (last > 0 && !isWithin(price, last, 0.25)) {
    const exchanges = new Set(
      showing.flatMap((market) => market.exchanges.map(({ exchangeId }) => exchangeId)),
    );
    const confirmed = showing.length >= 2 && exchanges.size >= 3;
    const held = Math.max(Number(state.holdTicks), ...showing.map(({ heldTicks }) => Number(heldTicks)));
    if (!confirmed && held < 20) return { price: last, flags: inOrder(['SUSPECT', ...state.lastFlags]) };
  }
  const rests = restsOn(receipt, x);
  const isFresh = receipt.markets.some(
    ({ takesPart, flags, otherReal }) =>
      takesPart && isReal(flags) && (otherReal || !isVersion3(receipt.methodology)),
  );
  return { price, flags: inOrder(isFresh ? rests : ['CARRIED', ...state.lastFlags, ...rests]) };
}

function restsOn({ markets, methodology }: GwaText, x: number): string[] {
  const weighing = markets.filter(({ weight }) => weight !== '0');
  const sumOf = (some: readonly GwaMarketText[]) => some.reduce((sum, { weight }) => sum + Number(weight), 0);
  const flags: string[] = [];
  if (isThin(weighing, x, methodology.endsWith('strict'))) flags.push('THIN');
  const exchanges = weighing
    .filter((market) => isReal(market.flags))
    .flatMap((market) => market.exchanges.map(({ exchangeId }) => exchangeId));
  if (new Set(exchanges).size === 1) flags.push('SINGLE_SOURCE');
  const [heaviest, second] = weighing.toSorted((a, b) => Number(b.weight) - Number(a.weight));
  const inSplit = weighing.filter((market) => market.flags.includes('SPLIT'));
  const isContested = isVersion3(methodology) && areContested(markets);
  if (
    isContested ||
    sumOf(inSplit) > sumOf(weighing) * 0.5 ||
    (heaviest && second && disagree(heaviest, second))
  )
    flags.push('SPLIT');
  return flags;
}

/** Whether contested markets have more than half of the volume. */
function areContested(markets: readonly GwaMarketText[]): boolean {
  const isHeld = ({ flags }: GwaMarketText) => flags.includes('SPLIT') && flags.includes('SUSPECT');
  return sumOfVolumes(markets.filter(isHeld)) > sumOfVolumes(markets) * 0.5;
}

function disagree(a: GwaMarketText, b: GwaMarketText): boolean {
  const apart = Math.abs(saidBy(a) - saidBy(b));
  const [sdA, sdB] = [Number(a.deviation), Number(b.deviation)];
  return apart > 0.01 && apart > 2 * Math.sqrt(sdA * sdA + sdB * sdB);
}

const pull = (sd: number) => (3 * 9) / 16 / Math.sqrt(3) / sd;

const pullAt = (distance: number, sd: number) => {
  const r = distance / sd / 3;
  const d = 1 + r * r;
  return (distance / (sd * sd)) * (1 / (d * d));
};

/** Limits a move of 1 % by a market that is this far ahead. */
function back(sd: number, ahead: number): number {
  const strongest = (3 * sd) / Math.sqrt(3);
  if (-ahead > strongest) return pullAt(-ahead, sd);
  return 0.01 - ahead > strongest ? pull(sd) : pullAt(0.01 - ahead, sd);
}

/** Whether one untrusted exchange (with strict flags: any) pulls more, up or down, than all markets without it. */
function isThin(weighing: readonly GwaMarketText[], x: number, isStrict: boolean): boolean {
  const own = new Map<string, { pull: number; up: number; down: number }>();
  let [allUp, allDown] = [0, 0];
  for (const market of weighing) {
    const { weak, exchanges, flags } = market;
    const sd = Number(market.deviation);
    const offset = saidBy(market) - x;
    const [up, down] = [back(sd, offset), back(sd, -offset)];
    allUp += up;
    allDown += down;
    const isThinMarket = flags.includes('THIN') || flags.includes('SINGLE_SOURCE');
    if (!weak && !(isStrict && isThinMarket)) continue;
    const untrusted = exchanges
      .filter(({ tier }) => isStrict || tier !== 'A')
      .map(({ exchangeId }) => exchangeId);
    for (const exchange of untrusted.length > 0 ? untrusted : ['one of a carried value']) {
      const known = own.get(exchange) ?? { pull: 0, up: 0, down: 0 };
      own.set(exchange, { pull: known.pull + pull(sd), up: known.up + up, down: known.down + down });
    }
  }
  return [...own.values()].some((one) => one.pull > allUp - one.up || one.pull > allDown - one.down);
}
