import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { leaksIn, soakLive } from './live-soak.ts';

// The first cycles of `npm run soak:live`, with all its exchanges.
const CYCLES = 36;

test('80 exchanges with faults: nothing leaks, every cycle is accounted for', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const result = await soakLive({ cycles: CYCLES, seed: 1, declared: 60, markets: 20, gc });
  expect(result.exchanges).toBe(80);
  expect(leaksIn(result)).toEqual([]);
  expect(result.unaccounted).toEqual([]);
  expect(result.stuck).toEqual([]);
  expect(result.troubles).toEqual([]);
  expect(result.faults).toBeGreaterThan(5);
  expect(result.byOutcome['read']).toBeGreaterThan(CYCLES * 70);
  expect(result.deadStatus).toBe('MAINTENANCE');
}, 900_000);
