/** A line of a receipt as served: every number is text. */
export interface Line {
  readonly exchangeId: string;
  readonly tier: 'A' | 'B' | 'NEW';
  readonly exchangeStatus: string;
  readonly marketStatus: string;
  readonly qualified: string;
  readonly last: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly lastMoved?: string;
  readonly ticksSinceChange: string;
  /** Since version 3. */
  readonly ageMs?: string;
  readonly reportedVolume: string;
  readonly believedVolume: string;
  readonly reason?: string;
}

export const TRUST = { A: 1, B: 0.1, NEW: 0 } as const;

const MAX_VOLUME_USD = 2e11;
const MAX_AGE_MS = 90_000;
const QUARTERS = [1, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605];

export const numberOf = (text: string | undefined): number => (text === undefined ? 0 : Number(text));
export const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

/** Whether the rules of docs/trust/version-3.md apply. */
export const isVersion3 = (methodology: string): boolean => /^3( |$)/.test(methodology);

interface Usd {
  readonly methodology: string;
  readonly baseUsdBefore?: string | undefined;
  readonly quoteUsdBefore?: string | undefined;
}

/** The first applicable reason among those that depend on a single ticker. */
export function refusalOf(line: Line, at: number, usd: Usd): string | undefined {
  const [last, volume] = [numberOf(line.last), numberOf(line.reportedVolume)];
  if (Number(line.ticksSinceChange) < 0) return 'NO_TICKER';
  if (!(last > 0 && volume > 0)) return 'BAD_NUMBER';
  if (worthOf(last, volume, usd) > MAX_VOLUME_USD) return 'BAD_NUMBER';
  if (line.lastMoved === undefined || Date.parse(line.lastMoved) > at + 60_000) return 'BAD_TIME';
  if (line.exchangeStatus !== 'ACTIVE' || line.marketStatus !== 'ACTIVE') return 'EXCHANGE_STATUS';
  if (line.qualified !== 'YES') return 'UNQUALIFIED';
  return isVersion3(usd.methodology) && isTooOld(line) ? 'STALE' : undefined;
}

export const isTooOld = ({ ageMs }: Line): boolean => numberOf(ageMs) > MAX_AGE_MS;

/** Uses the base first in version 2, the quote first in version 3. */
function worthOf(last: number, volume: number, usd: Usd): number {
  const [base, quote] = [numberOf(usd.baseUsdBefore), numberOf(usd.quoteUsdBefore)];
  if (isVersion3(usd.methodology)) return quote > 0 ? volume * last * quote : volume * base;
  return volume * (base > 0 ? base : last * quote);
}

/** 0 if it is stale. */
export function freshnessOf(k: number, k0: number): number {
  const behind = k - k0;
  if (k0 > 2880 || behind > 60) return 0;
  const steps = Math.max(0, behind - 1);
  return Math.max(0.1, QUARTERS[steps % 4]! / 2 ** Math.floor(steps / 4));
}

export function quoteOf(line: Line): { readonly bid: number; readonly ask: number } | undefined {
  const [bid, ask] = [numberOf(line.bid), numberOf(line.ask)];
  return bid > 0 && ask >= bid && ask - bid <= 0.05 * bid ? { bid, ask } : undefined;
}

/** Maximum ratio of a market's largest volume to the others: in version 3 lower if it is not of tier A. */
export const believedTimes = (methodology: string) => (tier: Line['tier']) =>
  isVersion3(methodology) && tier !== 'A' ? 4 : 20;

/** Accepted volumes in order; the largest counts for at most a multiple of the others. */
export function believed(
  lines: readonly Line[],
  timesOf: (tier: Line['tier']) => number = () => 20,
): number[] {
  const volumes = lines.map(({ reportedVolume }) => numberOf(reportedVolume));
  const largest = volumes.indexOf(Math.max(...volumes));
  return lines.length < 3 ? volumes : cappedVolumes(volumes, timesOf(lines[largest]!.tier));
}

/** Caps each volume at a multiple of the sum of all without the largest. */
export function cappedVolumes(volumes: readonly number[], times: number): number[] {
  const largest = volumes.indexOf(Math.max(...volumes));
  let others = 0;
  volumes.forEach((volume, i) => {
    if (i !== largest) others += volume;
  });
  return volumes.map((volume) => Math.min(volume, times * others));
}
