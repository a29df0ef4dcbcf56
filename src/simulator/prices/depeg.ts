import { bell, below, hashPair, rehash, unit } from '../hash.ts';

/** Time is cut into windows of 91 days; in some of them a stablecoin loses its peg once. */
const WINDOW_SLOTS = 91 * 2880;
const CHANCE_PER_WINDOW = 0.12;
const SHORTEST_SLOTS = 8 * 120;
const LONGEST_SLOTS = 72 * 120;
const SHALLOWEST = 0.003;
const DEEPEST = 0.018;
/** The fall takes this part of the episode, the recovery the rest. */
const FALL_SHARE = 0.15;

/** How far a stablecoin is off its peg, as a logarithm: 0 nearly always, at worst about -0.02. */
export function depegAt(key: number, slotIndex: number): number {
  const window = Math.floor(slotIndex / WINDOW_SLOTS);
  const hash = hashPair(key, window);
  if (unit(hash) >= CHANCE_PER_WINDOW) return 0;
  const length = SHORTEST_SLOTS + below(hashPair(hash, 1), LONGEST_SLOTS - SHORTEST_SLOTS);
  const start = window * WINDOW_SLOTS + below(hashPair(hash, 2), WINDOW_SLOTS - length);
  const progress = (slotIndex - start) / length;
  if (progress <= 0 || progress >= 1) return 0;
  const depth = SHALLOWEST + (DEEPEST - SHALLOWEST) * unit(hashPair(hash, 3));
  const recovering = (1 - progress) / (1 - FALL_SHARE);
  const shape = progress < FALL_SHARE ? progress / FALL_SHARE : recovering * recovering;
  const restless = 1 + 0.02 * bell(rehash(hashPair(hash, slotIndex)));
  return -depth * shape * restless;
}
