import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  expirationOf,
  type DerivativeContract,
  type DerivativeTick,
  type Option,
} from '../../../../src/core/contract.ts';
import { isPlainDecimal } from '../../../../src/core/numbers/decimal.ts';
import { DAY_MS, MINUTE_MS, type Millis } from '../../../../src/core/time.ts';
import { parseUuid } from '../../../../src/core/ids/uuid.ts';
import { MAX_CARRY, YEAR_MS } from '../../../../src/simulator/derivatives/carry.ts';
import { SimulatedDerivatives } from '../../../../src/simulator/derivatives/simulated-derivatives.ts';
import { PriceModel } from '../../../../src/simulator/prices/price-model.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';

const NOW = Date.parse('2026-10-14T12:00:00Z');
const full = buildWorld('full');
const small = buildWorld('small');
const NAMES = ['Binance', 'BitMEX', 'Bybit', 'Deribit', 'Kraken', 'LedgerX', 'OKX'];
const exchangeId = (name: string) => full.reference.exchanges.find((e) => e.name === name)?.id ?? '';
const symbols = new Map(full.reference.assets.map(({ id, symbol }) => [id, symbol]));
const markets = new Map(full.reference.markets.map((market) => [market.id, market]));

function derivativesOf(
  seed: string,
  world = small,
): { derivatives: SimulatedDerivatives; prices: PriceModel } {
  const prices = new PriceModel(world.assets, seed);
  return { derivatives: new SimulatedDerivatives(world, prices, seed), prices };
}

interface Quoted {
  readonly contract: DerivativeContract;
  readonly tick: DerivativeTick;
}

function quotedAt({ derivatives }: { derivatives: SimulatedDerivatives }, at: Millis): Quoted[] {
  return NAMES.flatMap((name) => {
    const contracts = derivatives.contractsListed(exchangeId(name), -Infinity, at);
    const byId = new Map(contracts.map((contract) => [contract.id, contract]));
    return derivatives
      .ticksOf(exchangeId(name), at)
      .map((tick) => ({ tick, contract: byId.get(tick.contractId) as DerivativeContract }));
  });
}

