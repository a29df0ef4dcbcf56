import { expect, test } from 'vitest';
import { gamesOf } from '../../../bench/support/integrity/adversary/games.ts';
import { search } from '../../../bench/support/integrity/adversary/recipe.ts';
import { FullWorld } from '../../../bench/support/integrity/full-world.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import { buildWorld } from '../../../src/simulator/world.ts';

const world = new FullWorld(buildWorld('full', 2), 1, { quietTicks: 1 });
const worstOf = (version: string, name: RegExp, evaluations: number) => {
  const games = gamesOf(world, new Random(1), methodologyNamed(version)!);
  const game = games.find((one) => name.test(one.name))!;
  return search(game, new Random(2), (played) => played / evaluations);
};

test('a search finds how one exchange moves a quorum of version 1 without a flag, but not in version 2', () => {
  const first = worstOf('1', /quorum, 1 hostile/, 100);
  const second = worstOf('2', /quorum, 1 hostile/, 100);
  expect(first.outcome.score).toBeGreaterThan(50);
  expect(second.outcome.score).toBeLessThanOrEqual(50);
  expect(second.evaluations).toBe(100);
});

test('one exchange of tier B moves a GWA of version 1 without a flag, and of version 2 by at most 1 %', () => {
  expect(worstOf('1', /tier B/, 6).outcome.score).toBeGreaterThan(100);
  expect(worstOf('2', /tier B/, 6).outcome.score).toBeLessThanOrEqual(100);
});

test('two exchanges move a quorum further in version 2 than in version 3', () => {
  const [second, third] = ['2', '3'].map(
    (version) => worstOf(version, /quorum, 2 hostile/, 60).outcome.score,
  );
  expect(third).toBeLessThanOrEqual(second!);
  expect(third).toBeLessThanOrEqual(100);
});

test('a recipe is reproducible', () => {
  const { recipe, outcome } = worstOf('2', /quorum, 2 hostile/, 25);
  const again = gamesOf(world, new Random(1), methodologyNamed('2')!).find(({ name }) =>
    name.includes('quorum, 2 hostile'),
  )!;
  expect(outcome.score).toBeGreaterThan(0);
  expect(again.play(recipe)).toEqual(outcome);
  expect(worstOf('2', /quorum, 2 hostile/, 25).recipe).toEqual(recipe);
});
