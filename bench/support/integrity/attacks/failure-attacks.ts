import { isReal } from '../../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { computeTick } from '../../../../src/engine/engine.ts';
import { marketCapTotal } from '../../../../src/engine/day/market-cap-total.ts';
import { emptyState, type EngineState } from '../../../../src/engine/engine-state.ts';
import { estimateMarket } from '../../../../src/engine/market/estimate-market.ts';
import type { TickerColumns } from '../../../../src/engine/market/market-tickers.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import type { TickOutput } from '../../../../src/engine/tick-output.ts';
import { WELL_KNOWN_ASSETS } from '../../../../src/core/ids/well-known-ids.ts';
import type { FullWorld } from '../full-world.ts';
import type { Random } from '../random.ts';
import { percentile } from '../run-market.ts';
import type { Stage } from '../stage.ts';
import { copyOf } from '../ticker-copies.ts';
import { displacementBps, most, ofBoth, type AttackResult, type Versions } from './attack-result.ts';
import { pushed } from './market-attacks.ts';
import { described, situationsOf } from './market-situation.ts';

const EXAMPLES = 3;
const WAIT_TICKS = 90;

/**
 * In a market of two exchanges, the price of tier A really falls by 30 %; the other exchange shows nothing new, or repeats the
 * old price.
 */
function realMoves(stage: Stage, random: Random, versions: Versions, maxMarkets: number): AttackResult[] {
  const measures = [{ measure: 'ticks until the value follows, worst', limit: 21 }, { measure: 'median' }];
  return (['quiet', 're-quotes the old price'] as const).flatMap((other) => {
    const attack = `two exchanges, tier A really -30 %, tier B ${other}`;
    const draw = random.shuffled([...stage.reference.marketIds.keys()]);
    return ofBoth(versions, attack, measures, (methodology, examples) => {
      const situations = situationsOf(stage, methodology);
      const pairs = draw
        .map((m) => situations[m]!)
        .filter(({ observations: both, honest }) => {
          const trusts = both.map(({ trust }) => trust).toSorted((a, b) => a - b);
          return trusts.length === 2 && trusts[0]! < 1 && trusts[1] === 1 && honest.price > 0;
        })
        .slice(0, maxMarkets);
      const ticks = pairs.map((situation) => {
        const { observations, context, honest } = situation;
        const truth = 0.7 * observations.find(({ trust }) => trust === 1)!.last;
        let memory = context.memory!;
        for (let tick = 0; tick < WAIT_TICKS; tick++) {
          const said = observations.map((one) => {
            if (one.trust === 1) return pushed(one, -0.3 + 1e-4 * (tick % 2));
            return other === 'quiet' ? { ...one, k: one.k + tick } : pushed(one, 1e-5 * (tick % 2));
          });
          const at = context.at + tick * SLOT_MS;
          // The coin has no other source of a price.
          const estimate = estimateMarket(said, { at, memory }, methodology);
          ({ memory } = estimate);
          if (isReal(estimate.flags) && displacementBps(estimate.price, truth) < 500) return tick;
          if (tick === 22 && examples.length < EXAMPLES)
            examples.push(described(stage, { ...situation, honest }, said, new Set(), estimate));
        }
        return Infinity;
      });
      return [most(ticks), percentile(ticks, 0.5)];
    });
  });
}

/** Both exchanges of a market without tier A, and with no cross rate, really rise by 30 %. */
function untrustedMove(stage: Stage, random: Random, versions: Versions, maxMarkets: number): AttackResult[] {
  const draw = random.shuffled([...stage.reference.marketIds.keys()]);
  const measures = [{ measure: 'ticks until the value follows, worst', limit: 23 }];
  return ofBoth(versions, 'two tier-B exchanges, both really +30 %', measures, (methodology) => {
    const situations = situationsOf(stage, methodology);
    const pairs = draw
      .map((m) => situations[m]!)
      .filter(
        ({ observations: both, honest }) =>
          both.length === 2 && both.every(({ trust }) => trust < 1) && honest.price > 0,
      )
      .slice(0, maxMarkets);
    const ticks = pairs.map(({ observations, context, honest }) => {
      let memory = context.memory!;
      for (let tick = 0; tick < WAIT_TICKS; tick++) {
        const said = observations.map((one) => pushed(one, 0.3 + 1e-4 * (tick % 2)));
        const at = context.at + tick * SLOT_MS;
        const estimate = estimateMarket(said, { at, memory }, methodology);
        ({ memory } = estimate);
        if (isReal(estimate.flags) && displacementBps(estimate.price, 1.3 * honest.price) < 500) return tick;
      }
      return Infinity;
    });
    return [most(ticks)];
  });
}

