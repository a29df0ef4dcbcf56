import { exp, ln } from '../../../src/core/numbers/ln-exp.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import { clamp } from '../../../src/engine/numbers/clamp.ts';
import type { IndexReceipt } from '../contract.ts';

/** One term of an average. */
export interface Voice {
  readonly name: string;
  readonly share: number;
  /** Their sum is its value. */
  readonly terms: Readonly<Record<string, number>>;
}

/** The terms of an average value. */
export interface Voices {
  /** By id. */
  readonly voices: ReadonlyMap<string, Voice>;
  /** Why others do not count, by id. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The mean, weighted by shares. */
  readonly mean: number;
  /** The mean as a price, before it is rounded for publication. NaN if the value is no average. */
  readonly value: number;
  /** Converts a difference of means into a difference of values. */
  readonly scale: (before: Voices, after: Voices) => number;
}

const SMALL = 1e-5;

export function voicesOf(receipt: IndexReceipt): Voices {
  return VOICES[receipt.indexType](receipt);
}

const VOICES: Readonly<Record<IndexReceipt['indexType'], (receipt: IndexReceipt) => Voices>> = {
  MWA: ofMarket,
  GWA: ofAsset,
  // A median is no average.
  LX: () => ({ voices: new Map(), reasons: new Map(), mean: NaN, value: NaN, scale: () => NaN }),
};

/** An MWA: prices clamped to the reference. */
function ofMarket({ exchanges = [], refused = [], reference, methodology }: IndexReceipt): Voices {
  const reach = methodologyNamed(methodology)?.mwa.clamp ?? 0;
  const r = Number(reference);
  const voices = new Map(
    exchanges.map(({ exchangeId, exchange: name, clamped, ...line }): [string, Voice] => {
      const price = Number(line.price);
      const counted = clamped ? clamp(price, r * (1 - reach), r * (1 + reach)) : price;
      return [exchangeId, { name, share: Number(line.share), terms: { price, clamp: counted - price } }];
    }),
  );
  const reasons = new Map(refused.map(({ exchangeId, reason }) => [exchangeId, reason]));
  const mean = meanOf(voices);
  return { voices, reasons, mean, value: mean, scale: () => 1 };
}

/** A GWA: logarithms of rates and of the values at their other ends. */
function ofAsset({ markets = [] }: IndexReceipt): Voices {
  const voices = new Map(
    markets
      .filter(({ share }) => Number(share) > 0)
      .map(({ marketId, market: name, side, rate, otherLn, share }): [string, Voice] => {
        const price = ln(Number(rate)) * (side === 'BASE' ? 1 : -1);
        return [marketId, { name, share: Number(share), terms: { price, path: Number(otherLn) } }];
      }),
  );
  const reasons = new Map(
    markets
      .filter(({ share }) => !(Number(share) > 0))
      .map(({ marketId, takesPart }) => [marketId, takesPart ? 'NO_PATH' : 'NO_PART']),
  );
  const mean = meanOf(voices);
  return { voices, reasons, mean, value: exp(mean), scale: logarithmicMean };
}

function meanOf(voices: ReadonlyMap<string, Voice>): number {
  let sum = 0;
  for (const { share, terms } of voices.values())
    for (const term of Object.values(terms)) sum += share * term;
  return voices.size === 0 ? NaN : sum;
}

/**
 * (b - a) / (ln b - ln a): the number by which a difference of logarithms is multiplied to get a difference
 * of values.
 */
function logarithmicMean(before: Voices, after: Voices): number {
  const d = after.mean - before.mean;
  // For nearly equal values the quotient would be mostly rounding errors.
  if (Math.abs(d) < SMALL) return before.value * (1 + d / 2 + (d * d) / 6);
  return (after.value - before.value) / d;
}
