import { expect, onTestFinished, test } from 'vitest';
import { LiveStage } from '../../support/live-stage.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';

// Sets of exchanges without the usual markets of liquid indices: each starts, is valid and publishes the available indices.

const EXCHANGES = ['kraken', 'bitstamp', 'bitfinex', 'coinbase', 'okx', 'binance'];
const START = Date.UTC(2026, 10, 18, 12, 0, 7);
const MARKETS = 60;

type Lists = (instrument: RigInstrument) => boolean;

async function open(lists: Lists, exchanges: readonly string[] = EXCHANGES): Promise<LiveStage> {
  const stage = await LiveStage.open({
    exchanges,
    markets: MARKETS,
    start: START,
    random: () => 0.2,
    listed: (_, instruments) => instruments.filter(lists),
  });
  onTestFinished(() => stage.close());
  return stage;
}

/** Liquid indices by name: the codes of the currencies, and the number of constituents. */
function definitions(stage: LiveStage): Record<string, { quotes: readonly string[]; constituents: number }> {
  const { assets, lx } = stage.tick.version.data;
  const codes = new Map(assets.map(({ id, symbol }) => [id, symbol]));
  return Object.fromEntries(
    lx.map(({ name, quoteAssetIds, constituents }) => [
      name,
      { quotes: quoteAssetIds.map((id) => codes.get(id) ?? 'unknown'), constituents: constituents.length },
    ]),
  );
}

function values(stage: LiveStage): { mwa: number; lx: number } {
  const { mwa, lx } = stage.tick.output;
  return { mwa: mwa.price.filter((price) => price > 0).length, lx: lx.length };
}

async function passed(lists: Lists, exchanges?: readonly string[]): Promise<LiveStage> {
  const stage = await open(lists, exchanges);
  await stage.pass(6);
  expect(stage.leftOut).toEqual([]);
  return stage;
}

test('only USDT markets: their averages are published, and no liquid index is defined', async () => {
  const stage = await passed(({ quote }) => quote === 'USDT');
  expect(definitions(stage)).toEqual({});
  expect(values(stage).mwa).toBeGreaterThan(0);
});

test('only EUR markets: the liquid indices consist of them', async () => {
  const stage = await passed(({ quote }) => quote === 'EUR');
  const { BLX } = definitions(stage);
  expect(BLX?.quotes).toEqual(['EUR']);
  expect(BLX?.constituents).toBeGreaterThan(0);
  expect(values(stage).mwa).toBeGreaterThan(0);
});

test('no BTC market at all: there is no BLX, and the others work', async () => {
  const stage = await passed(({ base, quote }) => base !== 'BTC' && quote !== 'BTC');
  const { BLX, ELX } = definitions(stage);
  expect(BLX).toBeUndefined();
  expect(ELX?.constituents).toBeGreaterThan(0);
  expect(values(stage).lx).toBeGreaterThan(0);
});

test('only one exchange', async () => {
  const stage = await passed(() => true, ['kraken']);
  expect(stage.tick.version.data.exchanges.map(({ name }) => name)).toEqual(['Kraken']);
  expect(stage.tick.output.at).toBeGreaterThan(START);
});
