import { describe, expect, test } from 'vitest';
import { laterAttacks } from '../../../bench/support/integrity/batch.ts';
import { FullWorld } from '../../../bench/support/integrity/full-world.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import { buildWorld } from '../../../src/simulator/world.ts';

const world = new FullWorld(buildWorld('full', 2), 3);

/** The bench results of the attacks that an audit of version 2 found, with fewer markets and coins. */
const results = laterAttacks(world, new Random(3), { maxMarkets: 4, maxCoins: 30 });
const committed = results.filter(({ limit }) => limit !== undefined);

describe('attacks that worked against version 2 in the full world fail against version 3', () => {
  test.each(committed)('$attack: $measure, at most $limit', ({ limit, after }) => {
    expect(after).toBeLessThanOrEqual(limit!);
  });

  test.each([
    '2 colluding tier-B exchanges, adaptive',
    'two colluding tier-B exchanges, +23 % a tick, every coin that has them',
    '2 new exchanges against tier A',
    'two exchanges, tier A really -30 %, tier B quiet',
    'two exchanges, tier A really -30 %, tier B re-quotes the old price',
    'price inverted at the first tick, one exchange of each coin',
    'our network is gone',
    'LX: 3 of 8 hostile, 5 silent',
  ])('%s worked against version 2', (attack) => {
    const broken = committed.filter((one) => one.attack === attack && one.before > one.limit!);
    expect(broken.length).toBeGreaterThan(0);
  });
});
