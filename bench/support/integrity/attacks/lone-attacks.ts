import type { EngineState } from '../../../../src/engine/engine-state.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import type { TickOutput } from '../../../../src/engine/tick-output.ts';
import type { FullWorld } from '../full-world.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { push } from '../ticker-copies.ts';
import { most, ofBoth, type AttackResult, type Versions } from './attack-result.ts';

/** A coin with a single market on a single exchange, which is the only source of its price. */
interface Lone {
  readonly asset: number;
  readonly market: number;
  readonly listing: number;
}

const CORE_RANK = 5;
const TARGETS = 12;
const TICKS_5_MIN = 10;
const TICKS_HOUR = 120;

/** The largest coins and their quote assets, with some coins that have a single listing. */
function loneStage(
  world: FullWorld,
  random: Random,
  { after }: Versions,
): { readonly stage: Stage; readonly lone: readonly Lone[] } {
  const { stage: full, assets } = world;
  const { reference } = full;
  const candidates = [...reference.assetIds.keys()].filter((asset) => {
    const markets = reference.marketsOfAsset[asset]!;
    const listings = markets.flatMap((m) => full.listingsWithTickers(m));
    return (
      assets[asset]!.sector !== 'fiat' &&
      listings.length === 1 &&
      reference.supplies.has(asset) &&
      full.honestValues(after).gwa.price[asset]! > 0
    );
  });
  const ids = new Set(
    random
      .shuffled(candidates)
      .slice(0, TARGETS)
      .map((asset) => reference.assetIds[asset]!),
  );
  // The targets' quote assets need markets of their own to have a price.
  const quotes = new Set(
    reference.marketIds.flatMap((_, m) =>
      ids.has(reference.assetIds[reference.base[m]!]!) ? reference.quote[m]! : [],
    ),
  );
  const isCore = (asset: number) =>
    asset === reference.usd ||
    quotes.has(asset) ||
    (assets[asset]!.sector !== 'fiat' && assets[asset]!.rank < CORE_RANK);
  const takes = (m: number) => {
    const [base, quote] = [reference.base[m]!, reference.quote[m]!];
    return ids.has(reference.assetIds[base]!) || (isCore(base) && isCore(quote));
  };
  const stage = world.part(takes);
  const lone = [...ids].flatMap((id): Lone[] => {
    const asset = stage.reference.assetIndex(id)!;
    const market = stage.reference.marketsOfAsset[asset]!.find(
      (m) => stage.listingsWithTickers(m).length > 0,
    );
    return market === undefined ? [] : [{ asset, market, listing: stage.listingsWithTickers(market)[0]! }];
  });
  return { stage, lone };
}

/** The factor of its honest price that a lone exchange shows at a tick; it knows the engine's state. */
type Walk = (lone: Lone, tick: number, state: EngineState, honest: number) => number;

const step = (tick: number) => 1 + 1e-4 * (tick % 2);
const WALKS: readonly { readonly name: string; readonly walk: Walk; readonly insists?: boolean }[] = [
  { name: '+24.9 % a tick', walk: (_, tick) => 1.249 ** (tick + 1) },
  {
    name: 'just within the gate',
    walk: ({ market }, _tick, { markets }, honest) =>
      (1.2499 * (markets.anchor[market]! || markets.price[market]!)) / honest,
  },
  {
    name: '+49 % until believed, then just within the gate',
    walk: (lone, tick, state, honest) =>
      tick < 21 ? 1.49 * step(tick) : (1.2499 * state.markets.anchor[lone.market]!) / honest,
    insists: true,
  },
  { name: 'x 100 until believed', walk: (_, tick) => 100 * step(tick), insists: true },
];

function played(stage: Stage, lone: readonly Lone[], methodology: Methodology, ticks: number, walk: Walk) {
  return stage.play(methodology, ticks, (tickers, tick, state) => {
    for (const one of lone) {
      push(tickers, one.listing, walk(one, tick, state, tickers.last[one.listing]!));
    }
  });
}

