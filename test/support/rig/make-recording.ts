import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECORDED_SLOTS, recordRig } from './recorded-hour.ts';

// Creates examples/recordings and the expected result of its replay: `npm run make:recording`, in the folder of the
// repository.

const folder = mkdtempSync(join(tmpdir(), 'make-recording-'));
const hashes = await recordRig({ source: folder, recording: folder }, RECORDED_SLOTS);
const name = readdirSync(folder).find((each) => each.endsWith('.recording'));
if (name === undefined) throw new Error('nothing was recorded');
const target = join('examples', 'recordings', name);
copyFileSync(join(folder, name), target);
chmodSync(target, 0o644);
writeFileSync(
  join('test', 'golden', 'recorded-hour.json'),
  `${JSON.stringify({ records: hashes }, null, 2)}\n`,
);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${target}: ${statSync(target).size} bytes, ${hashes.length} slots\n`);
