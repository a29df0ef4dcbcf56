// Opens the store after a crash and prints, as JSON, its number of ticks and any problems.
//
//   node dist/test/system/crash/crash-checker.js FOLDER ACKNOWLEDGED_TICKS
import { checkTicks, openCrashStore } from '../../support/crash-world.ts';

const [folder = '', acknowledged = '0'] = process.argv.slice(2);
const problems: string[] = [];
let ticks = 0;
try {
  const store = await openCrashStore(folder, problems);
  const checked = await checkTicks(store, Number(acknowledged));
  ticks = checked.ticks;
  problems.push(...checked.problems);
  if (ticks > Number(acknowledged) + 1) problems.push(`${ticks} ticks, ${acknowledged} acknowledged`);
  await store.close();
} catch (error) {
  problems.push((error as Error).message);
}
console.log(JSON.stringify({ ticks, problems }));
