import { DAY_MS, type Millis } from '../../core/time.ts';
import { decimalMagnitude, formatScaled, powerOfTen } from '../prices/scaled-number.ts';
import type { Expiry, Tenor } from './expiry-schedule.ts';
import type { PriceStep } from './price-step.ts';

/** A strike, and when the exchange added it. */
export interface Strike {
  readonly price: number;
  readonly text: string;
  readonly listing: Millis;
}

/** Fractions of the spot: how close strikes are, and how far they reach below and above. */
interface Reach {
  readonly step: number;
  readonly below: number;
  readonly above: number;
}

const REACHES: Readonly<Record<Tenor, Reach>> = {
  week: { step: 0.02, below: 0.1, above: 0.1 },
  month: { step: 0.04, below: 0.25, above: 0.3 },
  quarter: { step: 0.08, below: 0.5, above: 0.9 },
};
/** The spot is checked once a day. Strikes are added if less than this share of the initial reach is left. */
const MIN_REACH = 0.6;

/**
 * The strikes of one expiry: around the spot at listing, and more at the ends as the spot moves. None is ever removed.
 * Which exist at a time is independent of earlier queries.
 */
export class StrikeLadder {
  readonly #expiry: Expiry;
  readonly #spotAt: (at: Millis) => number;
  readonly #step: PriceStep;
  readonly #strikes: Strike[] = [];
  /** The lowest and the highest strike so far, in steps, and when the spot is checked next. */
  #lowest: number;
  #highest: number;
  #nextCheck: Millis;

  constructor(expiry: Expiry, spotAt: (at: Millis) => number) {
    const { step, below, above } = REACHES[expiry.tenor];
    const spot = spotAt(expiry.listing);
    this.#expiry = expiry;
    this.#spotAt = spotAt;
    this.#step = roundStep(spot * step);
    this.#lowest = this.#steps(spot);
    this.#highest = this.#lowest - 1;
    this.#reachTo(spot * (1 - below), spot * (1 + above), expiry.listing);
    this.#nextCheck = expiry.listing + DAY_MS;
  }

  /** In the order in which they were added. */
  upTo(at: Millis): readonly Strike[] {
    const { expiration, tenor } = this.#expiry;
    const { below, above } = REACHES[tenor];
    const lastCheck = Math.min(at, expiration - DAY_MS);
    for (; this.#nextCheck <= lastCheck; this.#nextCheck += DAY_MS) {
      const spot = this.#spotAt(this.#nextCheck);
      this.#reachTo(spot * (1 - MIN_REACH * below), spot * (1 + MIN_REACH * above), this.#nextCheck);
    }
    return this.#strikes.filter(({ listing }) => listing <= at);
  }

  #reachTo(low: number, high: number, listing: Millis): void {
    const min = Math.max(1, this.#steps(low));
    while (this.#lowest > min) this.#add(--this.#lowest, listing);
    while (this.#highest < this.#steps(high)) this.#add(++this.#highest, listing);
  }

  #steps(price: number): number {
    const { units, decimals } = this.#step;
    return Math.round((price * powerOfTen(decimals)) / units);
  }

  #add(steps: number, listing: Millis): void {
    const { units, decimals } = this.#step;
    const text = formatScaled(steps * units, decimals);
    this.#strikes.push({ price: Number(text), text, listing });
  }
}

/** The largest of 1, 2 and 5 x 10^n that is not above `max`. */
function roundStep(max: number): PriceStep {
  const decimals = -decimalMagnitude(max);
  const leading = max * powerOfTen(decimals);
  return { units: leading >= 5 ? 5 : leading >= 2 ? 2 : 1, decimals };
}
