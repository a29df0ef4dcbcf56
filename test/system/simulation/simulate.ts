// Runs simulated worlds: each is a pure function of its seed. Prints one line per failing seed, with the command that repeats it, and
// last a line of JSON with the counts.
//
//   node dist/test/system/simulation/simulate.js [--world store|cluster] [--from 0] [--seeds 1000] [--minutes 60]
//        [--plant NAME] [--trace]
//
// `--plant` puts a wrong implementation in place of a right one, and stops at the first seed that finds it.
import { register } from 'node:module';
import { parseArgs } from 'node:util';

register('./doubles/resolve.js', import.meta.url);
const { values } = parseArgs({
  options: {
    world: { type: 'string', default: 'store' },
    from: { type: 'string', default: '0' },
    seeds: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: 'Infinity' },
    plant: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const { replaceGlobals, runSeed, WORLDS } = await import('./run-seeds.ts');
const { PLANTS } = await import('./plants.ts');
const world = WORLDS.find((name) => name === values.world);
const plant = values.plant === undefined ? undefined : PLANTS[values.plant];
if (!world || (values.plant !== undefined && !plant)) {
  console.error(`there are the worlds ${WORLDS.join(', ')} and the plants ${Object.keys(PLANTS).join(', ')}`);
  process.exit(2);
}
replaceGlobals();
// Code of a process that has died may fail anywhere.
process.on('unhandledRejection', (error) => {
  if ((error as Error).message === 'the simulated process has died') return;
  console.error(error);
  process.exitCode = 1;
});

const first = Number(values.from);
const endsAt = performance.now() + Number(values.minutes) * 60_000;
const sums: Record<string, number> = {};
const failed: number[] = [];
let seed = first;
for (; seed < first + Number(values.seeds) && performance.now() < endsAt; seed++) {
  const { counts, violation } = await runSeed(world, seed, {
    plant,
    trace: values.trace ? console.log : undefined,
  });
  for (const [name, value] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + value;
  if (violation === undefined) continue;
  failed.push(seed);
  const command = `node dist/test/system/simulation/simulate.js --world ${world} --from ${seed} --seeds 1 --trace`;
  console.log(`seed ${seed}: ${violation}\n  ${command}${plant ? ` --plant '${values.plant}'` : ''}`);
  if (plant) {
    seed++;
    break;
  }
}
const { user, system } = process.cpuUsage();
const cpuSeconds = Math.round((user + system) / 1e4) / 100;
console.log(JSON.stringify({ world, from: first, seeds: seed - first, failed, ...sums, cpuSeconds }));
if (failed.length > 0 && !plant) process.exitCode = 1;
