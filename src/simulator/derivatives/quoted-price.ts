import { below, hashPair } from '../hash.ts';
import { formatScaled, powerOfTen } from '../prices/scaled-number.ts';
import { formatSteps, inSteps, type PriceStep } from './price-step.ts';

/** How a contract is quoted around its fair price. */
export interface QuotedPrice {
  readonly price: string;
  /** Absent if the bid would be below one step. */
  readonly bid?: string;
  readonly ask: string;
  readonly markPrice: string;
}

/** Marks are finer than what can be traded. */
const MARK_DECIMALS = 2;

/** Bid at or below the fair price, ask above it, the last trade between them and above 0. */
export function quotedPrice(fair: number, halfSpread: number, step: PriceStep, hash: number): QuotedPrice {
  const bid = Math.max(0, Math.floor(inSteps(fair - halfSpread, step)));
  const ask = Math.max(bid + 1, Math.ceil(inSteps(fair + halfSpread, step)));
  const last = Math.max(1, bid + below(hashPair(hash, 3), ask - bid + 1));
  return {
    price: formatSteps(last, step),
    ...(bid > 0 ? { bid: formatSteps(bid, step) } : {}),
    ask: formatSteps(ask, step),
    markPrice: rounded(fair, step.decimals + MARK_DECIMALS),
  };
}

export function rounded(value: number, decimals: number): string {
  return formatScaled(Math.round(value * powerOfTen(decimals)), decimals);
}
