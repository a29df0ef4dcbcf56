import { DAY_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { addToDay, closeDay, emptyDay } from '../../../../src/engine/day/ohlcv.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import type { PriceModel } from '../../../../src/simulator/prices/price-model.ts';
import { slotIndexOf } from '../../../../src/simulator/runs/slot-index.ts';
import type { FullWorld } from '../full-world.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { percentile } from '../run-market.ts';
import { displacementBps, most, ofBoth, type AttackResult, type Versions } from './attack-result.ts';

const TICKS_PER_DAY = DAY_MS / SLOT_MS;
const ASSETS = 30;
/** Every fifth tick is enough for a mean. */
const STEP = 5;
/** Maximum published volume of a market, as a factor of what its other exchanges report. */
const maxTimes = ({ mwa }: Methodology) => 1 + mwa.believedTimes;

/**
 * One exchange of every market with three or more reports an invented volume. Result: published volume / volume of the others.
 */
function published(stage: Stage, random: Random, versions: Versions): AttackResult[] {
  const { reference, honest } = stage;
  const targets = [...reference.marketIds.keys()].flatMap((m) => {
    const accepted = stage.listingsWithTickers(m).filter((i) => reference.standing[i] === 0);
    const fresh = accepted.filter((i) => honest.tickers.k[i]! < 20);
    if (fresh.length < 4) return [];
    const hostile = fresh[Math.floor(fresh.length * random.next())]!;
    const others = accepted.filter((i) => i !== hostile);
    return [{ m, hostile, others: others.reduce((sum, i) => sum + honest.tickers.volume[i]!, 0) }];
  });
  const kinds = [
    { name: '1e18', volume: () => 1e18 },
    { name: '1e308', volume: () => 1e308 },
    { name: 'in quote units', volume: (last: number, volume: number) => last * volume },
  ];
  const measures = [
    { measure: 'times what the others report', limit: maxTimes(versions.after) * (1 + 1e-7) },
  ];
  return kinds.flatMap(({ name, volume }) =>
    ofBoth(versions, `volume ${name}`, measures, (methodology) => {
      const [output] = stage.play(methodology, 1, ({ last, volume: volumes }) => {
        for (const { hostile } of targets) volumes[hostile] = volume(last[hostile]!, volumes[hostile]!);
      });
      return [most(targets.map(({ m, others }) => output!.mwa.volume[m]! / others))];
    }),
  );
}

function vwapOf(prices: readonly number[], weights: readonly number[], { day }: Methodology): number {
  const columns = emptyDay(1);
  prices.forEach((price, i) => {
    const weight = weights[i]!;
    addToDay(columns, 0, {
      price,
      volume: weight,
      weight,
      weightTimes: day.weightTimes,
      flags: 0,
      baseUsd: 1,
    });
  });
  return closeDay(columns, 0, (value) => value)!.vwap;
}

/** When it exaggerates: in the most favourable hours, or simply from or until some instant. */
const TIMES: readonly {
  readonly name: string;
  readonly choose: (prices: readonly number[]) => readonly boolean[];
}[] = [
  { name: 'at the highest tenth of prices', choose: (prices) => highest(prices, 0.1) },
  { name: 'at the highest half of prices', choose: (prices) => highest(prices, 0.5) },
  { name: 'from noon on', choose: (prices) => prices.map((_, i) => i >= prices.length / 2) },
  { name: 'until six', choose: (prices) => prices.map((_, i) => i < prices.length / 4) },
];

function highest(prices: readonly number[], share: number): boolean[] {
  const least = prices.toSorted((a, b) => b - a)[Math.floor(share * prices.length)]!;
  return prices.map((price) => price >= least);
}

/** A day of the simulated world whose volume one exchange multiplies at chosen hours: how far the vwap moves. */
function vwaps(
  { market, assets, stage, from }: FullWorld,
  random: Random,
  versions: Versions,
): AttackResult[] {
  const start = slotIndexOf(from - (from % DAY_MS));
  const chosen = random
    .shuffled([...assets.keys()])
    .filter((asset) => assets[asset]!.sector !== 'fiat' && asset !== stage.reference.usd)
    .slice(0, ASSETS);
  const days = chosen.map((asset) => pricesOf(market.prices, assets[asset]!.asset.id, start));
  return TIMES.map(({ name, choose }) => {
    const times = days.map(choose);
    const moved = (methodology: Methodology) => {
      // Version 1 accepted any volume, later versions up to this multiple of the others'.
      const exaggerated = Math.min(maxTimes(methodology), 1e12);
      return days.map((prices, day) => {
        const alike = prices.map(() => 1);
        const weights = times[day]!.map((chosen) => (chosen ? exaggerated : 1));
        return displacementBps(vwapOf(prices, weights, methodology), vwapOf(prices, alike, methodology));
      });
    };
    return {
      attack: `volume exaggerated ${name}`,
      measure: `bps of the day's vwap, worst of ${ASSETS} assets`,
      before: most(moved(versions.before)),
      after: most(moved(versions.after)),
      limit: 20,
    };
  });
}

function pricesOf(model: PriceModel, assetId: string, start: number): number[] {
  const prices = new Float64Array(TICKS_PER_DAY / STEP);
  model.fillPrices(model.indexOf(assetId), start, prices.length, prices, STEP);
  return [...prices];
}

/** The largest exchange of tier B in each quorum market reports in quote units. Result: the published volume. */
export function quoteUnits(stage: Stage, versions: Versions): AttackResult[] {
  const { reference, honest } = stage;
  const { last, volume, k } = honest.tickers;
  const targets = [...reference.marketIds.keys()].flatMap((m) => {
    const accepted = stage.listingsWithTickers(m).filter((i) => reference.standing[i] === 0 && k[i]! < 20);
    const [largest] = accepted
      .filter((i) => stage.exchangeOf(i).tier === 'B')
      .toSorted((a, b) => volume[b]! - volume[a]!);
    return accepted.length >= 3 && largest !== undefined && last[largest]! > 1 ? [{ m, largest }] : [];
  });
  const measures = [
    { measure: 'times the honest volume, median of markets', limit: 3 },
    { measure: 'times the honest volume, p90 of markets', limit: 5 },
  ];
  const attack = 'volume in quote units by the largest of tier B, prices above 1';
  return ofBoth(versions, attack, measures, (methodology) => {
    const usual = stage.honestValues(methodology).mwa.volume;
    const [output] = stage.play(methodology, 1, (tickers) => {
      for (const { largest } of targets) tickers.volume[largest]! *= last[largest]!;
    });
    const times = targets.map(({ m }) => output!.mwa.volume[m]! / usual[m]!);
    return [percentile(times, 0.5), percentile(times, 0.9)];
  });
}

export function volumeAttacks(world: FullWorld, random: Random, versions: Versions): AttackResult[] {
  return [...published(world.stage, random, versions), ...vwaps(world, random, versions)];
}