describe('the contracts of the full world', () => {
  let all: DerivativeContract[];
  let names: Map<string, Set<string>>;
  beforeAll(() => {
    const { derivatives } = derivativesOf('1', full);
    all = NAMES.flatMap((name) => derivatives.contractsListed(exchangeId(name), -Infinity, NOW));
    names = new Map(
      NAMES.map((name) => [
        name,
        new Set(all.filter((c) => c.exchangeId === exchangeId(name)).map((c) => c.exchangeName)),
      ]),
    );
  });

  test('are some thousands of current ones, futures that expired within a year, and options that expired within a month', () => {
    const active = all.filter((contract) => expirationOf(contract) > NOW);
    expect(active.length).toBeGreaterThan(4000);
    expect(active.length).toBeLessThan(10_000);
    const expired = all.filter((contract) => expirationOf(contract) <= NOW);
    const ended = (type: string) => expired.filter((contract) => contract.type === type).map(expirationOf);
    expect(ended('options').length).toBeGreaterThan(2000);
    expect(Math.min(...ended('options'))).toBeGreaterThan(NOW - 30 * DAY_MS);
    expect(ended('futures').length).toBeGreaterThan(200);
    expect(Math.min(...ended('futures'))).toBeGreaterThan(NOW - 365 * DAY_MS);
    expect(Math.min(...ended('futures'))).toBeLessThan(NOW - 358 * DAY_MS);
  });

  test.each([
    ['Binance', ['BTCUSDT', 'BTCUSD_PERP', 'BTCUSD_261225', 'BTCUSDT_270326', 'ETHUSD_261225']],
    ['BitMEX', ['XBTUSD', 'XBTUSDT', 'XBTZ26', 'XBTH27', 'ETHZ26', 'XBTUSDTZ26']],
    ['Bybit', ['BTCUSD', 'BTCUSDT', 'BTCPERP', 'BTCUSDZ26', 'ETHUSDH27', 'BTC-16OCT26']],
    ['Deribit', ['BTC-PERPETUAL', 'SOL_USDC-PERPETUAL', 'ETH-25DEC26', 'BTC-16OCT26']],
    ['Kraken', ['PI_XBTUSD', 'PF_XBTUSD', 'PF_DOGEUSD', 'FI_XBTUSD_261225', 'FF_ETHUSD_261030']],
    ['OKX', ['BTC-USD-SWAP', 'BTC-USDT-SWAP', 'ETH-USD-261225', 'BTC-USDT-261016']],
  ])('of %s are named in its style', (exchange, expected) => {
    expect([...(names.get(exchange) ?? [])]).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    ['Binance', /^(BTC|ETH|SOL|BNB)-\d{6}-\d+(\.\d+)?-[CP]$/],
    ['Bybit', /^(BTC|ETH|SOL)-\d{1,2}[A-Z]{3}\d\d-\d+(\.\d+)?-[CP]$/],
    ['Deribit', /^(BTC|ETH|SOL_USDC|XRP_USDC)-\d{1,2}[A-Z]{3}\d\d-\d+(d\d+)?-[CP]$/],
    ['LedgerX', /^(BTC|ETH)-Mini-\d\d[A-Z]{3}20\d\d-\d+-(Call|Put)$/],
    ['OKX', /^(BTC|ETH)-USD-\d{6}-\d+-[CP]$/],
  ])('of %s have option names of its style', (exchange, style) => {
    const options = all.filter((c) => c.type === 'options' && c.exchangeId === exchangeId(exchange));
    expect(options.length).toBeGreaterThan(100);
    for (const { exchangeName } of options) expect(exchangeName).toMatch(style);
  });

  test('are valued and settled in an asset of their market', () => {
    const odd = all.filter(({ marketId, settlementCurrency, valueCurrency, contractValue }) => {
      const market = markets.get(marketId);
      const pair = [symbols.get(market?.baseAssetId ?? ''), symbols.get(market?.quoteAssetId ?? '')];
      const known = pair.includes(settlementCurrency) && pair.includes(valueCurrency);
      return !known || !isPlainDecimal(contractValue) || Number(contractValue) <= 0;
    });
    expect(odd).toEqual([]);
    const deribit = all.find((c) => c.exchangeName === 'BTC-PERPETUAL');
    expect(deribit).toMatchObject({ settlementCurrency: 'BTC', contractValue: '10', valueCurrency: 'USD' });
    const binance = all.find((c) => c.exchangeName === 'BTCUSDT');
    expect(binance).toMatchObject({ settlementCurrency: 'USDT', contractValue: '1', valueCurrency: 'BTC' });
  });

  test('have ids of their own', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ id }) => parseUuid(id) !== id)).toEqual([]);
  });

  test('have an end if and only if they are no perpetuals, and calls and puts come in pairs', () => {
    const pairs = new Map<string, number>();
    const ends = (contract: DerivativeContract) => 'expiration' in contract && 'listing' in contract;
    expect(all.filter((c) => ends(c) !== (c.type !== 'perpetuals'))).toEqual([]);
    expect(all.filter((c) => 'optionStrike' in c !== (c.type === 'options'))).toEqual([]);
    expect(all.filter((c) => c.type !== 'perpetuals' && c.listing >= c.expiration)).toEqual([]);
    for (const contract of all) {
      if (contract.type !== 'options') continue;
      const { exchangeId: exchange, marketId, expiration, optionStrike, optionType } = contract;
      const key = `${exchange} ${marketId} ${expiration} ${optionStrike}`;
      pairs.set(key, (pairs.get(key) ?? 0) + (optionType === 'CALL' ? 1 : -1));
    }
    expect(new Set(pairs.values())).toEqual(new Set([0]));
  });
});

describe('the life of contracts', () => {
  const deribit = exchangeId('Deribit');

  test('listings between two successive readings are complete', () => {
    const step = 7 * DAY_MS;
    const { derivatives } = derivativesOf('life');
    const seen = new Set<string>();
    let after = -Infinity;
    for (let at = NOW - 10 * step; at <= NOW; at += step) {
      for (const { id } of derivatives.contractsListed(deribit, after, at)) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      after = at;
    }
    const atOnce = derivativesOf('life').derivatives.contractsListed(deribit, -Infinity, NOW);
    expect(atOnce.length).toBeGreaterThan(500);
    expect(atOnce.filter(({ id }) => !seen.has(id))).toEqual([]);
  });

  test('does not depend on earlier queries', () => {
    const asked = derivativesOf('order');
    asked.derivatives.contractsListed(deribit, -Infinity, NOW + 60 * DAY_MS);
    asked.derivatives.ticksOf(deribit, NOW + 60 * DAY_MS);
    const fresh = derivativesOf('order');
    expect(asked.derivatives.contractsListed(deribit, -Infinity, NOW)).toEqual(
      fresh.derivatives.contractsListed(deribit, -Infinity, NOW),
    );
    expect(asked.derivatives.ticksOf(deribit, NOW)).toEqual(fresh.derivatives.ticksOf(deribit, NOW));
  });

  test('strikes lie on both sides of the spot, always', () => {
    const { derivatives, prices } = derivativesOf('strikes');
    const btc = prices.indexOf('f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f');
    for (let at = NOW; at < NOW + 120 * DAY_MS; at += 9 * DAY_MS) {
      const spot = prices.at(btc, at);
      const options = derivatives
        .contractsListed(deribit, -Infinity, at)
        .filter((c): c is Option => c.type === 'options' && c.expiration > at + DAY_MS);
      for (const expiration of new Set(options.map((option) => option.expiration))) {
        const strikes = options.filter((o) => o.expiration === expiration).map((o) => Number(o.optionStrike));
        expect(Math.min(...strikes)).toBeLessThan(spot);
        expect(Math.max(...strikes)).toBeGreaterThan(spot);
        expect(strikes.length).toBeGreaterThan(8);
      }
    }
  });
});