const FIRST_TICKS = 26;

/** Coins that price no other asset, with at least one market in which several exchanges are fresh. */
function coinsOf({ stage, assets }: FullWorld, random: Random, count: number): ReadonlySet<number> {
  const { reference } = stage;
  const quotes = new Set(reference.quote);
  const all = [...reference.assetIds.keys()].filter(
    (asset) =>
      assets[asset]!.sector !== 'fiat' &&
      !quotes.has(asset) &&
      reference.marketsOfAsset[asset]!.some((m) => stage.listingsWithTickers(m).length >= 2),
  );
  return new Set(random.shuffled(all).slice(0, count));
}

/** One exchange of each of many markets shows the inverse price, at the very first tick only or from then on. */
function firstTick(
  stage: Stage,
  coins: readonly number[],
  random: Random,
  versions: Versions,
): AttackResult[] {
  const { reference, honest } = stage;
  const { freshness, mwa } = versions.after;
  const freshOf = (m: number) =>
    stage.listingsWithTickers(m).filter((i) => honest.tickers.k[i]! <= freshness.staleTicks);
  /** An inverse this close to the price violates no rule. */
  const isNearOne = (price: number) => Math.max(price, 1 / price) ** 2 <= 1 + mwa.gateToAnchor;
  const truth = stage.honestValues(versions.after).mwa.price;
  /** One market of each coin, so that errors have no other cause. */
  const targets = coins.flatMap((asset) => {
    const market = random
      .shuffled(reference.marketsOfAsset[asset]!)
      .find((m) => freshOf(m).length >= 2 && truth[m]! > 0 && !isNearOne(truth[m]!));
    if (market === undefined) return [];
    const fresh = freshOf(market);
    return [{ asset, market, listing: fresh[Math.floor(fresh.length * random.next())]! }];
  });
  const invert = (tickers: TickerColumns) => {
    for (const { listing: i } of targets) {
      const { last, bid, ask } = tickers;
      const [low, high] = [bid[i]!, ask[i]!];
      last[i] = 1 / last[i]!;
      bid[i] = high > 0 ? 1 / high : 0;
      ask[i] = low > 0 ? 1 / low : 0;
      tickers.k[i] = 0;
    }
  };
  const totalOf = ({ marketCaps }: TickOutput) =>
    Number(marketCapTotal(marketCaps, WELL_KNOWN_ASSETS.BTC).marketCap);
  const [usual] = [...start(stage, versions.after, 1, () => {})];
  const honestTotal = totalOf(usual!);
  return [1, FIRST_TICKS].flatMap((lasts) => {
    const isLasting = lasts > 1;
    const attack = `price inverted ${isLasting ? 'from the first tick on' : 'at the first tick'}, one exchange of each coin`;
    const measures = [
      { measure: 'markets wrong by more than 5 % at tick 1', limit: 0 },
      { measure: 'markets wrong by more than 5 % at tick 26', ...(!isLasting && { limit: 5 }) },
      { measure: 'total market cap off by %, at tick 1', limit: 1 },
      { measure: 'total market cap off by %, at tick 26', limit: 1 },
    ];
    return ofBoth(versions, attack, measures, (methodology, examples) => {
      const outputs = [
        ...start(stage, methodology, FIRST_TICKS, (tickers, tick) => {
          if (tick < lasts) invert(tickers);
        }),
      ];
      const wrongAt = ({ mwa }: TickOutput) =>
        targets.filter(
          ({ market }) => mwa.price[market]! > 0 && displacementBps(mwa.price[market]!, truth[market]!) > 500,
        );
      const offBy = (output: TickOutput) => 100 * Math.abs(totalOf(output) / honestTotal - 1);
      const [one, last] = [outputs[0]!, outputs.at(-1)!];
      for (const output of [one, last]) {
        for (const { market, listing } of wrongAt(output).slice(0, EXAMPLES)) {
          const rows = stage.listingsWithTickers(market).map((i) => {
            const bps = (1e4 * (honest.tickers.last[i]! / truth[market]! - 1)).toFixed(0);
            return `${i === listing ? 'INVERTED ' : ''}${stage.exchangeOf(i).tier} ${bps} bps, volume ${honest.tickers.volume[i]!.toPrecision(3)} k ${honest.tickers.k[i]}`;
          });
          examples.push(
            `tick ${output === one ? 1 : FIRST_TICKS}: ${reference.symbols[reference.base[market]!]}/${reference.symbols[reference.quote[market]!]} published ${output.mwa.price[market]} flags ${output.mwa.flags[market]}, true ${truth[market]}: ${rows.join('; ')}`,
          );
        }
      }
      return [wrongAt(one).length, wrongAt(last).length, offBy(one), offBy(last)];
    });
  });
}

