import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExpirySchedule, parseExpiryCounts } from '../../../../src/simulator/derivatives/expiry-schedule.ts';

const DAY_MS = 86_400_000;
const iso = (at: number) => new Date(at).toISOString();

function standing(exchange: string, counts: string, at: string): string[] {
  const now = Date.parse(at);
  return new ExpirySchedule(exchange, parseExpiryCounts(counts))
    .between(now, now)
    .map((e) => iso(e.expiration));
}

describe('expiries', () => {
  test('are the next Fridays, last Fridays of months, and last Fridays of quarters', () => {
    expect(standing('Deribit', '2w 2m 2q', '2026-10-14T12:00:00Z')).toEqual([
      '2026-10-16T08:00:00.000Z',
      '2026-10-23T08:00:00.000Z',
      '2026-10-30T08:00:00.000Z',
      '2026-11-27T08:00:00.000Z',
      '2026-12-25T08:00:00.000Z',
      '2027-03-26T08:00:00.000Z',
    ]);
  });

  test.each([
    ['Binance', '2026-12-25T08:00:00.000Z', '2027-03-26T08:00:00.000Z'],
    ['BitMEX', '2026-12-25T12:00:00.000Z', '2027-03-26T12:00:00.000Z'],
    // London changes its clocks on 28 March 2027, New York on 14 March.
    ['Kraken', '2026-12-25T16:00:00.000Z', '2027-03-26T16:00:00.000Z'],
    ['LedgerX', '2026-12-25T21:00:00.000Z', '2027-03-26T20:00:00.000Z'],
  ])('are at the hour that %s uses', (exchange, first, second) => {
    expect(standing(exchange, '2q', '2026-10-14T12:00:00Z')).toEqual([first, second]);
  });

  test('of Kraken are an hour earlier in the London summer', () => {
    expect(standing('Kraken', '1q', '2026-06-01T00:00:00Z')).toEqual(['2026-06-26T15:00:00.000Z']);
  });

  test('roll at the instant: one expires, the next is listed', () => {
    expect(standing('OKX', '2w', '2026-10-16T07:59:59.999Z')).toEqual([
      '2026-10-16T08:00:00.000Z',
      '2026-10-23T08:00:00.000Z',
    ]);
    expect(standing('OKX', '2w', '2026-10-16T08:00:00Z')).toEqual([
      '2026-10-23T08:00:00.000Z',
      '2026-10-30T08:00:00.000Z',
    ]);
  });

  test('exist from their listing until their expiration, at any query time', () => {
    const counts = fc.record({ w: fc.nat(4), m: fc.nat(3), q: fc.integer({ min: 1, max: 4 }) });
    const exchanges = fc.constantFrom('Deribit', 'BitMEX', 'Kraken', 'LedgerX');
    const instants = fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2032, 0) });
    fc.assert(
      fc.property(exchanges, counts, instants, (exchange, { w, m, q }, now) => {
        const schedule = new ExpirySchedule(exchange, { weeks: w, months: m, quarters: q });
        const expiries = schedule.between(now, now);
        expect(expiries.length).toBeGreaterThanOrEqual(Math.max(w, q));
        for (const expiry of expiries) {
          const { listing, expiration } = expiry;
          expect(new Date(expiration).getUTCDay()).toBe(5);
          expect(listing).toBeLessThanOrEqual(now);
          expect(expiration).toBeGreaterThan(now);
          expect(schedule.between(listing, listing)).toContainEqual(expiry);
          expect(schedule.between(expiration - 1, expiration - 1)).toContainEqual(expiry);
          expect(schedule.between(listing - 1, listing - 1)).not.toContainEqual(expiry);
          expect(schedule.between(expiration, expiration)).not.toContainEqual(expiry);
        }
        expect(schedule.between(now - 30 * DAY_MS, now).slice(-expiries.length)).toEqual(expiries);
      }),
      { numRuns: 60 },
    );
  });
});