describe('tickers', () => {
  const seeds = fc.string({ minLength: 1, maxLength: 8 });
  const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) });
  /** Other ones in every run. */
  const samples = fc
    .sample(fc.tuple(seeds, instants), 6)
    .map(([seed, at]) => ({ seed, at, quoted: quotedAt(derivativesOf(seed), at) }));
  const everywhere = (check: (quoted: Quoted[], at: Millis, seed: string) => void) => {
    for (const { seed, at, quoted } of samples)
      try {
        check(quoted, at, seed);
      } catch (cause) {
        throw new Error(`with the seed ${JSON.stringify(seed)} at ${at}`, { cause });
      }
  };

  test('belong to current contracts, one each', () => {
    everywhere((quoted, at) => {
      const ids = new Set(quoted.map(({ tick }) => tick.contractId));
      expect(ids.size).toBe(quoted.length);
      const { derivatives } = derivativesOf('any');
      expect(quoted.length).toBeGreaterThan(1000);
      expect(quoted.filter(({ contract }) => expirationOf(contract) <= at)).toEqual([]);
      expect(derivatives.lists(exchangeId('Bitstamp'))).toBe(false);
    });
  });

  test('hold plain decimals, a bid below the ask, and the price between', () => {
    everywhere((quoted) => {
      const odd = quoted.filter(({ tick }) => {
        const { contractId: _id, fundingRate = '0', ...numbers } = tick;
        if (!Object.values(numbers).every(isPlainDecimal) || !isPlainDecimal(fundingRate.replace(/^-/, '')))
          return true;
        const [bid, ask, price] = [Number(tick.bid ?? 0), Number(tick.ask), Number(tick.price)];
        return bid >= ask || price <= 0 || price < bid || price > ask;
      });
      expect(odd).toEqual([]);
    });
  });

  test('of perpetuals are near the index, and funding has the sign of the premium', () => {
    everywhere((quoted) => {
      expect(
        quoted.filter(
          ({ contract, tick }) => (tick.fundingRate === undefined) === (contract.type === 'perpetuals'),
        ),
      ).toEqual([]);
      for (const { contract, tick } of quoted) {
        if (contract.type !== 'perpetuals') continue;
        const premium = Number(tick.markPrice) / Number(tick.indexPrice) - 1;
        expect(Math.abs(premium)).toBeLessThan(0.001);
        const funding = Number(tick.fundingRate);
        expect(funding === 0 || Math.sign(funding) === Math.sign(premium)).toBe(true);
        expect(Math.abs(funding - premium)).toBeLessThanOrEqual(0.5000001e-6);
      }
    });
  });

  test('of futures have a basis that shrinks to nothing as they expire', () => {
    everywhere((quoted, at) => {
      for (const { contract, tick } of quoted) {
        if (contract.type !== 'futures') continue;
        const years = (contract.expiration - at) / YEAR_MS;
        const basis = Math.abs(Number(tick.markPrice) / Number(tick.indexPrice) - 1);
        expect(basis).toBeLessThanOrEqual(Math.exp(MAX_CARRY * years) - 1 + 1e-5);
      }
    });
    const beforeExpiry = Date.parse('2026-12-25T08:00:00Z') - MINUTE_MS;
    const expiring = quotedAt(derivativesOf('basis'), beforeExpiry).filter(
      ({ contract }) => expirationOf(contract) - beforeExpiry === MINUTE_MS && contract.type === 'futures',
    );
    expect(expiring.length).toBeGreaterThan(5);
    for (const { tick } of expiring)
      expect(Math.abs(Number(tick.markPrice) / Number(tick.indexPrice) - 1)).toBeLessThan(1e-6);
  });

  test('of options keep put-call parity within the spread, on one forward an expiry', () => {
    everywhere((quoted) => {
      const groups = optionTwins(quoted);
      expect(groups.length).toBeGreaterThan(20);
      const broken = groups.flatMap((twins) => {
        const { forward, coin } = forwardFrom(twins);
        return twins.filter(({ strike, call, put }) => {
          const parity = coin ? 1 - strike / forward : forward - strike;
          const slack = 1e-9 * forward;
          const low = Number(call.bid ?? 0) - Number(put.ask);
          const high = Number(call.ask) - Number(put.bid ?? 0);
          return low > parity + slack || high < parity - slack;
        });
      });
      expect(broken).toEqual([]);
    });
  });

  test('of options agree with the future of the same exchange, market and expiry', () => {
    everywhere((quoted) => {
      const futures = new Map<string, number>();
      for (const { contract, tick } of quoted)
        if (contract.type === 'futures') futures.set(shelfOf(contract), Number(tick.markPrice));
      let compared = 0;
      for (const twins of optionTwins(quoted)) {
        const future = futures.get(twins[0]?.shelf ?? '');
        if (future === undefined) continue;
        compared++;
        expect(Math.abs(forwardFrom(twins).forward / future - 1)).toBeLessThan(0.0005);
      }
      expect(compared).toBeGreaterThan(5);
    });
  });

  test('count in USD the value of their contracts', () => {
    everywhere((quoted, at, seed) => {
      const { prices } = derivativesOf(seed);
      const odd = quoted.filter(({ contract, tick }) => {
        const market = markets.get(contract.marketId);
        const quoteUsd = prices.at(prices.indexOf(market?.quoteAssetId ?? ''), at);
        const inBase = contract.valueCurrency === symbols.get(market?.baseAssetId ?? '');
        const price = contract.type === 'options' ? Number(tick.indexPrice) : Number(tick.price);
        const unit = Number(contract.contractValue) * quoteUsd * (inBase ? price : 1);
        const agree = (amount = '', usd = '') =>
          Math.abs(Number(usd) - Number(amount) * unit) <= 0.006 + 1e-5 * Number(usd);
        return !agree(tick.volume, tick.volumeUsd) || !agree(tick.openInterest, tick.openInterestUsd);
      });
      expect(odd).toEqual([]);
      expect(quoted.filter(({ tick }) => Number(tick.volumeUsd) > 0).length).toBeGreaterThan(500);
    });
  });
});

