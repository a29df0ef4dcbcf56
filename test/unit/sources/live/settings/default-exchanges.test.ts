import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedTier } from '../../../../../src/reference/exchange-tiers.ts';
import { WellKnown } from '../../../../../src/reference/well-known/well-known.ts';
import { ccxtSurvey } from '../../../../../src/sources/live/ccxt/ccxt-catalogue.ts';
import {
  DEFAULT_EXCHANGES,
  NOT_IN_ALL,
  NOT_READABLE,
} from '../../../../../src/sources/live/settings/default-exchanges.ts';
import {
  DEFAULT_EXCHANGE_NAMES,
  profileOf,
} from '../../../../../src/sources/live/settings/exchange-profiles.ts';
import { allExchanges, spotExchanges } from '../../../../../src/sources/live/settings/spot-exchanges.ts';
import { exchangeListPage } from '../../../../../src/sources/live/settings/exchange-list-page.ts';

const survey = await ccxtSurvey();
const wellKnown = new WellKnown();
const keys = DEFAULT_EXCHANGES.map(({ key }) => key);

test('the default exchanges are all of tier A that can be read, then others, each with a reason', () => {
  const tiers = keys.map((key) => profileOf(key, wellKnown).tier);
  expect(tiers.filter((tier) => tier === 'A').length).toBeGreaterThan(tiers.length / 2);
  expect(tiers).toEqual(tiers.toSorted());
  expect(DEFAULT_EXCHANGES.every(({ reason }) => reason.length > 10)).toBe(true);
  expect(keys).toEqual(expect.arrayContaining(['kucoin', 'bitvavo', 'cex', 'btcturk', 'coinone', 'luno']));
  const ofTierA = survey.filter(
    ({ name, readability }) => shippedTier(name).tier === 'A' && readability.how !== 'not',
  );
  // Its derivatives are read, and it lists few spot markets.
  expect(ofTierA.map(({ key }) => key).filter((key) => !keys.includes(key))).toEqual(['deribit']);
});

test('no default exchange is another one by a second name', () => {
  const ids = keys.map((key) => profileOf(key, wellKnown).id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(keys.filter((key) => key in NOT_IN_ALL)).toEqual([]);
  expect(Object.keys(DEFAULT_EXCHANGE_NAMES)).toEqual(keys);
});

test('all names every exchange that can be read and has its own order book', () => {
  const all = spotExchanges.parse('all');
  expect(all).toEqual(allExchanges());
  expect(all).toEqual(expect.arrayContaining([...keys, 'binanceus', 'bingx']));
  expect(NOT_READABLE).toEqual(
    survey.filter(({ readability }) => readability.how === 'not').map(({ key }) => key),
  );
  const variants = survey.filter(
    ({ variantOf, readability }) => variantOf !== undefined && readability.how !== 'not',
  );
  // Binance US matches orders on its own.
  expect(variants.map(({ key }) => key).filter((key) => all?.includes(key))).toEqual(['binanceus']);
});

test('a list of names is read as before', () => {
  expect(spotExchanges.parse('kraken, okx')).toEqual(['kraken', 'okx']);
  expect(spotExchanges.parse('none')).toEqual([]);
  expect(spotExchanges.parse('krakn')).toBeUndefined();
  expect(spotExchanges.explainError?.('krakn')).toContain('did you mean kraken');
});

test('the page about them is as the table says', async () => {
  const cells = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---'))
      .filter((line) => line !== '');
  expect(cells(readFileSync('docs/reference/exchange-list.md', 'utf8'))).toEqual(
    cells(await exchangeListPage()),
  );
});
