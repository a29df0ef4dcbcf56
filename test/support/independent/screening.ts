/** A line of a receipt, as it is served: every number is text. */
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
  readonly reportedVolume: string;
  readonly believedVolume: string;
  readonly reason?: string;
}

export const TRUST = { A: 1, B: 0.1, NEW: 0 } as const;

const MOST_VOLUME_USD = 2e11;
const QUARTERS = [1, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605];

export const numberOf = (text: string | undefined): number => (text === undefined ? 0 : Number(text));
export const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

/** The first reason that applies, of those that look at one ticker alone. */
export function refusalOf(
  line: Line,
  at: number,
  usd: { readonly baseUsdBefore?: string; readonly quoteUsdBefore?: string },
): string | undefined {
  const [last, volume] = [numberOf(line.last), numberOf(line.reportedVolume)];
  if (Number(line.ticksSinceChange) < 0) return 'NO_TICKER';
  if (!(last > 0 && volume > 0)) return 'BAD_NUMBER';
  const worth =
    usd.baseUsdBefore === undefined ? last * numberOf(usd.quoteUsdBefore) : numberOf(usd.baseUsdBefore);
  if (volume * worth > MOST_VOLUME_USD) return 'BAD_NUMBER';
  if (line.lastMoved === undefined || Date.parse(line.lastMoved) > at + 60_000) return 'BAD_TIME';
  if (line.exchangeStatus !== 'ACTIVE' || line.marketStatus !== 'ACTIVE') return 'EXCHANGE_STATUS';
  return line.qualified === 'YES' ? undefined : 'UNQUALIFIED';
}

/** 0 where it is stale. */
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

/** Volumes of those that are accepted, in order; the largest counts for at most 20 times the others. */
export function believed(volumes: readonly number[]): number[] {
  if (volumes.length < 3) return [...volumes];
  const largest = volumes.indexOf(Math.max(...volumes));
  let others = 0;
  volumes.forEach((volume, i) => {
    if (i !== largest) others += volume;
  });
  return volumes.map((volume, i) => (i === largest ? Math.min(volume, 20 * others) : volume));
}
