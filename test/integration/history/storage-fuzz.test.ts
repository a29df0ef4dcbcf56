import { afterAll, beforeAll, expect, test } from 'vitest';
import { FaultyStore } from '../../fuzz/storage-fuzz.ts';

/** `npm run fuzz` sets these for a longer run, or to repeat one that failed. */
const RUNS = Number(process.env['FUZZ_STORAGE'] ?? 12);
const SEED = Number(process.env['FUZZ_SEED'] ?? 14);
/** Much longer than a run takes. */
const PATIENCE_MS_EACH = 5000;

const faulty = new FaultyStore();
beforeAll(() => faulty.prepare());
afterAll(() => faulty.remove());

test(
  `after ${RUNS} combinations of cut, zeroed, flipped, removed and duplicated files all sound data is served or in quarantine`,
  async () => {
    await faulty.run({ runs: RUNS, seed: SEED });
    expect([...faulty.tried.keys()].toSorted()).toEqual(['cut', 'duplicate', 'flip', 'remove', 'zero']);
  },
  60_000 + RUNS * PATIENCE_MS_EACH,
);
