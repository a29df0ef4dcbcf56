import { Dispatcher } from 'undici';
import { describe, expect, test } from 'vitest';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { ccxtSurvey } from '../../../../../src/sources/live/ccxt/ccxt-catalogue.ts';
import { CcxtExchange } from '../../../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { ccxtIds, isKnownToCcxt, loadCcxtClass } from '../../../../../src/sources/live/ccxt/ccxt-library.ts';
import { ExchangeHttp } from '../../../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../../../src/sources/live/http/token-bucket.ts';
import { PollFailure } from '../../../../../src/sources/live/ports/poll-failure.ts';
import { DEFAULT_EXCHANGE_NAMES } from '../../../../../src/sources/live/settings/exchange-profiles.ts';

// The requests of a ccxt exchange without a network: every request is recorded and fails.

const NEVER = new AbortController().signal;
const survey = await ccxtSurvey();

class NoNetwork extends Dispatcher {
  readonly asked: string[] = [];

  override dispatch({ origin, path }: Dispatcher.DispatchOptions): boolean {
    this.asked.push(`${String(origin)}${path}`);
    throw Object.assign(new Error('no network'), { code: 'ENETUNREACH' });
  }
}

/** A market in ccxt's format; JPY and KRW because some exchanges have no others. */
async function marketsOf(key: string) {
  const instance = new (await loadCcxtClass(key))({}) as unknown as {
    safeMarketStructure(market: object): object;
  };
  return ['BTC/USDT', 'ETH/USDT', 'BTC/JPY', 'BTC/KRW', 'BTC/USD'].map((symbol) => {
    const [base = '', quote = ''] = symbol.split('/');
    const names = { id: `${base}${quote}`, symbol, base, quote, baseId: base, quoteId: quote };
    return instance.safeMarketStructure({ ...names, spot: true, type: 'spot', active: true, info: {} });
  });
}

async function askedBy(key: string) {
  const clock = new SystemClock();
  const dispatcher = new NoNetwork();
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  const http = new ExchangeHttp({ clock, dispatcher, bucketOf: () => bucket });
  const exchange = await CcxtExchange.open(key, http, clock);
  const raw = await marketsOf(key);
  const markets = raw.map((market) => ({
    ...(market as { symbol: string }),
    base: '',
    quote: '',
    active: true,
  }));
  const failureOf = (error: unknown) => (error instanceof PollFailure ? error.kind : String(error));
  const ofMarkets = await exchange.markets(NEVER).then(() => 'read', failureOf);
  const forMarkets = dispatcher.asked.splice(0);
  const ofTickers = await exchange
    .tickers({ markets, currencies: [], raw }, NEVER)
    .then(() => 'read', failureOf);
  return { ofMarkets, forMarkets, ofTickers, forTickers: dispatcher.asked };
}

test('every exchange of ccxt is in the table, and can be named in settings', () => {
  expect(survey.map(({ key }) => key)).toEqual(ccxtIds().toSorted());
  expect(survey.length).toBeGreaterThan(100);
  expect(survey.every(({ key }) => isKnownToCcxt(key))).toBe(true);
  const oneByOne = survey.filter(({ readability }) => readability.how === 'one by one');
  expect(oneByOne.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['bitso', 'bitbank', 'btcmarkets', 'gemini']),
  );
  for (const key of Object.keys(DEFAULT_EXCHANGE_NAMES))
    expect(survey.find((entry) => entry.key === key)?.readability.how).not.toBe('not');
});

test('regions and white labels are listed with their original', () => {
  const variants = Object.fromEntries(survey.map(({ key, variantOf }) => [key, variantOf]));
  expect(variants).toMatchObject({ binanceus: 'binance', bequant: 'hitbtc', tokocrypto: 'binance' });
  expect(Object.keys(DEFAULT_EXCHANGE_NAMES).flatMap((key) => variants[key] ?? [])).toEqual([]);
});

describe.each(survey.filter(({ readability }) => readability.how !== 'not'))('$key', ({ key }) => {
  test('returns its markets and its tickers without a key', async () => {
    const { ofMarkets, forMarkets, ofTickers, forTickers } = await askedBy(key);
    // The lists of some are part of ccxt.
    expect([ofMarkets, ofTickers]).toEqual([forMarkets.length > 0 ? 'connect' : 'read', 'connect']);
    expect(forTickers.length).toBeGreaterThan(0);
  });
});

describe.each(survey.filter(({ readability }) => readability.how === 'not'))(
  '$key',
  ({ key, readability }) => {
    test('cannot be read, for the reason in the table', async () => {
      const { ofMarkets } = await askedBy(key);
      const { has } = new (await loadCcxtClass(key))({});
      const reason = 'reason' in readability ? readability.reason : '';
      if (/needs a key|without a key/.test(reason)) expect(ofMarkets).toBe('refused');
      else if (/derivatives only/.test(reason)) expect(has['spot'] !== true || key === 'woo').toBe(true);
      else expect(reason).toBe('it has no tickers');
    });
  },
);
