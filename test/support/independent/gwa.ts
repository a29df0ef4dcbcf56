import { eightDigits, exp, isWithin, ln } from './numbers.ts';
import { numberOf, timeOf } from './screening.ts';

export interface GwaText {
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
  readonly otherLn?: string;
  readonly exchanges: readonly { readonly exchangeId: string }[];
}

const DAY_MS = 86_400_000;
const ORDER = ['SPLIT', 'SUSPECT', 'THIN', 'SINGLE_SOURCE', 'CARRIED', 'MODELLED'];
const US_DOLLAR = 'e77b9824-126a-418e-a69c-a2e682578e94';

const isReal = (flags: readonly string[]) => !flags.includes('SUSPECT') && !flags.includes('CARRIED');
const inOrder = (flags: readonly string[]) => ORDER.filter((flag) => flags.includes(flag));

/** Version 2. `x` is the weighted mean of what the markets say; absent without a path to USD. */
export function recomputeGwa(receipt: GwaText) {
  const volume = volumeOf(receipt);
  if (receipt.indexId === US_DOLLAR) return { price: 1, flags: [] as string[], volume, volumeUsd: volume };
  const x = meanOf(receipt);
  const { price, flags } = decided(receipt, x);
  return { x, price, flags, volume, volumeUsd: eightDigits(volume * price) };
}

function volumeOf({ markets, state }: GwaText): number {
  let sum = 0;
  for (const { side, volume, rate } of markets)
    sum += side === 'BASE' ? Number(volume) : Number(volume) * Number(rate);
  return sum > 0 ? eightDigits(sum) : numberOf(state.lastVolume);
}

/** What one market says of x of the asset. */
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
  const rests = restsOn(receipt);
  const isFresh = receipt.markets.some((market) => market.takesPart && isReal(market.flags));
  return { price, flags: inOrder(isFresh ? rests : ['CARRIED', ...state.lastFlags, ...rests]) };
}

function restsOn({ markets }: GwaText): string[] {
  const weighing = markets.filter(({ weight }) => weight !== '0');
  const sumOf = (some: readonly GwaMarketText[]) => some.reduce((sum, { weight }) => sum + Number(weight), 0);
  const flags: string[] = [];
  if (sumOf(weighing.filter(({ weak }) => weak)) > sumOf(weighing) * (1 / 3)) flags.push('THIN');
  const exchanges = weighing
    .filter((market) => isReal(market.flags))
    .flatMap((market) => market.exchanges.map(({ exchangeId }) => exchangeId));
  if (new Set(exchanges).size === 1) flags.push('SINGLE_SOURCE');
  const [heaviest, second] = weighing.toSorted((a, b) => Number(b.weight) - Number(a.weight));
  if (heaviest && second && Math.abs(saidBy(heaviest) - saidBy(second)) > 0.01) flags.push('SPLIT');
  return flags;
}
