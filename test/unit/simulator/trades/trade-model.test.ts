import { describe, expect, it } from 'vitest';

import {
  addDecimals,
  formatDecimal,
  isPlainDecimal,
  parseDecimal,
  ZERO,
} from '../../../../src/core/numbers/decimal.ts';
import type { Trade } from '../../../../src/core/tick.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { formatScaled } from '../../../../src/simulator/prices/scaled-number.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { slotIndexOf } from '../../../../src/simulator/runs/slot-index.ts';
import { TRADE_EXCHANGES } from '../../../../src/simulator/trades/trade-markets.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';

const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'tests', faultRate: 0, changesListings: false });
const exchanges = market.exchanges.filter((exchange) => market.listingsWithTrades(exchange).length > 0);
const NOON = Date.UTC(2026, 4, 6, 12);
const slots = [0, 1, 2, 1440, 2880, 5000].map((i) => NOON + i * SLOT_MS);

const sum = (trades: readonly Trade[]) =>
  formatDecimal(trades.reduce((total, { amount }) => addDecimals(total, parseDecimal(amount) ?? ZERO), ZERO));

/** Every (exchange, listing, slot) with its trades and its tick. */
const cases = exchanges.flatMap((exchange) =>
  slots.flatMap((slot) => {
    const trades = market.tradesOf(exchange, slot);
    const ticks = market.ticksOf(exchange, slot);
    return market.listingsWithTrades(exchange).map((listing) => ({
      exchange,
      listing,
      slot,
      trades: trades.filter(({ marketId }) => marketId === listing.marketId),
      tick: ticks.find(({ marketId }) => marketId === listing.marketId),
    }));
  }),
);

describe('trades', () => {
  it('come from the nine exchanges with a trade feed, at most twelve markets each', () => {
    expect(exchanges.map(({ key }) => key).toSorted()).toEqual(TRADE_EXCHANGES.toSorted());
    for (const exchange of exchanges) {
      expect(market.listingsWithTrades(exchange).length).toBeLessThanOrEqual(12);
      expect(market.listingsWithTrades(exchange).length).toBeGreaterThan(0);
    }
  });

  it('include bitcoin against the dollar wherever such an exchange lists it', () => {
    const bitcoinDollar = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
    for (const exchange of exchanges.filter((e) =>
      e.listings.some(({ marketId }) => marketId === bitcoinDollar),
    )) {
      expect(market.listingsWithTrades(exchange).map(({ marketId }) => marketId)).toContain(bitcoinDollar);
    }
  });

  it('add up to the volume of their slot, to the last decimal', () => {
    for (const { listing, slot, trades } of cases) {
      const units = market.volumes.inSlot(listing, slotIndexOf(slot));
      expect(sum(trades)).toBe(formatScaled(units, listing.volumeDecimals));
    }
  });

  it('end with the price and the instant of the tick if the listing moved', () => {
    let moved = 0;
    for (const { trades, tick } of cases) {
      const last = trades.at(-1);
      if (!last) continue;
      moved++;
      expect([last.price, last.exchangeTimestamp]).toEqual([tick?.last, tick?.lastMoved]);
    }
    expect(moved).toBeGreaterThan(cases.length / 2);
  });

  it('happen one after the other between two readings of their exchange', () => {
    for (const { exchange, slot, trades } of cases) {
      const readAt = slot - exchange.refreshLeadMs;
      const times = trades.map(({ exchangeTimestamp }) => exchangeTimestamp);
      for (const at of times)
        expect(Number.isInteger(at) && at > readAt - SLOT_MS && at <= readAt).toBe(true);
      expect(times.slice(1).every((at, i) => at > (times[i] ?? 0))).toBe(true);
    }
  });

  it('are near the quote, positive, and in plain decimals', () => {
    for (const { trades, tick } of cases) {
      for (const { price, amount } of trades) {
        expect(isPlainDecimal(price) && isPlainDecimal(amount)).toBe(true);
        expect(Number(amount)).toBeGreaterThan(0);
        expect(amount.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(8);
        expect(Math.abs(Number(price) / Number(tick?.last) - 1)).toBeLessThan(0.02);
      }
    }
  });

  it('have ids of their own on each exchange and market', () => {
    const ids = cases.flatMap(({ trades }) =>
      trades.map((t) => `${t.exchangeId} ${t.marketId} ${t.tradeId}`),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are many on a busy market and of different sizes', () => {
    const busiest = cases.reduce((most, one) => (one.trades.length > most.trades.length ? one : most));
    expect(busiest.trades.length).toBeGreaterThan(8);
    expect(new Set(busiest.trades.map(({ amount }) => amount)).size).toBeGreaterThan(5);
  });
});
