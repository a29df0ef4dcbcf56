import { beforeEach, describe, expect, test } from 'vitest';
import { contractIdOf } from '../../../../../src/core/ids/entity-id.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../../../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../../../src/core/ids/well-known-ids.ts';
import { WellKnown } from '../../../../../src/reference/well-known/well-known.ts';
import type { ContractReading, ListedContract } from '../../../../../src/sources/live/ports/contracts-api.ts';
import { derivativesProfileOf } from '../../../../../src/sources/live/settings/derivatives-profiles.ts';
import { profileOf } from '../../../../../src/sources/live/settings/exchange-profiles.ts';
import { LiveContent } from '../../../../../src/sources/live/live-content.ts';
import { LiveDerivatives } from '../../../../../src/sources/live/understand/derivatives/live-derivatives.ts';
import type { LiveFact } from '../../../../../src/sources/live/understand/live-log.ts';
import { LiveMarket } from '../../../../../src/sources/live/understand/live-market.ts';
import { Overrides } from '../../../../../src/sources/live/understand/overrides.ts';
import { listedContract } from '../../../../support/made-contracts.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const SPOT = ['kraken', 'bitstamp', 'bitfinex', 'okx'];
const wellKnown = new WellKnown();
const DERIBIT = derivativesProfileOf('deribit', wellKnown).id;

class Setting {
  readonly facts: LiveFact[];
  readonly leftOut: [key: string, count: number][] = [];
  readonly market: LiveMarket;
  readonly derivatives: LiveDerivatives;

  constructor(known: readonly LiveFact[] = [], now: Millis = NOON) {
    this.facts = [...known];
    const remember = (fact: LiveFact) => void this.facts.push(fact);
    const exchanges = SPOT.map((key) => profileOf(key, wellKnown));
    const shared = { facts: known, remember, now };
    this.market = new LiveMarket({ ...shared, exchanges, wellKnown, overrides: new Overrides([]) });
    this.derivatives = new LiveDerivatives({
      ...shared,
      market: this.market,
      exchanges: ['deribit', 'krakenfutures'].map((key) => derivativesProfileOf(key, wellKnown)),
      onLeftOut: (key, count) => void this.leftOut.push([key, count]),
    });
    this.derivatives.begin(now);
  }

  /** Prices of spot markets: BTC and USDT in dollars. */
  price(btc: string, usdt: string, at: Millis = NOON): void {
    for (const exchange of SPOT) {
      const markets = ['BTC', 'USDT'].map((base) => ({
        symbol: `${base}/USD`,
        base,
        quote: 'USD',
        active: true,
      }));
      this.market.take({ kind: 'markets', exchange, list: { markets, currencies: [] } }, at);
      const readings = [
        { symbol: 'BTC/USD', last: btc },
        { symbol: 'USDT/USD', last: usdt },
      ];
      this.market.take({ kind: 'tickers', exchange, readings }, at);
    }
    this.market.settle(at);
  }

  list(contracts: readonly ListedContract[], at: Millis = NOON): void {
    this.derivatives.take({ kind: 'contracts', exchange: 'deribit', contracts }, at);
    this.derivatives.stored();
  }

  read(readings: readonly ContractReading[], at: Millis = NOON): void {
    this.derivatives.take({ kind: 'contract-tickers', exchange: 'deribit', readings }, at);
  }

  /** It is retried, and never answers. */
  fail(minutes: number): void {
    const result = { outcome: 'failed', failure: 'timeout', message: '' } as const;
    const cycle = { kind: 'contract-cycle', exchange: 'deribit', result, tookMs: 1, failing: 1 } as const;
    for (let i = 1; i <= minutes; i++) this.derivatives.take(cycle, NOON + i * MINUTE_MS);
  }

  /** Forwarded contracts and tickers. */
  arrived(at: Millis) {
    const batches = this.derivatives.arrivals(at);
    return {
      contracts: batches.flatMap((batch) => (batch.kind === 'contracts' ? batch.contracts : [])),
      ticks: batches.flatMap((batch) => (batch.kind === 'derivative-ticks' ? batch.ticks : [])),
    };
  }
}

const reading = (symbol: string, more: Partial<ContractReading> = {}): ContractReading => ({
  symbol,
  last: '100',
  volume: '5',
  ...more,
});