/** Starts without state. The exchanges keep their prices, and most of them show a change every tick. */
function* start(
  stage: Stage,
  methodology: Methodology,
  ticks: number,
  attack: (tickers: TickerColumns, tick: number) => void,
): Generator<TickOutput> {
  let state: EngineState = emptyState(stage.reference);
  for (let tick = 0; tick < ticks; tick++) {
    const tickers = copyOf(stage.honest.tickers);
    attack(tickers, tick);
    const input = { at: stage.honest.at + tick * SLOT_MS, tickers, trades: [], state };
    const output = computeTick(stage.reference, input, methodology);
    ({ state } = output);
    yield output;
  }
}

const OUTAGE_TICKS = 30;

/** No exchange is read any more: every ticker gets older. */
function outage(stage: Stage, versions: Versions): AttackResult[] {
  const maxAgeMs = versions.after.screen.maxAgeMs;
  const measures = [
    { measure: 'values unflagged after 90 s', limit: 0 },
    { measure: 'values that are not CARRIED after 90 s', limit: 0 },
    { measure: 'ticks for which MWA and GWA are carried', limit: 20 },
    { measure: 'ticks for which LX are carried', limit: 10 },
  ];
  return ofBoth(versions, 'our network is gone', measures, (methodology, examples) => {
    let [unflagged, notCarried, carriedTicks, lxTicks] = [0, 0, 0, 0];
    let lastReal = 0;
    const oldest = most([...stage.honest.tickers.age].filter((age) => age <= maxAgeMs));
    const youngest = stage.honest.tickers.age.reduce(
      (least, age) => (age < 0 ? least : Math.min(least, age)),
      maxAgeMs,
    );
    let tick = 0;
    for (const output of stage.play(methodology, OUTAGE_TICKS, (tickers, at) => {
      for (let i = 0; i < tickers.age.length; i++) if (tickers.age[i]! >= 0) tickers.age[i]! += at * SLOT_MS;
    })) {
      const { mwa, gwa, lx } = output;
      const values = [...mwa.price].map((price, m) => ({ price, flags: mwa.flags[m]! }));
      const assets = [...gwa.price].map((price, asset) => ({
        price: asset === stage.reference.usd ? 0 : price,
        flags: gwa.flags[asset]!,
      }));
      const published = [...values, ...assets, ...lx].filter(({ price }) => price > 0);
      if (youngest + tick * SLOT_MS > maxAgeMs) {
        unflagged += published.filter(({ flags }) => flags === 0).length;
        const real = published.filter(({ flags }) => isReal(flags)).length;
        notCarried += real;
        if (published.length > lx.length) carriedTicks = tick - lastReal;
        if (lx.length > 0) lxTicks = tick - lastReal;
      } else lastReal = tick;
      tick++;
    }
    examples.push(`ages at the start ${youngest} to ${oldest} ms`);
    return [unflagged, notCarried, carriedTicks, lxTicks];
  });
}

export function failureAttacks(
  world: FullWorld,
  random: Random,
  versions: Versions,
  maxMarkets = 150,
  maxCoins = 200,
): AttackResult[] {
  const coins = coinsOf(world, random, maxCoins);
  const part = world.partWith(coins, true);
  const ids = [...coins].map((asset) => world.stage.reference.assetIds[asset]!);
  const assets = ids.map((id) => part.reference.assetIndex(id)!);
  return [
    ...realMoves(world.stage, random, versions, maxMarkets),
    ...untrustedMove(world.stage, random, versions, maxMarkets),
    ...firstTick(part, assets, random, versions),
    ...outage(part, versions),
  ];
}
