import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { isPlainDecimal } from '../../../src/core/numbers/decimal.ts';
import type { ExchangeTick } from '../../../src/core/tick.ts';
import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { slotIndexOf } from '../../../src/simulator/runs/slot-index.ts';
import { buildWorld, type SimulatedWorld } from '../../../src/simulator/world.ts';
import { shuffled } from './statistics.ts';

const world = buildWorld('small');
const NOON = Date.UTC(2026, 4, 6, 12);
const marketWith = (faultRate: number) => new SimulatedMarket(world, { seed: 'tests', faultRate });
/** Nothing fails and everything stays listed. */
const honest = new SimulatedMarket(world, { seed: 'tests', faultRate: 0, changesListings: false });
const text = (market: SimulatedMarket, slot: Millis) =>
  JSON.stringify([market.ticksAt(slot), market.exchanges.map((exchange) => market.tradesOf(exchange, slot))]);

const hashOf = (market: SimulatedMarket) => createHash('sha256').update(text(market, NOON)).digest('hex');

/** Five assets of every kind on two exchanges, independent of the tables. */
function tinyWorld(): SimulatedWorld {
  const assets = [
    tinyAsset('us-dollar', 'fiat', 0, 1, 0),
    tinyAsset('euro', 'fiat', 1, 1.1, 50),
    tinyAsset('bitcoin', 'store-of-value', 0, 60_000),
    tinyAsset('tether', 'stablecoin', 1, 1),
    tinyAsset('pepe', 'meme', 900, 0.000_012),
  ];
  const pairs = [
    'bitcoin/us-dollar',
    'bitcoin/euro',
    'tether/us-dollar',
    'pepe/tether',
    'pepe/bitcoin',
    'euro/us-dollar',
  ];
  const markets = pairs.map((id) => ({
    id,
    baseAssetId: id.split('/')[0] ?? '',
    quoteAssetId: id.split('/')[1] ?? '',
  }));
  const listings = pairs.map((marketId) => ({ marketId, status: 'ACTIVE' as const, qualified: true }));
  const exchanges = (['Kraken', 'Elsewhere'] as const).map((name, i) => ({
    id: name,
    name,
    url: '',
    status: 'ACTIVE' as const,
    tier: i === 0 ? ('A' as const) : ('B' as const),
    listings,
    ownSymbols: [],
  }));
  const exchangeWeights = new Map([
    ['Kraken', 10],
    ['Elsewhere', 0.001],
  ]);
  const reference = { assets: assets.map(({ asset }) => asset), markets, exchanges, supplies: [] };
  const exchangeKeys = new Map(exchanges.map(({ id, name }) => [id, name]));
  return { size: 'small', assets, exchangeWeights, exchangeKeys, reference };
}

function tinyAsset(
  slugName: string,
  sector: string,
  rank: number,
  priceUsd: number,
  dailyVolatilityBps?: number,
) {
  const type = sector === 'fiat' ? ('FIAT' as const) : ('CRYPTO' as const);
  return {
    asset: {
      id: slugName,
      name: slugName,
      symbol: slugName,
      slugName,
      status: 'ACTIVE' as const,
      type,
      url: '',
    },
    key: slugName,
    rank,
    sector,
    priceUsd,
    launchedYear: 2009,
    ...(dailyVolatilityBps === undefined ? {} : { dailyVolatilityBps }),
  };
}

