import { describe, expect, test } from 'vitest';
import { isReal, maskOf } from '../../../../src/core/index-value.ts';
import { runToEnd } from '../../../../src/core/async/slices.ts';
import { outputOf, runTick } from '../../../../src/engine/engine.ts';
import { methodologyAt, methodologyNamed } from '../../../../src/engine/methodology.ts';
import { marketTarget } from '../../../../src/engine/quality/market-target.ts';
import { lxTarget } from '../../../../src/engine/quality/lx-target.ts';
import { carryFigures, resistanceFigures } from '../../../../src/engine/quality/resistance-figures.ts';
import type { ResistanceInput } from '../../../../src/engine/quality/resistance-input.ts';
import { IN_VERSION_3, quietWorld, troubledWorld } from '../../../support/receipt-worlds.ts';

const THIN = maskOf('THIN');
const SETTABLE = THIN | maskOf('SINGLE_SOURCE');
const TICKS = 12;

/** The last tick of a world. */
function sceneOf({ reference, ticks }: ReturnType<typeof quietWorld>): ResistanceInput {
  const { input } = [...ticks].at(-1)!;
  const methodology = methodologyAt(input.at);
  return { reference, input, methodology, run: runTick(reference, input, methodology) };
}

const scenes = [
  ['quiet', sceneOf(quietWorld(IN_VERSION_3, TICKS))],
  ['troubled', sceneOf(troubledWorld(IN_VERSION_3, TICKS))],
] as const;
const quiet = scenes[0][1];

describe.each(scenes)('in the %s world', (_name, scene) => {
  const { reference, run } = scene;
  const figures = runToEnd(resistanceFigures(scene))!;

  test('no collusion leaves every market and liquid index as it is published', () => {
    for (let m = 0; m < reference.marketIds.length; m++) {
      const { published, valueWith } = marketTarget(scene, m);
      expect(valueWith([], 0), reference.marketIds[m]).toMatchObject({
        price: published.price,
        flags: published.flags,
      });
    }
    for (const index of run.lx) {
      if (!isReal(index.outcome.flags) || !(index.outcome.price > 0)) continue;
      const { published, valueWith } = lxTarget(scene, index);
      expect(valueWith([], 0)).toMatchObject({ price: published.price, flags: published.flags });
    }
  });

  test('one exchange moves no unflagged market', () => {
    const unflagged = figures.markets.filter((size, m) => size && run.markets.outcomes[m]!.flags === 0);
    expect(unflagged.length).toBeGreaterThan(5);
    for (const size of unflagged) expect(size!.exchanges).toBeGreaterThan(1);
  });

  test('exactly the real values of markets have a figure', () => {
    run.markets.outcomes.forEach(({ price, flags }, m) =>
      expect(figures.markets[m] !== undefined).toBe(price > 0 && isReal(flags)),
    );
  });

  test('exactly the GWA that one exchange moves by 1 % have a collusion number of one', () => {
    for (const { oneExchangeBps, collusion } of figures.assets)
      if (oneExchangeBps !== undefined) expect(collusion!.exchanges === 1).toBe(oneExchangeBps >= 100);
  });

  test('a real GWA that is THIN can be moved further than the rule allows', () => {
    const thin = figures.assets.filter(
      (_, asset) =>
        (run.assets.outcomes[asset]!.flags & THIN) !== 0 && isReal(run.assets.outcomes[asset]!.flags),
    );
    for (const { oneExchangeBps } of thin) expect(oneExchangeBps).toBeGreaterThan(100);
  });

  test('the same tick gives the same figures', () => {
    const { input, methodology } = scene;
    const again = { reference, input, methodology, run: runTick(reference, input, methodology) };
    expect(runToEnd(resistanceFigures(again))).toEqual(figures);
  });
});

describe('the move of a GWA by one exchange', () => {
  const { reference, run } = quiet;
  const figures = runToEnd(resistanceFigures(quiet))!;

  test('goes as far as its market if it has one thin market only', () => {
    let seen = 0;
    figures.assets.forEach(({ oneExchangeBps }, asset) => {
      const markets = reference.marketsOfAsset[asset]!.filter((m) => run.assets.rates.weight[m]! > 0);
      const { flags, quorums, oneExchangeReach } = run.markets.outcomes[markets[0] ?? 0]!;
      if (markets.length !== 1 || quorums || (flags & SETTABLE) === 0 || oneExchangeBps === undefined) return;
      seen++;
      expect(oneExchangeBps).toBeCloseTo(oneExchangeReach! * 1e4, 5);
    });
    expect(seen).toBeGreaterThan(0);
  });

  test('stays small for Bitcoin, and the US dollar has none', () => {
    const bitcoin = figures.assets[reference.symbols.indexOf('BTC')]!;
    expect(bitcoin.oneExchangeBps).toBeGreaterThan(0);
    expect(bitcoin.oneExchangeBps).toBeLessThan(50);
    expect(figures.assets[reference.usd]!.oneExchangeBps).toBeUndefined();
  });
});

test('versions before 3 define no figures', () => {
  const { reference, input } = quiet;
  const methodology = methodologyNamed('2')!;
  const scene = { reference, input, methodology, run: runTick(reference, input, methodology) };
  expect(outputOf(reference, input, scene.run, methodology).methodology).toBe('2');
  expect(runToEnd(resistanceFigures(scene))).toBeUndefined();
});

test('figures follow their markets and assets to another version of the reference data', () => {
  const { reference } = quiet;
  const figures = runToEnd(resistanceFigures(quiet))!;
  const other = { marketIds: reference.marketIds.toReversed(), assetIds: reference.assetIds.slice(1) };
  const carried = carryFigures(figures, reference, { ...reference, ...other });
  expect(carried.markets).toEqual(figures.markets.toReversed());
  expect(carried.assets).toEqual(figures.assets.slice(1));
  expect(carried.at).toBe(figures.at);
});