function walks(stage: Stage, lone: readonly Lone[], versions: Versions): AttackResult[] {
  return WALKS.flatMap(({ name, walk, insists = false }) => {
    const measures = [
      { measure: '% up in 5 min, from the average of the hour before', limit: 27 },
      { measure: '% up in an hour, likewise', ...(!insists && { limit: 50 }) },
      { measure: '% up in 5 min, from the last value' },
      { measure: 'values moved and unflagged', limit: 0 },
    ];
    return ofBoth(versions, `single source without cross rate: ${name}`, measures, (methodology) => {
      const before = stage.stateBefore(methodology);
      const up: number[][] = [];
      const fromLast: number[] = [];
      let unflagged = 0;
      for (const { mwa, gwa } of played(stage, lone, methodology, TICKS_HOUR, walk)) {
        up.push(
          lone.flatMap(({ market, asset }) => {
            const { price, anchor } = before.markets;
            const average = Math.max(anchor[market]!, price[market]!) / price[market]!;
            const values = [
              mwa.price[market]! / price[market]!,
              gwa.price[asset]! / before.assets.price[asset]!,
            ];
            if (up.length < TICKS_5_MIN) fromLast.push(...values.map((times) => 100 * (times - 1)));
            return values.map((times) => 100 * (times / average - 1));
          }),
        );
        for (const { market, asset } of lone) {
          if (mwa.flags[market] === 0) unflagged++;
          if (gwa.flags[asset] === 0) unflagged++;
        }
      }
      return [most(up.slice(0, TICKS_5_MIN).flat()), most(up.flat()), most(fromLast), unflagged];
    });
  });
}

/** A real crash of 40 %: how many ticks until both values show it. */
function crash(stage: Stage, lone: readonly Lone[], versions: Versions): AttackResult[] {
  const measures = [
    { measure: 'ticks until MWA shows it', limit: 21 },
    { measure: 'ticks until GWA shows it', limit: 21 },
  ];
  return ofBoth(versions, 'real crash of 40 % on a single source', measures, (methodology) => {
    const before = stage.stateBefore(methodology);
    const outputs = [...played(stage, lone, methodology, 45, (_, tick) => 0.6 * step(tick))];
    const shownAfter = (isShown: (output: TickOutput, one: Lone) => boolean) =>
      most(lone.map((one) => 1 + outputs.findLastIndex((output) => !isShown(output, one)) + 1));
    return [
      shownAfter(({ mwa }, { market }) => mwa.price[market]! < 0.7 * before.markets.price[market]!),
      shownAfter(({ gwa }, { asset }) => gwa.price[asset]! < 0.7 * before.assets.price[asset]!),
    ];
  });
}

/** Moves the price of a single tier-B listing in every way: how many established assets it outranks. */
function ranks(stage: Stage, lone: readonly Lone[], versions: Versions): AttackResult[] {
  const weak = lone.filter(({ listing }) => stage.exchangeOf(listing).tier !== 'A');
  const measures = [{ measure: 'established assets outranked', limit: 0 }];
  const ways = [
    { name: '+24.9 % a tick for 20 min', walk: WALKS[0]!.walk },
    { name: 'x 1e6 until believed', walk: (_: Lone, tick: number) => 1e6 * step(tick) },
    {
      name: '1e290',
      walk: (_: Lone, tick: number, _state: EngineState, honest: number) => (1e290 / honest) * step(tick),
    },
  ];
  return ways.flatMap(({ name, walk }) =>
    ofBoth(versions, `rank through one listing of tier B: ${name}`, measures, (methodology) => {
      const attacked = new Set(weak.map(({ asset }) => stage.reference.assetIds[asset]!));
      const established = new Set(
        stage
          .honestValues(versions.after)
          .marketCaps.filter(({ flags }) => flags === 0)
          .map(({ assetId }) => assetId),
      );
      const honest = new Map(
        stage.honestValues(versions.before).marketCaps.map((cap) => [cap.assetId, cap.marketCapRank]),
      );
      let outranked = 0;
      for (const { marketCaps } of played(stage, weak, methodology, 42, walk)) {
        for (const cap of marketCaps) {
          if (!attacked.has(cap.assetId)) continue;
          // Assets that are truly smaller do not count.
          const passed = marketCaps.filter(
            (other) =>
              established.has(other.assetId) &&
              !attacked.has(other.assetId) &&
              other.marketCapRank > cap.marketCapRank &&
              honest.get(other.assetId)! < honest.get(cap.assetId)!,
          );
          outranked = Math.max(outranked, passed.length);
        }
      }
      return [outranked];
    }),
  );
}

export function loneAttacks(world: FullWorld, random: Random, versions: Versions): AttackResult[] {
  const { stage, lone } = loneStage(world, random, versions);
  return [...walks(stage, lone, versions), ...crash(stage, lone, versions), ...ranks(stage, lone, versions)];
}
