// A day of 80 live exchanges with faults and changing listings, with an injected clock: nothing may leak, and every cycle of
// every exchange must be accounted for. `--cycles N` (2,880 are a day, after which an exchange that never answered is INACTIVE),
// `--seed N`, `--declared N` (declared exchanges, besides the 20 of ccxt), `--markets N` of each exchange, `--json`. Exits with 1
// if any check failed.
import { parseArgs } from 'node:util';
import { leaksIn, soakLive, type SoakSample } from './live-soak.ts';

const { values: options } = parseArgs({
  options: {
    cycles: { type: 'string', default: '2900' },
    seed: { type: 'string', default: '1' },
    declared: { type: 'string', default: '60' },
    markets: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  },
});

const result = await soakLive({
  cycles: Number(options.cycles),
  seed: Number(options.seed),
  declared: Number(options.declared),
  markets: Number(options.markets),
  gc: globalThis.gc,
  onProgress: ({ cycle, heapMb, sockets }: SoakSample) =>
    process.stderr.write(`cycle ${cycle}: ${heapMb} MB, ${sockets} sockets\n`),
});
const problems = [...leaksIn(result), ...result.unaccounted, ...result.stuck, ...result.troubles];
// A day without a good reading.
const mayBeInactive = result.cycles >= 2885;
if (mayBeInactive && result.deadStatus !== 'INACTIVE')
  problems.push(`an exchange that never answered is ${result.deadStatus} after a day`);

if (options.json) console.log(JSON.stringify({ ...result, problems }, undefined, 2));
else {
  const { exchanges, cycles, faults, seconds, cpuSeconds, byOutcome, byFailure, statuses } = result;
  console.log(`${cycles} cycles of ${exchanges} exchanges, ${faults} faults, in ${Math.round(seconds)} s`);
  console.log(
    `CPU ${Math.round(cpuSeconds)} s: ${Math.round((cpuSeconds / cycles) * 1000)} ms a cycle, the rig and the engine included`,
  );
  console.table(result.samples);
  console.table([byOutcome]);
  console.table([byFailure]);
  console.table([statuses]);
  console.log(problems.length === 0 ? 'nothing leaks, every cycle is accounted for' : problems.join('\n'));
}
process.exitCode = problems.length === 0 ? 0 : 1;
