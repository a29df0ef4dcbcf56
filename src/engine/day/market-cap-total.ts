import {
  addDecimals,
  decimalFromNumber,
  formatDecimal,
  parseDecimal,
  roundToDecimals,
  ZERO,
  type Decimal,
} from '../../core/numbers/decimal.ts';
import { divideHalfEven, formatHundredths, powerOfTen } from '../numbers/half-even.ts';
import type { MarketCap } from './market-cap.ts';

const CENTS = 2;

/** Sums over the counted assets. Quantities are plain decimals. */
export interface MarketCapTotal {
  readonly marketCap: string;
  readonly volumeUsd: string;
  /** Bitcoin's share in percent; absent if Bitcoin is not counted. */
  readonly btcShare?: string;
  readonly assets: number;
  /** The number of ranked assets that are not counted. */
  readonly excluded: number;
}

/**
 * Counts established assets whose GWA has no flag: a carried, thin or suspect price must not move the total. Sums are exact and
 * rounded half-even to cents.
 */
export function marketCapTotal(
  caps: readonly Pick<MarketCap, 'assetId' | 'marketCap' | 'volumeUsd' | 'flags' | 'isEstablished'>[],
  btcId: string,
): MarketCapTotal {
  const counted = caps.filter(({ isEstablished, flags }) => isEstablished && flags === 0);
  const marketCap = counted.reduce((sum, cap) => addDecimals(sum, decimal(cap.marketCap)), ZERO);
  const volumeUsd = counted.reduce((sum, cap) => addDecimals(sum, decimalFromNumber(cap.volumeUsd)), ZERO);
  const btc = counted.find(({ assetId }) => assetId === btcId);
  return {
    marketCap: formatDecimal(marketCap),
    volumeUsd: formatDecimal(roundToDecimals(volumeUsd, CENTS)),
    ...(btc && marketCap.units > 0n && { btcShare: percentOf(decimal(btc.marketCap), marketCap) }),
    assets: counted.length,
    excluded: caps.length - counted.length,
  };
}

function decimal(text: string): Decimal {
  return parseDecimal(text) ?? ZERO;
}

/** Half-even to two decimals. */
function percentOf(part: Decimal, whole: Decimal): string {
  const scale = Math.max(part.scale, whole.scale);
  const numerator = part.units * powerOfTen(scale - part.scale);
  const denominator = whole.units * powerOfTen(scale - whole.scale);
  return formatHundredths(divideHalfEven(numerator * 10_000n, denominator));
}
