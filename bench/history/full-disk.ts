// Appends ticks while no file may grow beyond the limit that the process was started with, until that fails three
// times; then lifts the limit and goes on. Says what happened as JSON: a process of its own, because limits are.
//
//   node dist/bench/history/full-disk.js FOLDER
import { spawnSync } from 'node:child_process';
import { checkTicks, openCrashStore, sliceOf } from './crash-world.ts';

const [folder = ''] = process.argv.slice(2);
const damages: string[] = [];
const store = await openCrashStore(folder, damages);
const problems: string[] = [];
let stored = 0;
let refused = 0;

async function append(): Promise<void> {
  try {
    const outcome = await store.append({ ...sliceOf(stored), record: new Uint8Array(20_000).fill(9) });
    if (outcome === 'stored') stored++;
    else problems.push(`tick ${stored}: ${outcome}`);
  } catch {
    refused++;
    const { ticks, problems: found } = await checkTicks(store, stored);
    problems.push(...found);
    if (ticks !== stored) problems.push(`${ticks} ticks are there after a refusal, not ${stored}`);
  }
}

while (refused < 3 && stored < 5000) await append();
const storedBefore = stored;
spawnSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited']);
for (let i = 0; i < 100; i++) await append();
if (refused !== 3) problems.push('appends still fail when there is room again');
await store.sealed();
await store.close();
problems.push(...damages.filter((damage) => !damage.startsWith('sealing')));
console.log(JSON.stringify({ stored: storedBefore, refused, later: stored, problems }));
