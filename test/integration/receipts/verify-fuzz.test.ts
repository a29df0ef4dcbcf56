import { afterAll, expect, test } from 'vitest';
import { FaultyDirectory } from '../../fuzz/directory-fuzz.ts';
import { DATA_FIXTURES } from '../../support/data-fixture.ts';

/** `npm run fuzz` sets these for a longer run, or to repeat one that failed. */
const FAULTS = Number(process.env['FUZZ_VERIFY'] ?? 100);
const SEED = Number(process.env['FUZZ_SEED'] ?? 16);
/** Every so many, and those that files alone do not tell, are tried with the whole check. */
const WHOLE_EVERY = Number(process.env['FUZZ_VERIFY_WHOLE'] ?? 40);
/** Far more than one takes. */
const PATIENCE_MS_EACH = 5000;

const directory = new FaultyDirectory(DATA_FIXTURES.at(-1)!);
afterAll(() => directory.remove());

test(
  `verify names each of ${FAULTS} flipped bits and cuts, and each removed file, but where it is documented that it need not`,
  async () => {
    const { tried, passed, failures } = await directory.run(directory.faults(FAULTS, SEED), WHOLE_EVERY);
    expect(failures).toEqual([]);
    const unnamed = [...passed.values()].reduce((sum, count) => sum + count, 0);
    expect(tried).toBeGreaterThan(FAULTS);
    // Else the excuses would be the rule.
    expect(unnamed).toBeLessThan(tried / 3);
  },
  60_000 + FAULTS * PATIENCE_MS_EACH,
);
