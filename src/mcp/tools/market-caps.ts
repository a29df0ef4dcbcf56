import type { MarketCap } from '../../../sdk/src/contract.ts';
import { texts, toggle, wholeNumber } from '../inputs.ts';
import { assetSelectors, firstFound } from '../names.ts';
import { tool } from '../tool.ts';
import { untrusted } from '../untrusted.ts';
import { flagsOf, latestOf } from '../values.ts';

const MAX_NAMES = 20;
const MAX_ASSETS = 50;
const USUAL_ASSETS = 10;

export const marketCaps = tool({
  name: 'market_caps',
  title: 'Market caps',
  description:
    'Assets by market cap in USD, largest first, with price, volume, supplies and ranks, and the total of all established assets. With changes also changes in percent over 24 hours, 7 and 30 days.',
  operations: ['listMarketCaps', 'getMarketCapTotal'],
  inputs: {
    names: { kind: texts(MAX_NAMES), description: 'Only these assets: symbols, slugs or ids' },
    limit: {
      kind: wholeNumber(1, MAX_ASSETS),
      description: `Maximum number of assets without names (default: ${USUAL_ASSETS})`,
    },
    changes: { kind: toggle, description: 'Also changes in percent (default: false)' },
  },
  answer: async ({ names, limit = USUAL_ASSETS, changes = false }, service) => {
    const read = async (selector: object) =>
      (await service.read('listMarketCaps', { ...selector, percentChange: changes })).body.content;
    const { body: total } = await service.read('getMarketCapTotal', {});
    const found: MarketCap[] = [];
    for (const name of names ?? [])
      found.push(await firstFound(name, assetSelectors(name), async (selector) => (await read(selector))[0]));
    const all = names ? found : await read({});
    const shown = names ? found : all.slice(0, limit);
    return {
      time: latestOf(total.timestamp, ...shown.map(({ timestamp }) => timestamp)),
      flags: flagsOf(...shown),
      data: { total, assets: shown.map(shownCap), more: all.length - shown.length },
    };
  },
});

function shownCap({ symbol, name, flags = [], ...cap }: MarketCap): object {
  return { symbol: untrusted(symbol), name: untrusted(name), ...cap, flags };
}
