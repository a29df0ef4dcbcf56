import { DAY_MS, type Millis } from '../../core/time.ts';
import { hashPair } from '../hash.ts';
import { formatScaled, powerOfTen } from '../prices/scaled-number.ts';
import { waveAt } from './wave.ts';

/** The usual daily volume of a contract, and the value of one contract. */
export interface Turnover {
  readonly usdPerDay: number;
  /** Open interest in USD per USD traded per day. */
  readonly openShare: number;
  readonly usdPerContract: number;
  /** -Infinity if it was always listed. */
  readonly listing: Millis;
  readonly key: number;
}

export interface TurnoverFigures {
  readonly volume: string;
  readonly volumeUsd: string;
  readonly openInterest: string;
  readonly openInterestUsd: string;
}

/** Large contracts are traded in thousandths. */
const LARGE_CONTRACT_USD = 500;
const LARGE_DECIMALS = 3;
const CENTS = 2;
const OPEN_INTEREST_GROWS_MS = 10 * DAY_MS;
const VOLUME_SPAN_MS = DAY_MS;
const OPEN_SPAN_MS = 6 * DAY_MS;

/** Trailing 24 hours and open interest. The USD figures follow from the published numbers of contracts, to the cent. */
export function turnoverAt(
  { usdPerDay, openShare, usdPerContract, listing, key }: Turnover,
  at: Millis,
): TurnoverFigures {
  const age = at - listing;
  const traded =
    usdPerDay * Math.min(1, age / DAY_MS) * (1 + 0.7 * waveAt(hashPair(key, 11), at, VOLUME_SPAN_MS));
  const open =
    usdPerDay *
    openShare *
    Math.min(1, age / OPEN_INTEREST_GROWS_MS) *
    (1 + 0.3 * waveAt(hashPair(key, 12), at, OPEN_SPAN_MS));
  const decimals = usdPerContract >= LARGE_CONTRACT_USD ? LARGE_DECIMALS : 0;
  const scale = powerOfTen(decimals);
  const volume = Math.round((traded / usdPerContract) * scale);
  const openInterest = Math.round((open / usdPerContract) * scale);
  const usd = (units: number) =>
    formatScaled(Math.round((units / scale) * usdPerContract * powerOfTen(CENTS)), CENTS);
  return {
    volume: formatScaled(volume, decimals),
    volumeUsd: usd(volume),
    openInterest: formatScaled(openInterest, decimals),
    openInterestUsd: usd(openInterest),
  };
}
