import type { Millis } from '../../core/time.ts';
import { hashPair, symmetric, unit } from '../hash.ts';

/** A value in (-1, 1): linear interpolation between hashed values, one per time span. */
export function waveAt(key: number, at: Millis, spanMs: Millis): number {
  const place = at / spanMs + unit(key);
  const knot = Math.floor(place);
  const from = symmetric(hashPair(key, knot));
  const to = symmetric(hashPair(key, knot + 1));
  return from + (to - from) * (place - knot);
}
