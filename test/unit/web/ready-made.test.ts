import { describe, expect, test } from 'vitest';
import { reachOf, whatIf } from '../../../sdk/src/verify/index.ts';
import { attacked, attackersOf } from '../../../web/src/attack/alteration.ts';
import { READY_MADE } from '../../../web/src/attack/ready-made.ts';
import { whyOf } from '../../../web/src/attack/why.ts';
import type { IndexReceipt } from '../../../sdk/src/contract.ts';
import { IN_VERSION_3, quietWorld, receiptsOf } from '../../support/receipt-worlds.ts';

const receipts = [...receiptsOf(quietWorld(IN_VERSION_3, 3), 1)].filter(
  ({ timestamp }) => Date.parse(timestamp) === IN_VERSION_3 + 60_000,
);
const receiptOf = (name: string) =>
  receipts.find((each) => (each.market ?? each.name ?? each.asset) === name)!;

/** What the sandbox shows after one of its attacks. */
function tried(before: IndexReceipt, wanted: string) {
  const attack = READY_MADE.find(({ title }) => title === wanted)!.attack(before);
  if (!attack) return undefined;
  const after = whatIf(attacked(before, attack));
  const attackers = attackersOf(attack);
  return {
    bps: after && Math.abs(Number(after.price) / Number(before.price) - 1) * 10_000,
    flags: after?.flags,
    attackers,
    after,
    why: whyOf({ before, after, attackers, reach: reachOf(before) }),
  };
}

describe('the ready-made attacks', () => {
  test('are computed with version 3 of the rules', () => {
    expect(receiptOf('BTC_USDT').methodology).toBe('3');
    expect(tried(receiptOf('BTC_USDT'), 'One exchange × 10')!.after!.methodology).toBe('3');
  });

  test('two colluding exchanges with invented volume move one median and not the price of a large market', () => {
    const before = receiptOf('BTC_USDT');
    const { bps, flags, attackers, why } = tried(before, 'Two colluding exchanges')!;
    const tiers = before.exchanges!.filter(({ exchangeId }) => attackers.has(exchangeId));
    expect(tiers.map(({ tier }) => tier)).toEqual(['B', 'B']);
    expect(bps).toBeLessThan(10);
    expect(flags).toContain('SPLIT');
    expect(why).toMatch(
      /^Only the median by volume \(\+20\d bps\) moves far; .*the middle one of three, and .* 5 bps/,
    );
  });

  test('a market that two colluding exchanges do move is flagged, and the text says that they set two medians', () => {
    const moved = receipts
      .filter(
        ({ indexType, flags, exchanges }) =>
          indexType === 'MWA' && flags.length === 0 && exchanges!.length >= 3,
      )
      .map((receipt) => tried(receipt, 'Two colluding exchanges')!)
      .filter(({ bps }) => bps! > 100);
    expect(moved.length).toBeGreaterThan(0);
    for (const { flags, why } of moved) {
      expect(flags!.length).toBeGreaterThan(0);
      expect(why).toMatch(/^The attackers move .* and .*, so two of them set it\.$/);
    }
  });

  test('a new exchange is rejected in every market with a trusted one, and moves nothing', () => {
    const markets = receipts.filter(
      ({ indexType, exchanges = [] }) => indexType === 'MWA' && exchanges.some(({ tier }) => tier !== 'NEW'),
    );
    expect(markets.length).toBeGreaterThan(50);
    for (const before of markets) {
      const { bps, flags, why } = tried(before, 'New exchange')!;
      expect([before.market, bps, flags]).toEqual([before.market, 0, before.flags]);
      expect(why).toMatch(/^Hostile 1 is rejected: it was listed less than 30 days ago, so its trust is 0/);
    }
  });

  test('no sentence contradicts how far the value moves', () => {
    const wrong = receipts
      .filter(({ indexType }) => indexType !== 'GWA')
      .flatMap((receipt) =>
        READY_MADE.flatMap(({ title }) => {
          const { bps = NaN, why = '' } = tried(receipt, title) ?? {};
          const isMoved = bps >= 50 && /stays near|moves far|None of/.test(why) && !/set it/.test(why);
          const isStill = bps < 10 && /set it|is its price/.test(why);
          return isMoved || isStill
            ? [`${receipt.market ?? receipt.name} ${title} ${bps.toFixed(1)} ${why}`]
            : [];
        }),
      );
    expect(wrong).toEqual([]);
  });

  test('two colluding exchanges beside a cross rate set the price, and the text says so', () => {
    const pairs = receipts.filter(
      ({ reference, volumeMedian, exchanges = [] }) =>
        exchanges.length === 2 && reference !== undefined && volumeMedian === undefined,
    );
    const moved = pairs
      .map((receipt) => tried(receipt, 'Two colluding exchanges')!)
      .filter(({ bps }) => bps! > 100);
    expect(moved.length).toBeGreaterThan(0);
    for (const { why } of moved)
      expect(why).toBe(
        'The attackers are 2 of the 3 prices that decide: without a quorum the value stays near the middle of the accepted prices and the prices that confirm them, so the attackers set it.',
      );
  });

  test('an attack that is not possible is not offered', () => {
    expect(tried(receiptOf('BLX'), 'New exchange')).toBeUndefined();
    const single = receipts.find(({ exchanges }) => exchanges?.length === 1)!;
    expect(tried(single, 'Two colluding exchanges')).toBeUndefined();
    expect(tried(single, 'Three collude')).toBeUndefined();
  });
});

describe('why a value moves', () => {
  test('a single source that is ten times too high: the last value is repeated', () => {
    const single = receiptOf('SUI_USDC');
    expect(single.flags).toEqual(['SINGLE_SOURCE']);
    expect(tried(single, 'One exchange × 10')!.why).toMatch(
      / is rejected: its price is \d+\.\d % above the reference; the last value is repeated\.$/,
    );
    expect(tried(single, 'Fake volume × 1000')!.why).toBe(
      'Only one exchange is accepted, so the value is its price.',
    );
  });

  test('one exchange of a large market that is ten times too high: it is rejected', () => {
    const { why, bps } = tried(receiptOf('BTC_USDT'), 'One exchange × 10')!;
    expect(bps).toBeLessThan(10);
    expect(why).toMatch(/ is rejected: its price is \d+\.\d % above the reference\.$/);
  });

  test('a liquid index: moving it would take two of the three medians', () => {
    const { why } = tried(receiptOf('BLX'), 'Two colluding exchanges')!;
    expect(why).toMatch(/the value is the middle one of three/);
  });

  test('is also explained without an attack and without a value', () => {
    const before = receiptOf('BTC_USDT');
    const none = { before, attackers: new Set<string>(), reach: undefined };
    expect(whyOf({ ...none, after: before })).toBe('No exchange is altered.');
    expect(whyOf({ ...none, attackers: new Set(['x']), after: undefined })).toContain('no last value');
  });
});