interface Twins {
  readonly shelf: string;
  readonly strike: number;
  readonly call: DerivativeTick;
  readonly put: DerivativeTick;
  readonly coin: boolean;
}

function shelfOf(contract: DerivativeContract): string {
  return `${contract.exchangeId} ${contract.marketId} ${expirationOf(contract)}`;
}

/** Pairs of one strike, in groups of one exchange, market and expiry. */
function optionTwins(quoted: readonly Quoted[]): Twins[][] {
  const halves = new Map<string, Quoted & { readonly contract: Option }>();
  const groups = new Map<string, Twins[]>();
  for (const entry of quoted) {
    const { contract, tick } = entry;
    if (contract.type !== 'options') continue;
    const shelf = shelfOf(contract);
    const other = halves.get(`${shelf} ${contract.optionStrike}`);
    if (!other) {
      halves.set(`${shelf} ${contract.optionStrike}`, { contract, tick });
      continue;
    }
    const [call, put] = contract.optionType === 'CALL' ? [tick, other.tick] : [other.tick, tick];
    const coin = ['OKX', 'Deribit'].some((name) => exchangeId(name) === contract.exchangeId);
    const group = groups.get(shelf) ?? [];
    group.push({ shelf, strike: Number(contract.optionStrike), call, put, coin });
    groups.set(shelf, group);
  }
  return [...groups.values()];
}

/** The forward implied by the marks of the strike nearest to the money. */
function forwardFrom(twins: readonly Twins[]): { forward: number; coin: boolean } {
  const gap = ({ call, put }: Twins) => Math.abs(Number(call.markPrice) - Number(put.markPrice));
  const [near] = twins.toSorted((a, b) => gap(a) - gap(b));
  if (!near) throw new Error('no strikes');
  const difference = Number(near.call.markPrice) - Number(near.put.markPrice);
  return {
    forward: near.coin ? near.strike / (1 - difference) : near.strike + difference,
    coin: near.coin,
  };
}
