import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ccxtClient } from '../../support/rig/ccxt-client.ts';
import { LAYOUTS } from '../../support/rig/layouts.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';

const AT = Date.parse('2026-03-01T12:00:10Z');
const IDS = LAYOUTS.map(({ id }) => id);

/** Exchanges that do not list inactive markets. */
const LIST_TRADED_ONLY = new Set(['bitfinex', 'upbit', 'bithumb', 'lbank']);

const nameOf = ({ base, quote }: RigInstrument) => `${base}/${quote}`;

describe('the small world on the rig', () => {
  const world = new RigWorld({ size: 'small' });
  /** Relative distance of a market from the truth. */
  const strayOf = ({ base, quote, last }: RigInstrument) =>
    Math.abs((Number(last) * world.usdOf(quote, AT)) / world.usdOf(base, AT) - 1);

  it.each(IDS)('has 50 markets or more for %s, each once, most of them close to the truth', (id) => {
    const instruments = world.instrumentsOf(id, AT);
    const strays = instruments.map(strayOf).toSorted((a, b) => a - b);
    expect(instruments.length).toBeGreaterThanOrEqual(50);
    expect(new Set(instruments.map(nameOf)).size).toBe(instruments.length);
    expect(strays[strays.length >> 1]).toBeLessThan(0.002);
    expect(strays[Math.floor(strays.length * 0.9)]).toBeLessThan(0.02);
  });

  it('returns the same at the same instant, and other prices later', () => {
    const again = new RigWorld({ size: 'small' });
    const [now, later] = [world.instrumentsOf('kraken', AT), world.instrumentsOf('kraken', AT + 60_000)];
    expect(again.instrumentsOf('kraken', AT)).toEqual(now);
    expect(later.map(nameOf)).toEqual(now.map(nameOf));
    expect(later).not.toEqual(now);
    expect(new RigWorld({ size: 'small', seed: 'other' }).instrumentsOf('kraken', AT)).not.toEqual(now);
  });

  it('has dollars, cross rates, thin and inactive markets', () => {
    const instruments = IDS.flatMap((id) => world.instrumentsOf(id, AT));
    const quotes = new Set(instruments.map(({ quote }) => quote));
    expect([...quotes]).toEqual(expect.arrayContaining(['USD', 'USDT', 'BTC', 'ETH', 'EUR', 'KRW']));
    expect(instruments.some(({ bid }) => bid === undefined)).toBe(true);
    expect(instruments.some(({ active }) => !active)).toBe(true);
    const usdPerDay = instruments.map(
      ({ quote, quoteVolume }) => Number(quoteVolume) * world.usdOf(quote, AT),
    );
    expect(Math.min(...usdPerDay)).toBeLessThan(1000);
    expect(Math.max(...usdPerDay)).toBeGreaterThan(1e8);
  });

  it('refuses more markets than there are, and an unknown exchange', () => {
    expect(() => world.instrumentsOf('kraken', AT, 2000)).toThrow(RangeError);
    expect(() => world.instrumentsOf('nowhere', AT)).toThrow('nowhere');
  });
});

describe('the full world on the rig', () => {
  let rig: Rig;
  let dialler: ReturnType<typeof rigDialler>;
  const world = new RigWorld({ size: 'full' });

  beforeAll(async () => {
    rig = await Rig.start();
    dialler = rigDialler(rig.port);
  });

  afterAll(async () => {
    await dialler.destroy();
    await rig.close();
  });

  it.each(IDS)('is read by ccxt from %s market by market', async (id) => {
    const instruments = world.instrumentsOf(id, AT, id === 'gate' ? 2000 : undefined);
    rig.set(id, instruments);
    const client = await ccxtClient(id, dialler);
    const markets = await client.loadMarkets();
    const tickers = await client.fetchTickers();
    const wrong = instruments.filter((instrument) => {
      const name = nameOf(instrument);
      return instrument.active && (!markets[name] || Number(tickers[name]?.last) !== Number(instrument.last));
    });
    expect(wrong.map(nameOf)).toEqual([]);
    expect(Object.keys(markets)).toHaveLength(
      instruments.filter(({ active }) => active || !LIST_TRADED_ONLY.has(id)).length,
    );
    expect(rig.unanswered).toEqual([]);
  });
});