describe('a refresh', () => {
  it('has the recorded bytes: only a change of the model changes them', () => {
    expect(hashOf(new SimulatedMarket(tinyWorld(), { seed: 'golden' }))).toMatchInlineSnapshot(
      `"690878ddb16c6dcc7d73d63b9f3ecfe7b0580002c095d1fafa3101b3a40f1702"`,
    );
  });

  it('has the recorded bytes for the small world: a change of the tables also changes them', () => {
    expect(hashOf(marketWith(1))).toMatchInlineSnapshot(
      `"7027780bae0415a529906fd1b5c22617e9a2f1f3dac5f22c1f580d74ea46a05c"`,
    );
    const unchanging = new SimulatedMarket(world, { seed: 'tests', changesListings: false });
    expect(hashOf(unchanging)).toMatchInlineSnapshot(
      `"cdd0b24556a79b021375887af24bbc419a915fe786290dc56594e57219a285ec"`,
    );
  });

  it('is the same forwards, backwards and in any order, faults included', () => {
    const slots = Array.from(
      { length: 12 },
      (_, i) => NOON + (i % 6) * SLOT_MS + Math.floor(i / 6) * 7_200_000,
    );
    const direct = slots.map((slot) => text(marketWith(5), slot));
    const market = marketWith(5);
    const forwards = slots.map((slot) => text(market, slot));
    expect(forwards).toEqual(direct);
    const backwards = slots.toReversed().map((slot) => text(market, slot));
    expect(backwards.toReversed()).toEqual(direct);
    for (const i of shuffled(slots.length)) expect(text(market, slots[i] ?? 0)).toBe(direct[i]);
  });

  it('differs with another seed', () => {
    expect(text(new SimulatedMarket(world, { seed: 'other' }), NOON)).not.toBe(text(marketWith(1), NOON));
  });

  it('has one tick for each ACTIVE listing of each ACTIVE exchange, qualified or not', () => {
    const active = world.reference.exchanges.filter(({ status }) => status === 'ACTIVE');
    const expected = active.flatMap(({ id, listings }) =>
      listings.filter(({ status }) => status === 'ACTIVE').map(({ marketId }) => `${id} ${marketId}`),
    );
    const ticks = honest.ticksAt(NOON).flatMap((refresh) => refresh.ticks);
    expect(ticks.map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`)).toEqual(expected);
  });
});

describe('a tick without faults', () => {
  const slots = Array.from({ length: 6 }, (_, i) => NOON + i * 1237 * SLOT_MS);
  const seen = slots.flatMap((slot) =>
    honest.exchanges.flatMap((exchange) =>
      honest
        .ticksOf(exchange, slot)
        .map((tick, i) => ({ slot, exchange, tick, listing: exchange.listings[i] })),
    ),
  );
  const numbers = ({ last, bid = '', ask = '', volume = '' }: ExchangeTick) => [last, bid, ask, volume];

  it('is written in plain decimals, volumes with at most 8 of them', () => {
    for (const { tick } of seen) {
      if (!numbers(tick).every(isPlainDecimal)) expect.fail(JSON.stringify(tick));
      expect(tick.volume?.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(8);
    }
  });

  it('has bid below ask, last within or a step beside them, and something traded', () => {
    for (const { tick } of seen) {
      const [last = 0, bid = 0, ask = 0, volume = 0] = numbers(tick).map(Number);
      expect(bid).toBeGreaterThan(0);
      expect(ask).toBeGreaterThan(bid);
      expect(volume).toBeGreaterThan(0);
      const step = (ask - bid) * 1.01;
      expect(last).toBeGreaterThanOrEqual(bid - step);
      expect(last).toBeLessThanOrEqual(ask + step);
    }
  });

  it('has at most 7 significant digits in its prices, one more where the ask crosses a power of ten', () => {
    const digits = (price: string) => price.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
    const most = Math.max(...seen.map(({ tick }) => digits(tick.last)));
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThanOrEqual(6);
  });

  it('shows the true cross rate of its instant, within basis, noise, half a spread and a step', () => {
    for (const { tick, listing } of seen) {
      if (!listing) expect.fail('a tick without a listing');
      const at = tick.lastMoved;
      const cross = honest.prices.at(listing.base, at) / honest.prices.at(listing.quote, at);
      const middle = (Number(tick.bid) + Number(tick.ask)) / 2;
      const step = Number(tick.ask) - Number(tick.bid);
      const allowed = (listing.basis + listing.noise) * 1.01 + step / cross;
      if (!(Math.abs(middle / cross - 1) < allowed)) expect.fail(JSON.stringify(tick));
    }
  });

  it('agrees across exchanges within their spreads and basis: no market of a tier A exchange is 20 bps off', () => {
    const tierA = new Set(world.reference.exchanges.filter(({ tier }) => tier === 'A').map(({ id }) => id));
    for (const { tick, listing, exchange } of seen) {
      if (!listing || !tierA.has(exchange.exchangeId) || listing.windowSlots > 1) continue;
      const cross =
        honest.prices.at(listing.base, tick.lastMoved) / honest.prices.at(listing.quote, tick.lastMoved);
      expect(Math.abs(Number(tick.last) / cross - 1)).toBeLessThan(0.002);
    }
  });

  it('moved at most a window ago, and never after the exchange was read', () => {
    for (const { tick, slot, listing } of seen) {
      const readAt = slot - (listing?.refreshLeadMs ?? 0);
      expect(tick.lastMoved).toBeLessThanOrEqual(readAt);
      expect(readAt - tick.lastMoved).toBeLessThan((listing?.windowSlots ?? 0) * 2 * SLOT_MS + 3000);
    }
  });

  it('has the volume of the volume model', () => {
    for (const { tick, slot, listing } of seen.slice(0, 2000)) {
      if (!listing) expect.fail('a tick without a listing');
      const units = honest.volumes.trailingDay(listing, slotIndexOf(slot));
      expect(Math.round(Number(tick.volume) * 10 ** listing.volumeDecimals)).toBe(units);
    }
  });
});

describe('listings of the full world', () => {
  const options = { seed: 'tests', faultRate: 0, changesListings: false };
  const full = new SimulatedMarket(buildWorld('full'), options);
  const first = full.ticksAt(NOON).flatMap(({ ticks }) => ticks);
  const second = full.ticksAt(NOON + SLOT_MS).flatMap(({ ticks }) => ticks);
  const listings = full.exchanges.flatMap((exchange) => exchange.listings);

  it('are written in plain decimals and in order, down to the thinnest', () => {
    for (const { last, bid = '', ask = '', volume = '' } of first) {
      if (![last, bid, ask, volume].every(isPlainDecimal)) expect.fail(`${last} ${bid} ${ask} ${volume}`);
      if (!(Number(bid) > 0 && Number(ask) > Number(bid) && Number(volume) > 0))
        expect.fail(`${bid} ${ask} ${volume}`);
    }
  });

  it('stay exactly as they are while they do not move, and liquid ones always move', () => {
    let stayed = 0;
    listings.forEach(({ windowSlots }, i) => {
      const same = first[i]?.lastMoved === second[i]?.lastMoved;
      if (windowSlots === 1) expect(same).toBe(false);
      if (same) expect([first[i]?.last, first[i]?.bid]).toEqual([second[i]?.last, second[i]?.bid]);
      if (same) stayed++;
    });
    expect(stayed / listings.length).toBeGreaterThan(0.15);
  });

  it('are read at different times, those of the largest exchanges last', () => {
    const leads = full.exchanges.map(({ refreshLeadMs }) => refreshLeadMs);
    expect(Math.min(...leads)).toBeGreaterThanOrEqual(3000);
    expect(Math.max(...leads)).toBeLessThan(28_000);
    expect(new Set(leads).size).toBeGreaterThan(200);
    expect(full.exchanges.find(({ key }) => key === 'Binance')?.refreshLeadMs).toBeLessThan(8000);
  });
});
