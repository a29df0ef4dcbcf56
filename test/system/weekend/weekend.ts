// Runs the service through a weekend of market time, as fast as possible, in a data directory with a small budget, and observes
// it: it must stay ready and within the budget, delete inputs oldest first, and end with a history without gaps whose values can
// be recomputed from the remaining inputs.
//
//   npm run weekend -- [--hours 60] [--max-disk-mib 64] [--held-mib 0] [--world small]
//
// Inputs of the small world take 1.2 MB an hour, so the default budget cannot hold all of them. `--held-mib` puts a file of that
// size into the directory first, as if there were more history. Exits with 1 and lists the problems if there are any.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { HOUR_MS, SLOT_MS } from '../../../src/core/time.ts';
import { startServiceProcess } from '../../../bench/support/service-process.ts';
import { watchWeekend } from './watch.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '60' },
    'max-disk-mib': { type: 'string', default: '64' },
    'held-mib': { type: 'string', default: '0' },
    world: { type: 'string', default: 'small' },
  },
});
const MAIN = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));
const FRIDAY_EVENING = Date.parse('2026-02-27T18:00:00Z');
/** An index of each type: BTC_USD, BTC, BLX. */
const SERIES = [
  '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe',
  'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f',
  '191724d4-7915-491b-8b73-bc293e03a93e',
];

const folder = mkdtempSync(join(tmpdir(), 'tidemark-weekend-'));
writeFileSync(join(folder, 'held'), Buffer.alloc(Number(values['held-mib']) * 2 ** 20, 1));
const maxBytes = Number(values['max-disk-mib']) * 2 ** 20;
const until = FRIDAY_EVENING + Number(values.hours) * HOUR_MS;

async function tidemark(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, '--data', folder], {
    maxBuffer: Infinity,
  });
  return stdout;
}

/** Slots of the weekend at which an index has no value. */
async function gapsOf(indexId: string): Promise<number> {
  const lines = await tidemark('export', 'ticks', '--format', 'ndjson', '--index', indexId);
  const stored = new Set([...lines.matchAll(/"timestamp":"([^"]+)"/g)].map(([, at]) => Date.parse(at ?? '')));
  let gaps = 0;
  for (let at = FRIDAY_EVENING; at <= until; at += SLOT_MS) gaps += stored.has(at) ? 0 : 1;
  return gaps;
}

interface Verified {
  readonly verified: number;
  readonly different: number;
  readonly brokenLinks: readonly string[];
  readonly alteredRecords: readonly string[];
}

try {
  const flags = ['--world', values.world, '--start', new Date(FRIDAY_EVENING).toISOString()];
  const pace = ['--speed', '10000', '--max-disk', String(maxBytes), '--keep-inputs', '7d'];
  const service = await startServiceProcess({ folder, flags: [...flags, ...pace] });
  const watched = await watchWeekend(service, { folder, maxBytes, until });
  await service.stop();
  const gaps = await Promise.all(SERIES.map(gapsOf));
  const { verified, different, brokenLinks, alteredRecords } = JSON.parse(
    await tidemark('verify', '--json'),
  ) as Verified;
  const problems = [
    ...watched.problems,
    ...gaps.flatMap((missing, i) => (missing > 0 ? [`${SERIES[i]} lacks ${missing} ticks`] : [])),
    ...(verified === 0 ? ['nothing could be verified'] : []),
    ...(different + brokenLinks.length + alteredRecords.length > 0 ? ['verify found differences'] : []),
  ];
  const { problems: _, ...looks } = watched;
  console.log(
    JSON.stringify({ hours: Number(values.hours), maxBytes, ...looks, verified, different, problems }),
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
