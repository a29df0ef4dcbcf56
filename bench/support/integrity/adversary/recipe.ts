import type { Random } from '../random.ts';

/** The behaviour of a hostile exchange for a number of ticks. Before and after, it is honest. */
export interface Step {
  /** Index in the recipe's `hostile`. */
  readonly exchange: number;
  readonly from: number;
  readonly ticks: number;
  /** Relative deviation from its honest price. */
  readonly push: number;
  /** Factor of its honest volume. */
  readonly volumeTimes: number;
  /** Whether its ticker changes at every tick, or only at the first one. */
  readonly isFresh: boolean;
}

/** A reproducible attack. */
export interface Recipe {
  readonly target: number;
  /** Indices of the exchanges among those of the target. */
  readonly hostile: readonly number[];
  readonly steps: readonly Step[];
}

export interface Outcome {
  /** Score of values without a flag: larger is worse. */
  readonly score: number;
  /** The tick of the score. */
  readonly tick: number;
}

/** A value that the adversary tries to move without a flag. */
export interface Game {
  readonly name: string;
  readonly unit: string;
  readonly targets: number;
  readonly maxHostile: number;
  readonly ticks: number;
  exchangesOf(target: number): number;
  /** Names of target and hostile exchanges, for the report. */
  describe(recipe: Recipe): { readonly target: string; readonly hostile: readonly string[] };
  play(recipe: Recipe): Outcome;
}

const MAX_STEPS = 4;

const whole = (random: Random, count: number) => Math.floor(count * random.next());

function anyStep(random: Random, { ticks }: Game, hostile: number): Step {
  const side = random.chance(0.5) ? 1 : -1;
  return {
    exchange: whole(random, hostile),
    from: whole(random, ticks),
    ticks: 1 + whole(random, ticks),
    // From one basis point to a half.
    push: side * 10 ** random.between(-4, -0.3),
    volumeTimes: random.chance(0.3) ? 1 : 10 ** random.between(-2, 9),
    isFresh: random.chance(0.7),
  };
}

export function anyRecipe(random: Random, game: Game): Recipe {
  const target = whole(random, game.targets);
  const places = Array.from({ length: game.exchangesOf(target) }, (_, i) => i);
  const hostile = random.shuffled(places).slice(0, game.maxHostile);
  const steps = Array.from({ length: 1 + whole(random, MAX_STEPS) }, () =>
    anyStep(random, game, hostile.length),
  );
  return { target, hostile, steps };
}

/** A neighbour, which differs in one thing. */
export function changed(random: Random, game: Game, recipe: Recipe): Recipe {
  const { hostile, steps } = recipe;
  if (random.chance(0.1)) {
    const places = Array.from({ length: game.exchangesOf(recipe.target) }, (_, i) => i);
    return { ...recipe, hostile: random.shuffled(places).slice(0, hostile.length) };
  }
  if (random.chance(0.1) && steps.length < MAX_STEPS) {
    return { ...recipe, steps: [...steps, anyStep(random, game, hostile.length)] };
  }
  if (random.chance(0.1) && steps.length > 1) {
    const gone = whole(random, steps.length);
    return { ...recipe, steps: steps.filter((_, i) => i !== gone) };
  }
  const place = whole(random, steps.length);
  return { ...recipe, steps: steps.map((step, i) => (i === place ? tuned(random, game, step) : step)) };
}

function tuned(random: Random, { ticks }: Game, step: Step): Step {
  const near = (value: number) => Math.max(0, value + whole(random, 5) - 2);
  switch (whole(random, 5)) {
    case 0:
      return { ...step, push: step.push * 10 ** random.between(-0.15, 0.15) };
    case 1:
      return { ...step, volumeTimes: step.volumeTimes * 10 ** random.between(-1, 1) };
    case 2:
      return { ...step, from: Math.min(ticks - 1, near(step.from)) };
    case 3:
      return { ...step, ticks: Math.max(1, near(step.ticks)) };
    default:
      return { ...step, isFresh: !step.isFresh };
  }
}

export interface Found {
  readonly recipe: Recipe;
  readonly outcome: Outcome;
  readonly evaluations: number;
}

/**
 * Spends half of the effort on random search, the other half on climbing from the best. `goesOn` returns the share of effort
 * spent, up to 1.
 */
export function search(game: Game, random: Random, spent: (evaluations: number) => number): Found {
  let recipe = anyRecipe(random, game);
  let outcome = game.play(recipe);
  let evaluations = 1;
  while (spent(evaluations) < 1) {
    const isUphill = spent(evaluations) >= 0.5;
    const next = isUphill ? changed(random, game, recipe) : anyRecipe(random, game);
    const reached = game.play(next);
    evaluations++;
    if (reached.score >= outcome.score) [recipe, outcome] = [next, reached];
  }
  return { recipe, outcome, evaluations };
}

/** The action of a hostile exchange at a tick; undefined if it is honest. */
export function stepAt({ steps }: Recipe, exchange: number, tick: number): Step | undefined {
  return steps.findLast(
    (step) => step.exchange === exchange && step.from <= tick && tick < step.from + step.ticks,
  );
}

/** Deviates from the honest price, with the smallest change that makes a ticker fresh. */
export function factorOf({ push, isFresh }: Step, tick: number): number {
  return (1 + push) * (isFresh ? 1 + 1e-6 * (tick % 2) : 1);
}
