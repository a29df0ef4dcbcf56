import { expect, test } from 'vitest';
import { CCXT_PRO_BASICS } from '../../../../../src/sources/live/ccxt/ccxt-requests.ts';
import { loadCcxtPro } from '../../../../../src/sources/live/ccxt/ccxt-pro.ts';
import { NOT_STREAMED, STREAMED } from '../../../../../src/sources/live/ccxt/ccxt-streams.ts';
import {
  DEFAULT_EXCHANGE_NAMES,
  profileOf,
} from '../../../../../src/sources/live/settings/exchange-profiles.ts';
import { WellKnown } from '../../../../../src/reference/well-known/well-known.ts';

const MARKET = {
  id: 'BTCUSD',
  lowercaseId: 'btcusd',
  symbol: 'BTC/USD',
  base: 'BTC',
  quote: 'USD',
  baseId: 'BTC',
  quoteId: 'USD',
  spot: true,
  type: 'spot',
  active: true,
  precision: {},
  limits: {},
  info: {},
};

test.each(Object.keys(STREAMED))(
  'the socket of %s is at the host that is named, and needs no key',
  async (key) => {
    const Pro = await loadCcxtPro(key);
    const ccxt = new Pro!({ ...CCXT_PRO_BASICS, options: { defaultType: 'spot' } });
    ccxt.setMarkets([MARKET]);
    const asked: string[] = [];
    const seen = { getLimit: () => 0 };
    const watch = async (url: string) => {
      asked.push(new URL(url).host);
      return Object.assign([], seen);
    };
    Object.assign(ccxt, { watch, watchMultiple: watch });
    if (ccxt.has['watchTradesForSymbols'] === true) await ccxt.watchTradesForSymbols([MARKET.symbol]);
    else await ccxt.watchTrades(MARKET.symbol);
    expect(asked).toEqual(STREAMED[key]);
  },
);

test('every exchange of tier A that is read by default and has a socket in ccxt is streamed', async () => {
  const wellKnown = new WellKnown();
  for (const key of Object.keys(DEFAULT_EXCHANGE_NAMES).filter(
    (each) => profileOf(each, wellKnown).tier === 'A',
  )) {
    const Pro = await loadCcxtPro(key);
    const hasSocket = Pro !== undefined && new Pro(CCXT_PRO_BASICS).has['watchTrades'] === true;
    expect([key, key in STREAMED || key in NOT_STREAMED]).toEqual([key, hasSocket]);
    expect(key in STREAMED && key in NOT_STREAMED).toBe(false);
  }
});
