// Searches for unknown attacks: random search, then hill climbing, over the choice of exchanges, displacement, time, freshness
// and volume. Prints, for each kind of value, the largest displacement without a flag, with its recipe. `--minutes N` searches
// longer, `--seed N` uses another world, `--evaluations N` instead of minutes makes the run reproducible, `--methodology 2`
// attacks version 2 instead of version 3, `--json` prints JSON.
import { parseArgs } from 'node:util';
import { methodologyNamed } from '../../src/engine/methodology.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { gamesOf } from '../support/integrity/adversary/games.ts';
import { search } from '../support/integrity/adversary/recipe.ts';
import { FullWorld } from '../support/integrity/full-world.ts';
import { Random } from '../support/integrity/random.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    evaluations: { type: 'string' },
    seed: { type: 'string', default: '1' },
    methodology: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed);
const world = new FullWorld(buildWorld('full'), seed);
const methodology = methodologyNamed(options.methodology);
if (!methodology) throw new Error(`no version ${options.methodology} of the methodology`);
const games = gamesOf(world, new Random(seed), methodology);
const msPerGame = (Number(options.minutes) * 60_000) / games.length;
const results = games.map((game, i) => {
  const end = performance.now() + msPerGame;
  const most = options.evaluations === undefined ? undefined : Number(options.evaluations);
  const spent = (evaluations: number) =>
    most === undefined ? 1 - (end - performance.now()) / msPerGame : evaluations / most;
  const { recipe, outcome, evaluations } = search(game, new Random(seed + i), spent);
  const { target, hostile } = game.describe(recipe);
  return { game: game.name, unit: game.unit, ...outcome, target, hostile, steps: recipe.steps, evaluations };
});

if (options.json)
  console.log(
    JSON.stringify({ seed, methodology: methodology.version, at: world.from, results }, undefined, 2),
  );
else {
  console.log(
    `version ${methodology.version}, seed ${seed}, ${new Date(world.from).toISOString()}: the worst values without a flag`,
  );
  for (const { game, unit, score, tick, target, hostile, steps, evaluations } of results) {
    console.log(`\n${game}: ${score.toFixed(1)} ${unit}, at tick ${tick} (${evaluations} recipes played)`);
    console.log(`  ${target}, by ${hostile.join(', ')}`);
    for (const { exchange, from, ticks, push, volumeTimes, isFresh } of steps) {
      const by = `${(100 * push).toFixed(3)} %, volume x ${volumeTimes.toPrecision(3)}`;
      console.log(
        `  ticks ${from} to ${from + ticks - 1}: ${hostile[exchange] ?? ''} ${by}, ${isFresh ? 'fresh' : 'standing'}`,
      );
    }
  }
}
