// Crashes a writer repeatedly and checks the store: no acknowledged tick may be lost, doubled or altered.
//
//   npm run crash -- [--kills 1000] [--power-cuts 300]
//
// Power cuts need root and xfsprogs. To prove that they would catch a writer that does not wait for the disk, strace first
// removes the writer's fsync.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { kill, PowerCutDisk, type Crash } from './power-cut.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    'power-cuts': { type: 'string', default: '300' },
  },
});
const LONGEST_MS = 400;
const MAX_TICKS = 20_000;

const root = mkdtempSync(join(tmpdir(), 'tidemark-crash-'));
let failed = 0;

/** Repeats crashes of one kind, and starts with an empty store again once it has grown large. */
async function repeat(name: string, cycles: number, crashes: () => Crasher): Promise<void> {
  let ticks = 0;
  let bad = 0;
  for (let cycle = 0; cycle < cycles;) {
    const crasher = crashes();
    for (let stored = 0; cycle < cycles && stored < MAX_TICKS; cycle++) {
      const crash = await crasher.crash(Math.random() * LONGEST_MS);
      if (crash.problems.length > 0) console.error(`${name} ${cycle}: ${crash.problems.join('; ')}`);
      bad += crash.problems.length > 0 ? 1 : 0;
      ticks += crash.ticks - stored;
      stored = crash.ticks;
      if (bad > 0) break;
    }
    crasher.remove();
    if (bad > 0) break;
  }
  failed += bad;
  console.log(JSON.stringify({ crash: name, cycles, ticks, bad }));
}

interface Crasher {
  readonly crash: (afterMs: number) => Promise<Crash>;
  readonly remove: () => void;
}

function killer(): Crasher {
  const folder = mkdtempSync(join(root, 'kill-'));
  return {
    crash: (afterMs) => kill(folder, afterMs),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function powerCutter(): Crasher {
  const disk = new PowerCutDisk(mkdtempSync(join(root, 'power-')));
  return { crash: (afterMs) => disk.crash('sound', afterMs), remove: () => disk.remove() };
}

/** The same with a writer that never waits for the disk: it must be caught. */
async function showThatItCatches(): Promise<void> {
  const disk = new PowerCutDisk(mkdtempSync(join(root, 'unsound-')));
  let cycles = 0;
  let caught: Crash | undefined;
  while (!caught && cycles++ < 10) {
    const crash = await disk.crash('without fsync', Math.random() * LONGEST_MS);
    if (crash.problems.length > 0) caught = crash;
  }
  disk.remove();
  failed += caught ? 0 : 1;
  console.log(
    JSON.stringify({ crash: 'without fsync', caught: caught !== undefined, cycles, by: caught?.problems[0] }),
  );
}

await repeat('kill -9', Number(values.kills), killer);
if (Number(values['power-cuts']) > 0) {
  await showThatItCatches();
  await repeat('power cut', Number(values['power-cuts']), powerCutter);
}
rmSync(root, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
