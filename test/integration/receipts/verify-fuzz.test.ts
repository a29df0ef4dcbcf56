import { afterAll, expect, test } from 'vitest';
import { FaultyDirectory } from '../../fuzz/directory-fuzz.ts';
import { DATA_FIXTURES } from '../../support/data-fixture.ts';

/** `npm run fuzz` sets these for a longer run, or to repeat one that failed. */
const FAULTS = Number(process.env['FUZZ_VERIFY'] ?? 40);
const SEED = Number(process.env['FUZZ_SEED'] ?? 16);
/** Interval of faults that use the whole check; so do those that files alone do not reveal. */
const WHOLE_EVERY = Number(process.env['FUZZ_VERIFY_WHOLE'] ?? 40);
/** Much longer than one takes. */
const PATIENCE_MS_EACH = 5000;

const directory = new FaultyDirectory(DATA_FIXTURES.at(-1)!);
afterAll(() => directory.remove());

test(
  `verify reports each of ${FAULTS} flipped bits and cuts, and each removed file, except for documented exceptions`,
  async () => {
    const { tried, passed, failures } = await directory.run(directory.faults(FAULTS, SEED), WHOLE_EVERY);
    expect(failures).toEqual([]);
    const unnamed = [...passed.values()].reduce((sum, count) => sum + count, 0);
    expect(tried).toBeGreaterThan(FAULTS);
    // Otherwise, exceptions would be the rule.
    expect(unnamed).toBeLessThan(tried / 3);
  },
  60_000 + FAULTS * PATIENCE_MS_EACH,
);
