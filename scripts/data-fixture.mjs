// Writes what this version leaves on disk, so that tests of every later version can read it: a small data directory, a
// PostgreSQL database with the directory of its compute node, and two recordings with the values that their replay must give.
// Run once per release that changes a format: data-fixture.mjs NAME. NAME is the version; the newest must sort last.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist/src/cli/main.js');
const name = process.argv[2];
if (name === undefined) throw new Error('usage: data-fixture.mjs NAME');
/** @param {string} path */
const built = (path) => import(join(root, 'dist', path));

/**
 * Across the midnight at which version 2 of the methodology takes over, so that there are values of both, end-of-day records
 * and the head of a day. With this seed the reference data changes at 00:01. The records
 * of a day are final five minutes after it; every tick takes some 25 kB.
 */
const START = '2026-11-16T23:59:30Z';
const LAST = Date.parse('2026-11-17T00:05:00Z');
/** The service starts again at this market time, so that the log of gaps has a gap between two ticks. */
const RESTART = '2026-11-17T00:10:00Z';
const WORLD = ['--world', 'small', '--seed', 'fixture-165', '--backfill', 'off'];
const FAST = [...WORLD, '--speed', '20'];
const ARGS = [...FAST, '--start', RESTART];
const SCHEMA = 'tidemark';
const LIVE_SLOTS = 20;
const SIMULATED_SLOTS = 4;

const work = mkdtempSync(join(tmpdir(), 'tidemark-fixture-'));
const folder = join(work, 'data');
const recordings = join(work, 'recordings');

/** @param {string[]} args */
async function run(...args) {
  const { code, out } = await ended(...args);
  if (code !== 0) throw new Error(`tidemark ${args.join(' ')} ended with ${code}`);
  return out;
}

/** @param {string[]} args */
async function ended(...args) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, out };
}

/**
 * Serves, calls `during` when the first tick is stored, and stops after the tick of that instant.
 * @param {string[]} args @param {number} last @param {() => Promise<void>} [during]
 */
async function serve(args, last, during) {
  const service = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', folder, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const store = args.includes('--store') ? ['--store', args[args.indexOf('--store') + 1] ?? ''] : [];
  /** @param {number} instant */
  const until = async (instant) => {
    for (;;) {
      if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
      // A node that lacks a bus answers, too, with a code of its own.
      const { out } = await ended('status', '--data', folder, '--json', ...store);
      const found = out === '' ? {} : JSON.parse(out);
      const lastTick = found.lastTick ?? found.service?.lastTick;
      if (lastTick !== undefined && Date.parse(lastTick) >= instant) return;
      await setTimeout(200);
    }
  };
  await until(Date.parse(START));
  await during?.();
  await until(last);
  service.kill('SIGTERM');
  await once(service, 'exit');
}

/** @type {unknown} */
let client;
await serve([...FAST, '--start', START], LAST, async () => {
  const added = ['clients', 'add', '--name', 'fixture', '--scope', 'read:index-ticker', '--json'];
  client = JSON.parse(await run(...added, '--data', folder));
  const { id } = /** @type {{ client: { id: string } }} */ (client).client;
  await run('clients', 'token', id, '--expires', '365d', '--data', folder);
  await run('keys', 'rotate', '--data', folder);
  await run('keys', 'rotate', '--integrity', '--data', folder);
});
await serve(ARGS, Date.parse(RESTART));
writeCompressed('data-directories', { args: ARGS, client, bytes: bytesIn(folder) });
await recordSimulated();
await writeDatabase();

const { recordRig } = await built('test/support/rig/recorded-hour.js');
const live = join(work, 'live');
mkdirSync(live);
writeRecording('live', live, await recordRig({ source: live, recording: live }, LIVE_SLOTS));
rmSync(work, { recursive: true });

