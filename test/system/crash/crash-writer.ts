// Appends ticks for ever, as fast as they are durable, and writes the number of ticks to its output after each
// acknowledgement: the process that crash tests kill.
//
//   node dist/test/system/crash/crash-writer.js FOLDER [MAX_TICKS]
import { writeSync } from 'node:fs';
import { openCrashStore, sliceOf, stateOf, tickNumber } from '../../support/crash-world.ts';

const [folder = '', most = 'Infinity'] = process.argv.slice(2);
const problems: string[] = [];
const store = await openCrashStore(folder, problems);
const last = await store.lastTick();
let tick = last ? tickNumber(last.at) + 1 : 0;
for (const end = tick + Number(most); tick < end; tick++) {
  const outcome = await store.append(sliceOf(tick), stateOf(tick)).catch((error: Error) => error.message);
  if (outcome !== 'stored') problems.push(`tick ${tick}: ${outcome}`);
  if (problems.length > 0) {
    writeSync(2, `${problems.join('\n')}\n`);
    process.exit(1);
  }
  writeSync(1, `${tick + 1}\n`);
}
await store.close();