const future = (terms: Partial<ListedContract> = {}) =>
  listedContract('BTC-FUTURE', {
    type: 'futures',
    expiration: NOON + HOUR_MS,
    listing: NOON - DAY_MS,
    ...terms,
  });

describe('derivatives of a live exchange', () => {
  let setting: Setting;

  beforeEach(() => {
    setting = new Setting();
    setting.price('100', '0.5');
  });

  test('have ids by the rule, and are forwarded once, before their tickers', () => {
    setting.list([listedContract('BTC-PERPETUAL')]);
    setting.read([reading('BTC-PERPETUAL')]);
    const batches = setting.derivatives.arrivals(NOON);
    expect(batches.map(({ kind }) => kind)).toEqual(['contracts', 'derivative-ticks']);
    const id = contractIdOf(DERIBIT, 'perpetuals', 'BTC-PERPETUAL', Infinity);
    const marketId = wellKnown.marketId(WELL_KNOWN_ASSETS.BTC, WELL_KNOWN_ASSETS.USD);
    expect(batches[0]).toMatchObject({
      exchangeId: DERIBIT,
      contracts: [
        { id, marketId, exchangeName: 'BTC-PERPETUAL', settlementCurrency: 'USD', valueCurrency: 'BTC' },
      ],
    });
    setting.list([listedContract('BTC-PERPETUAL')]);
    setting.read([reading('BTC-PERPETUAL')]);
    expect(setting.derivatives.arrivals(NOON).map(({ kind }) => kind)).toEqual(['derivative-ticks']);
    expect(setting.derivatives.arrivals(NOON)).toEqual([]);
  });

  test('are forwarded again when their terms change, before a ticker with the new value', () => {
    const terms = { quote: 'USD', settle: 'USD', value: '1' };
    setting.list([listedContract('P', terms)]);
    setting.read([reading('P')]);
    expect(setting.arrived(NOON).ticks.map(({ volumeUsd }) => volumeUsd)).toEqual(['500']);
    setting.list([listedContract('P', { ...terms, value: '10', settle: 'BTC' })]);
    setting.read([reading('P')]);
    const { contracts, ticks } = setting.arrived(NOON);
    expect(
      contracts.map(({ contractValue, settlementCurrency }) => [contractValue, settlementCurrency]),
    ).toEqual([['10', 'BTC']]);
    expect(ticks.map(({ volumeUsd }) => volumeUsd)).toEqual(['5000']);
    setting.list([listedContract('P', { ...terms, value: '10', settle: 'BTC' })]);
    expect(setting.arrived(NOON).contracts).toEqual([]);
  });

  test('are limited per day after the first list; the rest is reported and left out', () => {
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, i) => listedContract(`${name}${i}`));
    setting.list(many(6000, 'A'));
    expect(setting.arrived(NOON).contracts).toHaveLength(6000);
    setting.list([...many(6000, 'A'), ...many(7000, 'B')]);
    expect(setting.arrived(NOON).contracts).toHaveLength(5000);
    expect(setting.leftOut).toEqual([['deribit', 2000]]);
    setting.list(many(7000, 'B'), NOON + DAY_MS);
    expect(setting.arrived(NOON + DAY_MS).contracts).toHaveLength(2000);
  });

  test('on codes without a market create a limited number of assets per day', () => {
    setting.list([listedContract('FIRST')]);
    const made = Array.from({ length: 300 }, (_, i) => listedContract(`P${i}`, { base: `MADEUP${i}` }));
    const known = setting.market.content().assets.length;
    setting.list([listedContract('FIRST'), ...made, listedContract('LAST')]);
    expect(setting.market.content().assets).toHaveLength(known + 200);
    expect(setting.arrived(NOON).contracts.at(-1)?.exchangeName).toBe('LAST');
    expect(setting.leftOut).toEqual([['deribit', 100]]);
  });

  test('are forwarded again after a restart', () => {
    setting.list([future()]);
    const [before] = setting.arrived(NOON).contracts;
    const restarted = new Setting(setting.facts, NOON + MINUTE_MS);
    restarted.list([future()], NOON + MINUTE_MS);
    expect(restarted.arrived(NOON + MINUTE_MS).contracts).toEqual([before]);
  });

  test('without a listing date are listed since they were first seen, which is stored', () => {
    const { listing: _listing, ...unsaid } = future();
    setting.list([unsaid]);
    expect(setting.arrived(NOON).contracts).toMatchObject([{ listing: NOON }]);
    expect(setting.facts.filter(({ kind }) => kind === 'contract')).toHaveLength(1);
    const later = NOON + MINUTE_MS;
    const restarted = new Setting(setting.facts, later);
    restarted.list([unsaid], later);
    expect(restarted.arrived(later).contracts).toMatchObject([{ listing: NOON }]);
    expect(restarted.facts).toEqual(setting.facts);
  });

  test('are not forwarded before they are listed, nor before their basis is stored', () => {
    setting.list([future({ listing: NOON + MINUTE_MS })]);
    setting.read([reading('BTC-FUTURE')]);
    expect(setting.arrived(NOON)).toEqual({ contracts: [], ticks: [] });
    setting.read([reading('BTC-FUTURE')]);
    expect(setting.arrived(NOON + MINUTE_MS)).toMatchObject({ contracts: [{}], ticks: [{}] });
    setting.derivatives.take(
      { kind: 'contracts', exchange: 'deribit', contracts: [listedContract('NEW')] },
      NOON,
    );
    expect(setting.derivatives.hasUnstored).toBe(true);
    expect(setting.arrived(NOON + MINUTE_MS).contracts).toEqual([]);
    setting.derivatives.stored();
    expect(setting.arrived(NOON + MINUTE_MS).contracts).toHaveLength(1);
  });

  test('have no tickers from their expiration on, nor when they are delisted', () => {
    setting.list([future(), listedContract('BTC-PERPETUAL')]);
    setting.read([reading('BTC-FUTURE')]);
    expect(setting.arrived(NOON + HOUR_MS - 1).ticks).toHaveLength(1);
    setting.read([reading('BTC-FUTURE'), reading('BTC-PERPETUAL')]);
    expect(setting.arrived(NOON + HOUR_MS).ticks).toHaveLength(1);
    setting.list([future()]);
    setting.read([reading('BTC-PERPETUAL')]);
    expect(setting.arrived(NOON + HOUR_MS).ticks).toEqual([]);
  });

  test('are valued by the price of their base or quote', () => {
    setting.list([
      listedContract('LINEAR', { quote: 'USDT', settle: 'USDT', value: '0.1' }),
      listedContract('INVERSE', { settle: 'BTC', value: '10', valuedIn: 'quote' }),
      {
        ...future({ type: 'options', optionType: 'PUT', strike: '90', settle: 'BTC' }),
        symbol: 'OPTION',
      },
    ]);
    setting.read([
      reading('LINEAR', { last: '200', openInterest: '3' }),
      reading('INVERSE', { openInterest: '0', fundingRate: '-0.0001' }),
      reading('OPTION', { last: '0.04', fundingRate: '0.1', bid: 'x' }),
    ]);
    const { contracts, ticks } = setting.arrived(NOON);
    const byId = new Map(contracts.map(({ id, exchangeName }) => [id, exchangeName]));
    const shown = Object.fromEntries(ticks.map(({ contractId, ...tick }) => [byId.get(contractId), tick]));
    expect(shown).toEqual({
      // 0.1 BTC at 200 USDT of half a dollar each.
      LINEAR: { price: '200', volume: '5', volumeUsd: '50', openInterest: '3', openInterestUsd: '30' },
      INVERSE: {
        price: '100',
        volume: '5',
        volumeUsd: '50',
        openInterest: '0',
        openInterestUsd: '0',
        fundingRate: '-0.0001',
      },
      // The price of an option is not that of its base.
      OPTION: { price: '0.04', volume: '5', volumeUsd: '500' },
    });
  });

  test('are omitted if a trade, a volume or a rate is missing', () => {
    setting.list([
      listedContract('GOOD'),
      listedContract('NO-TRADE'),
      listedContract('NO-VOLUME'),
      listedContract('NO-RATE', { base: 'QQQ', quote: 'ZZZ', settle: 'ZZZ' }),
      listedContract('IDLE', { base: 'QQQ', quote: 'ZZZ', settle: 'ZZZ' }),
    ]);
    setting.read([
      reading('GOOD'),
      { symbol: 'NO-TRADE', volume: '1', markPrice: '4' },
      { symbol: 'NO-VOLUME', last: '1' },
      reading('NO-RATE'),
      reading('IDLE', { volume: '0' }),
      reading('NOT-LISTED'),
    ]);
    const { contracts, ticks } = setting.arrived(NOON);
    const byId = new Map(contracts.map(({ id, exchangeName }) => [id, exchangeName]));
    expect(ticks.map(({ contractId }) => byId.get(contractId))).toEqual(['GOOD', 'IDLE']);
  });

  test.each<[string, ListedContract]>([
    ['a value of nothing', listedContract('X', { value: '0' })],
    ['a value that is no number', listedContract('X', { value: '1e3' })],
    ['a name that no exchange has', listedContract('X Y')],
    ['a future that never expires', listedContract('X', { type: 'futures' })],
    ['an expiration in the year 3000', future({ expiration: Date.UTC(3000, 0) })],
    [
      'an end in the past, and no listing',
      listedContract('X', { type: 'futures', expiration: NOON - HOUR_MS }),
    ],
    ['a code that is none', listedContract('X', { base: '' })],
    ['a settlement in what cannot be seen', listedContract('X', { settle: 'B\u0000' })],
    ['an option without a strike', future({ type: 'options', optionType: 'CALL' })],
    ['the same base and quote', listedContract('X', { quote: 'BTC' })],
    ['one that cannot be traded', listedContract('X', { active: false })],
  ])('are rejected with %s', (_, contract) => {
    setting.list([contract, listedContract('GOOD')]);
    expect(setting.arrived(NOON).contracts.map(({ exchangeName }) => exchangeName)).toEqual(['GOOD']);
  });

  test('a listing after the expiration is ignored', () => {
    setting.list([future({ listing: NOON + 2 * HOUR_MS })]);
    expect(setting.arrived(NOON).contracts).toMatchObject([{ listing: NOON }]);
  });

  test('the status of an exchange with only derivatives is known after a restart', () => {
    setting.fail(16);
    setting.derivatives.settle(NOON + 16 * MINUTE_MS, false);
    expect(setting.derivatives.exchanges()).toMatchObject([{ id: DERIBIT, status: 'MAINTENANCE' }]);
    const again = new Setting(setting.facts, NOON + 17 * MINUTE_MS);
    expect(again.derivatives.exchanges()).toMatchObject([{ id: DERIBIT, status: 'MAINTENANCE' }]);
  });

  test('of several interfaces, the best determines the status of the exchange', () => {
    const usdm = derivativesProfileOf('binanceusdm', wellKnown);
    const coinm = derivativesProfileOf('binancecoinm', wellKnown);
    const { market } = setting;
    const derivatives = new LiveDerivatives({
      exchanges: [usdm, coinm],
      market,
      facts: [
        { kind: 'derivatives-status', key: usdm.key, status: 'MAINTENANCE' },
        { kind: 'derivatives-status', key: coinm.key, status: 'INACTIVE' },
      ],
      remember: () => undefined,
      now: NOON,
    });
    expect(derivatives.exchanges()).toMatchObject([{ id: usdm.id, status: 'MAINTENANCE' }]);
  });

  test('belong to an exchange without listings, unless it has spot markets; its status follows their readings', () => {
    const content = new LiveContent(setting.market, setting.derivatives);
    const own = () => content.all().exchanges.filter(({ listings }) => listings.length === 0);
    expect(own()).toMatchObject([{ id: DERIBIT, name: 'Deribit', status: 'ACTIVE' }]);
    expect(content.all().exchanges).toHaveLength(SPOT.length + 1);
    content.changed();
    expect(content.changed()).toBeUndefined();
    for (const exchange of SPOT)
      setting.market.take(
        { kind: 'cycle', exchange, result: { outcome: 'read', tickers: 2 }, tookMs: 1, failing: 0 },
        NOON + 16 * MINUTE_MS,
      );
    setting.fail(16);
    content.settle(NOON + 16 * MINUTE_MS);
    expect(content.changed()?.exchanges.find(({ id }) => id === DERIBIT)?.status).toBe('MAINTENANCE');
    const spot = content.all().exchanges.filter(({ id }) => id !== DERIBIT);
    expect(spot.map(({ status }) => status)).toEqual(SPOT.map(() => 'ACTIVE'));
  });
});
