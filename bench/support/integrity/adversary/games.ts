import { SLOT_MS } from '../../../../src/core/time.ts';
import { estimateMarket } from '../../../../src/engine/market/estimate-market.ts';
import { marketMemory } from '../../../../src/engine/engine-state.ts';
import type { TickerColumns } from '../../../../src/engine/market/market-tickers.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import type { TickOutput } from '../../../../src/engine/tick-output.ts';
import { displacementBps, THIRD } from '../attacks/attack-result.ts';
import { beyondBps } from '../attacks/market-attacks.ts';
import type { FullWorld } from '../full-world.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { scale } from '../ticker-copies.ts';
import { factorOf, stepAt, type Game, type Outcome, type Recipe } from './recipe.ts';

const MARKETS = 60;
const COINS = 25;
const MARKET_TICKS = 30;
const ASSET_TICKS = 24;
const NOTHING: Outcome = { score: 0, tick: 0 };
const better = (a: Outcome, b: Outcome) => (b.score > a.score ? b : a);

/** A single market; how far an unflagged value lies outside the range of the honest exchanges. */
function marketGame(
  stage: Stage,
  methodology: Methodology,
  name: string,
  markets: readonly number[],
  maxHostile: number,
): Game {
  const { reference, honest } = stage;
  const before = stage.stateBefore(methodology);
  const listingsOf = (target: number) => stage.listingsWithTickers(markets[target]!);
  return {
    name,
    unit: 'bps beyond the others',
    targets: markets.length,
    maxHostile,
    ticks: MARKET_TICKS,
    exchangesOf: (target) => listingsOf(target).length,
    describe: ({ target, hostile }) => ({
      target: reference.marketIds[markets[target]!]!,
      hostile: hostile.map((place) => described(stage, listingsOf(target)[place]!)),
    }),
    play: (recipe) => {
      const market = markets[recipe.target]!;
      const said = stage.observationsOf(market, honest.tickers, methodology);
      let memory = marketMemory(before, market);
      let worst = NOTHING;
      for (let tick = 0; tick < MARKET_TICKS; tick++) {
        const observations = said.map((one, place) => {
          const step = stepAt(recipe, recipe.hostile.indexOf(place), tick);
          if (!step) return { ...one, k: one.k + tick };
          const by = factorOf(step, tick);
          const k = step.isFresh ? 0 : tick - step.from;
          const volume = one.volume * step.volumeTimes;
          return { ...one, last: one.last * by, bid: one.bid! * by, ask: one.ask! * by, volume, k };
        });
        const others = observations.filter((_, place) => !recipe.hostile.includes(place));
        const at = honest.at + tick * SLOT_MS;
        const estimate = estimateMarket(observations, { at, memory }, methodology);
        ({ memory } = estimate);
        if (estimate.flags === 0 && estimate.price > 0 && others.length > 0) {
          worst = better(worst, { score: beyondBps(estimate.price, others), tick });
        }
      }
      return worst;
    },
  };
}
function described(stage: Stage, listing: number): string {
  const { name, tier } = stage.exchangeOf(listing);
  return `${name} (tier ${tier})`;
}

/** Hostile exchanges push every market of an asset that they list. */
function pushAll(
  stage: Stage,
  asset: number,
  exchanges: readonly number[],
  recipe: Recipe,
): (tickers: TickerColumns, tick: number) => void {
  const { reference } = stage;
  const listings = reference.marketsOfAsset[asset]!.flatMap((m) => stage.listingsWithTickers(m));
  return (tickers, tick) => {
    for (const i of listings) {
      const place = exchanges.indexOf(reference.listingExchange[i]!);
      const step = stepAt(recipe, recipe.hostile.indexOf(place), tick);
      if (place < 0 || !step) continue;
      const by = factorOf(step, tick);
      const isBase = reference.base[reference.listingMarket[i]!] === asset;
      scale(tickers, i, isBase ? by : 1 / by);
      tickers.volume[i]! *= step.volumeTimes;
      tickers.k[i] = step.isFresh ? 0 : tick - step.from;
    }
  };
}

/** An asset with all its markets, attacked through exchanges of one tier. */
function assetGame(
  stage: Stage,
  methodology: Methodology,
  about: {
    readonly name: string;
    readonly unit: string;
    readonly tier: 'A' | 'B';
    readonly maxHostile: number;
    /** Instead of the whole tier. */
    readonly among?: ReadonlySet<number>;
  },
  assets: readonly number[],
  score: (output: TickOutput, asset: number) => number,
): Game {
  const { reference } = stage;
  const exchangesOf = (target: number) => {
    const listings = reference.marketsOfAsset[assets[target]!]!.flatMap((m) => stage.listingsWithTickers(m));
    const all = new Set(listings.map((i) => reference.listingExchange[i]!));
    const isMeant = (exchange: number) =>
      about.among ? about.among.has(exchange) : reference.exchanges[exchange]!.tier === about.tier;
    return [...all].filter(isMeant);
  };
  return {
    ...about,
    targets: assets.length,
    ticks: ASSET_TICKS,
    exchangesOf: (target) => exchangesOf(target).length,
    describe: ({ target, hostile }) => ({
      target: reference.assetIds[assets[target]!]!,
      hostile: hostile.map((place) => {
        const { name, tier } = reference.exchanges[exchangesOf(target)[place]!]!;
        return `${name} (tier ${tier})`;
      }),
    }),
    play: (recipe) => {
      const asset = assets[recipe.target]!;
      const attack = pushAll(stage, asset, exchangesOf(recipe.target), recipe);
      const ticks = Math.min(
        ASSET_TICKS,
        Math.max(...recipe.steps.map(({ from, ticks: lasts }) => from + lasts)),
      );
      let worst = NOTHING;
      let tick = 0;
      for (const output of stage.play(methodology, ticks, attack)) {
        worst = better(worst, { score: score(output, asset), tick: tick++ });
      }
      return worst;
    },
  };
}

