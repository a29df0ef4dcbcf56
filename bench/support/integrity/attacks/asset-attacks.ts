import type { TickerColumns } from '../../../../src/engine/market/market-tickers.ts';
import type { FullWorld } from '../full-world.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { push } from '../ticker-copies.ts';
import {
  displacementBps,
  most,
  ofBoth,
  STRICT,
  THIRD,
  type AttackResult,
  type Versions,
} from './attack-result.ts';

/** An asset, and all its markets on one exchange of tier B. */
interface Target {
  readonly asset: number;
  readonly listings: readonly number[];
}

const PUSHES = [0.02, -0.02, 0.045, -0.045, 0.19, -0.19, 0.24];
/** Coins that price no other asset are attacked together, few enough per tick not to affect each other. */
const COINS_PER_TICK = 240;
/** Attacked alone: otherwise assets priced in it would have a second hostile exchange. */
const QUOTE_COINS = 6;

/** The exchange of that tier that reports the largest volume of the asset. */
function targetOf(stage: Stage, asset: number, tier: 'A' | 'B', { before }: Versions): Target | undefined {
  const { reference, honest } = stage;
  const usd = stage.honestValues(before).gwa.price;
  const byExchange = new Map<number, { volume: number; readonly listings: number[] }>();
  for (const m of reference.marketsOfAsset[asset]!) {
    for (const i of stage.listingsWithTickers(m)) {
      if (stage.exchangeOf(i).tier !== tier) continue;
      const exchange = reference.listingExchange[i]!;
      const known = byExchange.get(exchange) ?? { volume: 0, listings: [] };
      known.volume += honest.tickers.volume[i]! * usd[reference.base[m]!]!;
      known.listings.push(i);
      byExchange.set(exchange, known);
    }
  }
  const [largest] = [...byExchange.values()].toSorted((a, b) => b.volume - a.volume);
  return largest && { asset, listings: largest.listings };
}

/** Pushes the asset's price, as base or as quote, with 15 times the volume of the others. */
function attackAsset(stage: Stage, tickers: TickerColumns, target: Target, by: number): void {
  const { reference } = stage;
  for (const i of target.listings) {
    const m = reference.listingMarket[i]!;
    push(tickers, i, reference.base[m] === target.asset ? 1 + by : 1 / (1 + by));
    const others = stage.listingsWithTickers(m).filter((other) => other !== i);
    const volume = others.reduce((sum, other) => sum + tickers.volume[other]!, 0);
    tickers.volume[i] = Math.max(15 * volume, 3 * tickers.volume[i]!);
  }
}

/** Attacks each asset through one exchange. For unflagged values: the largest move, and the number of moves beyond 100 bps. */
function throughOneExchange(
  stage: Stage,
  versions: Versions,
  attack: string,
  groups: readonly (readonly Target[])[],
  random: Random,
  limits: { readonly worst?: number; readonly moved?: number },
): AttackResult[] {
  const measures = [
    {
      measure: 'bps, unflagged, worst',
      ...(limits.worst !== undefined && { limit: limits.worst }),
    },
    {
      measure: 'unflagged that move > 100 bps',
      ...(limits.moved !== undefined && { limit: limits.moved }),
    },
  ];
  const pushes = groups.map((group) => group.map(() => PUSHES[Math.floor(PUSHES.length * random.next())]!));
  return ofBoth(versions, attack, measures, (methodology) => {
    const honest = stage.honestValues(methodology).gwa;
    const moved: number[] = [];
    for (const [g, group] of groups.entries()) {
      const [output] = stage.play(methodology, 1, (tickers) =>
        group.forEach((target, n) => attackAsset(stage, tickers, target, pushes[g]![n]!)),
      );
      for (const { asset } of group) {
        if (output!.gwa.flags[asset] !== 0) continue;
        moved.push(displacementBps(output!.gwa.price[asset]!, honest.price[asset]!));
      }
    }
    return [most(moved), moved.filter((bps) => bps > 100).length];
  });
}

export function assetAttacks(
  world: FullWorld,
  random: Random,
  versions: Versions,
  maxCoins = Infinity,
): AttackResult[] {
  const { stage, assets } = world;
  const all = random.shuffled([...stage.reference.assetIds.keys()]);
  const targetsOf = (tier: 'A' | 'B') =>
    all.flatMap((asset) =>
      asset === stage.reference.usd ? [] : (targetOf(stage, asset, tier, versions) ?? []),
    );
  const isFiat = ({ asset }: Target) => assets[asset]!.sector === 'fiat';
  const isQuote = ({ asset }: Target) => stage.reference.quote.includes(asset);
  const groupsOf = (targets: readonly Target[]) => {
    const coins = targets.filter((target) => !isFiat(target) && !isQuote(target)).slice(0, maxCoins);
    const quotes = targets.filter((target) => !isFiat(target) && isQuote(target)).slice(0, QUOTE_COINS);
    return [
      ...Array.from({ length: Math.ceil(coins.length / COINS_PER_TICK) }, (_, g) =>
        coins.slice(g * COINS_PER_TICK, (g + 1) * COINS_PER_TICK),
      ),
      ...quotes.map((target) => [target]),
    ];
  };
  const untrusted = targetsOf('B');
  const attacks = [
    ...throughOneExchange(
      stage,
      versions,
      'fiat GWA through one tier-B exchange',
      [untrusted.filter(isFiat)],
      random,
      { worst: 150 },
    ),
    ...throughOneExchange(
      stage,
      versions,
      'GWA of coins through one tier-B exchange',
      groupsOf(untrusted),
      random,
      { ...(versions.after === THIRD && { worst: 50 }), moved: 0 },
    ),
  ];
  if (versions.after !== THIRD) return attacks;
  const trusted = groupsOf(targetsOf('A'));
  const name = 'GWA of coins through one tier-A exchange';
  const strict = { before: versions.before, after: STRICT };
  return [
    ...attacks,
    ...throughOneExchange(stage, versions, name, trusted, random, {}),
    ...throughOneExchange(stage, strict, `${name}, strict flags`, trusted, random, { moved: 0 }),
  ];
}
