import type { Millis } from '../../core/time.ts';
import { hashPair, symmetric, unit } from '../hash.ts';

/** Within (-1, 1): goes straight from one hashed value to the next, one in each span of time. */
export function waveAt(key: number, at: Millis, spanMs: Millis): number {
  const place = at / spanMs + unit(key);
  const knot = Math.floor(place);
  const from = symmetric(hashPair(key, knot));
  const to = symmetric(hashPair(key, knot + 1));
  return from + (to - from) * (place - knot);
}
