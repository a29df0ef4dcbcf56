// A market week through the live source over the rig: random outages, delays, wrong units, clocks, restarts, listing changes and
// fast prices, and an auditor that knows the truth. `--slots N` (20,160 are a week), `--seed N`, `--markets N` of each exchange,
// `--json`. Exits with 1 if any check failed.
import { parseArgs } from 'node:util';
import { runWeek } from './run-week.ts';

const { values: options } = parseArgs({
  options: {
    slots: { type: 'string', default: '20160' },
    seed: { type: 'string', default: '1' },
    markets: { type: 'string', default: '20' },
    strict: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const SHOWN = 30;
const PROGRESS_SLOTS = 720;
let reported = 0;
const result = await runWeek({
  slots: Number(options.slots),
  seed: Number(options.seed),
  markets: Number(options.markets),
  strictFlags: options.strict,
  onProgress: (slot, violations) => {
    for (const { at, rule, index, what } of violations.slice(reported, Math.max(reported, 200)))
      process.stderr.write(`${at} ${rule} ${index}: ${what}\n`);
    reported = violations.length;
    if (slot % PROGRESS_SLOTS === 0) process.stderr.write(`slot ${slot}: ${violations.length} violations\n`);
  },
});
const { violations, problems } = result;
const holds = violations.length === 0 && problems.length === 0;
if (options.json) console.log(JSON.stringify(result, undefined, 2));
else {
  console.dir(
    { ...result, violations: violations.slice(0, SHOWN), problems: problems.slice(0, SHOWN) },
    { depth: 4 },
  );
  console.log(holds ? 'no violation' : `${violations.length} violations, ${problems.length} problems`);
}
process.exitCode = holds ? 0 : 1;