/** The largest coins, their quote assets, and some random others. */
function coinStage(world: FullWorld, random: Random) {
  const { stage: full, assets } = world;
  const { reference } = full;
  const isCore = (asset: number) =>
    asset === reference.usd ||
    (assets[asset]!.sector === 'fiat' ? assets[asset]!.rank < 4 : assets[asset]!.rank < 5);
  const drawn = new Set(
    random
      .shuffled([...assets.keys()].filter((asset) => assets[asset]!.sector !== 'fiat' && !isCore(asset)))
      .filter((asset) => reference.marketsOfAsset[asset]!.some((m) => full.listingsWithTickers(m).length > 0))
      .slice(0, COINS),
  );
  const stage = world.part((m) => {
    const [base, quote] = [reference.base[m]!, reference.quote[m]!];
    return (drawn.has(base) || isCore(base)) && isCore(quote);
  });
  const coins = [...drawn].flatMap((asset) => stage.reference.assetIndex(reference.assetIds[asset]!) ?? []);
  return { stage, coins };
}

export function gamesOf(world: FullWorld, random: Random, methodology: Methodology = THIRD): Game[] {
  const { stage: full } = world;
  const { reference } = full;
  const { mwa } = full.honestValues(methodology);
  const tickerCount = (m: number) => full.listingsWithTickers(m).length;
  const markets = random.shuffled([...reference.marketIds.keys()]).filter((m) => mwa.price[m]! > 0);
  const quorum = markets.filter((m) => mwa.flags[m] === 0 && tickerCount(m) >= 3).slice(0, MARKETS);
  const thin = markets.filter((m) => mwa.flags[m] !== 0 && tickerCount(m) >= 2).slice(0, MARKETS);
  const { stage, coins } = coinStage(world, random);
  const hasTier = (tier: 'A' | 'B') => (asset: number) =>
    stage.reference.marketsOfAsset[asset]!.some((m) =>
      stage.listingsWithTickers(m).some((i) => stage.exchangeOf(i).tier === tier),
    );
  const honest = stage.honestValues(methodology);
  const moved = ({ gwa }: TickOutput, asset: number) =>
    gwa.flags[asset] === 0 ? displacementBps(gwa.price[asset]!, honest.gwa.price[asset]!) : 0;
  const capOf = new Map(honest.marketCaps.map((cap) => [cap.assetId, Number(cap.marketCap)]));
  const established = new Set(honest.marketCaps.filter((cap) => cap.flags === 0).map((cap) => cap.assetId));
  const outranked = ({ marketCaps }: TickOutput, asset: number) => {
    const id = stage.reference.assetIds[asset]!;
    const own = marketCaps.findIndex(({ assetId }) => assetId === id);
    if (own < 0) return 0;
    const behind = marketCaps.slice(own + 1).map(({ assetId }) => assetId);
    return behind.filter((other) => established.has(other) && capOf.get(other)! > (capOf.get(id) ?? Infinity))
      .length;
  };
  const ranked = coins.filter((asset) => hasTier('B')(asset) && stage.reference.supplies.has(asset));
  const gwa = { unit: 'bps', maxHostile: 1 };
  const lx = world.part((m) => isLiquid(world, m), true);
  const constituents = new Set(
    lx.reference.lx[0]!.constituents.map((listing) => lx.reference.listingExchange[listing]!),
  );
  return [
    marketGame(full, methodology, 'MWA of a quorum, 1 hostile exchange', quorum, 1),
    marketGame(
      full,
      methodology,
      'MWA of a quorum, 2 hostile exchanges',
      quorum.filter((m) => tickerCount(m) >= 6),
      2,
    ),
    marketGame(full, methodology, 'MWA of a thin market, 1 hostile exchange', thin, 1),
    assetGame(
      stage,
      methodology,
      { ...gwa, name: 'GWA, 1 hostile exchange of tier B', tier: 'B' },
      coins.filter(hasTier('B')),
      moved,
    ),
    assetGame(
      stage,
      methodology,
      { ...gwa, name: 'GWA, 1 hostile exchange of tier A', tier: 'A' },
      coins.filter(hasTier('A')),
      moved,
    ),
    assetGame(
      lx,
      methodology,
      { name: 'BLX, 3 hostile constituents', unit: 'bps', tier: 'A', maxHostile: 3, among: constituents },
      [lx.reference.lx[0]!.asset],
      ({ lx: [blx] }) =>
        blx && blx.flags === 0 ? displacementBps(blx.price, lx.honestValues(methodology).lx[0]!.price) : 0,
    ),
    assetGame(
      stage,
      methodology,
      {
        name: 'rank by market cap, 1 hostile exchange',
        unit: 'established assets of a larger market cap outranked',
        tier: 'B',
        maxHostile: 1,
      },
      ranked,
      outranked,
    ),
  ];
}

/** Bitcoin and the assets that it is otherwise priced in. */
export function isLiquid({ assets, stage: { reference } }: FullWorld, m: number): boolean {
  const core = (asset: number) =>
    asset === reference.usd ||
    (assets[asset]!.sector === 'fiat' ? assets[asset]!.rank < 4 : assets[asset]!.rank < 4);
  return core(reference.base[m]!) && core(reference.quote[m]!);
}
