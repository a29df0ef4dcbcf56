// Runs simulated worlds, each a pure function of its seed.
//
//   node dist/test/system/simulation/simulate.js [--seeds 1000] [--from 0] [--trace]
import { register } from 'node:module';
import { parseArgs } from 'node:util';

register('./doubles/resolve.js', import.meta.url);
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    trace: { type: 'boolean', default: false },
  },
});
const { replaceGlobals, runSeed } = await import('./run-seeds.ts');
replaceGlobals();
process.on('unhandledRejection', (error) => {
  if ((error as Error).message === 'the simulated process has died') return;
  console.error(error);
});
const [first, count] = [Number(values.from), Number(values.seeds)];
const sums: Record<string, number> = {};
let bad = 0;
const began = process.cpuUsage();
for (let seed = first; seed < first + count; seed++) {
  const { counts, violation } = await runSeed(seed, values.trace ? console.log : undefined);
  for (const [name, value] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + value;
  if (violation === undefined) continue;
  bad++;
  console.log(`seed ${seed}: ${violation}`);
}
const { user, system } = process.cpuUsage(began);
console.log(JSON.stringify({ seeds: count, bad, ...sums, cpuSeconds: (user + system) / 1e6 }));