/** Moves the directory to a database, goes on there with a compute node, and keeps a dump and the directory of the node. */
async function writeDatabase() {
  const { startPostgres, postgresPrograms } = await built('test/support/postgres-server.js');
  const { freePort } = await built('test/support/free-port.js');
  const server = await startPostgres({ fsync: 'off' });
  try {
    const store = `${server.url}?schema=${SCHEMA}`;
    await run('move', '--from', folder, '--to', store);
    rmSync(folder, { recursive: true });
    const bus = `nats://127.0.0.1:${await freePort()}`;
    // Nodes run at real time: this waits for two slots.
    const last = Date.now() + 30_000;
    await serve([...WORLD, '--role', 'compute', '--store', store, '--bus', bus], last);
    const flags = ['--no-owner', '--no-privileges', `--schema=${SCHEMA}`, server.url];
    const dumped = spawnSync(join(postgresPrograms(), 'pg_dump'), flags, { maxBuffer: 2 ** 30 });
    if (dumped.status !== 0) throw new Error(String(dumped.stderr));
    // What other versions of PostgreSQL do not know.
    const sql = String(dumped.stdout).replaceAll(
      /^(?:\\(?:un)?restrict .*|SET transaction_timeout = 0;)\n/gm,
      '',
    );
    writeCompressed('databases', { args: WORLD, client, schema: SCHEMA, bytes: bytesIn(folder), sql });
  } finally {
    await server.stop();
  }
}

/** Records simulated exchanges across midnight and a change of reference data, and replays that for the values it must give. */
async function recordSimulated() {
  const flags = [...WORLD.slice(0, -2), '--speed', '20', '--start', START, '--record', recordings];
  const recorder = spawn(process.execPath, [cli, 'record', ...flags], { stdio: 'inherit' });
  /** @type {{ slots: number, from: string }[]} */
  let files = [];
  while (files.reduce((sum, { slots }) => sum + slots, 0) < SIMULATED_SLOTS) {
    await setTimeout(200);
    const { out } = await ended('record', 'inspect', recordings, '--json');
    files = out === '' ? [] : JSON.parse(out).files;
  }
  recorder.kill('SIGTERM');
  await once(recorder, 'exit');
  const { ReplaySource } = await built('src/sources/replay/replay-source.js');
  const { ManualClock } = await built('test/support/manual-clock.js');
  const { computedTicks, recordHash } = await built('test/support/rig/computed-ticks.js');
  const clock = new ManualClock(Date.parse(files[0]?.from ?? START) - 30_000 + 1);
  const paths = readdirSync(recordings)
    .toSorted()
    .map((file) => join(recordings, file));
  const source = new ReplaySource({ files: paths, clock, onTrouble: () => undefined });
  const ticks = await computedTicks(source, clock, SIMULATED_SLOTS);
  writeRecording('simulated', recordings, ticks.map(recordHash));
}

/**
 * A character a byte: base64 would hide from the compressor what repeats.
 * @param {string} from
 */
function bytesIn(from) {
  /** @type {Record<string, string>} */
  const bytes = {};
  for (const path of /** @type {string[]} */ (readdirSync(from, { recursive: true })).toSorted()) {
    if (statSync(join(from, path)).isFile()) bytes[path] = readFileSync(join(from, path)).toString('latin1');
  }
  return bytes;
}

/** @param {string} kind */
function fixtureFolder(kind) {
  const path = join(root, 'test/fixtures', kind);
  mkdirSync(path, { recursive: true });
  return path;
}

/** @param {string} kind @param {unknown} content */
function writeCompressed(kind, content) {
  const compressed = brotliCompressSync(JSON.stringify(content), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  const target = join(fixtureFolder(kind), `${name}.json.br`);
  writeFileSync(target, compressed);
  console.log(`${target}: ${compressed.length} bytes`);
}

/** The files of a recording, and the hashes of its ticks. @param {string} source @param {string} from @param {string[]} records */
function writeRecording(source, from, records) {
  const files = readdirSync(from).filter((each) => each.endsWith('.recording'));
  if (files.length === 0) throw new Error(`nothing was recorded in ${from}`);
  const target = fixtureFolder(join('recordings', `${name}-${source}`));
  for (const file of files) {
    copyFileSync(join(from, file), join(target, file));
    chmodSync(join(target, file), 0o644);
  }
  writeFileSync(join(target, 'records.json'), `${JSON.stringify({ records }, undefined, 2)}\n`);
  console.log(`${target}: ${files.length} files, ${records.length} slots`);
}
