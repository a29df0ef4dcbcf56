// Writes a small data directory as this version leaves it: history, inputs, reference data, clients, keys, heads. Every later
// version must open it (test/integration/older-directories.test.ts). Run once for a release: data-fixture.mjs NAME, with a
// NAME that is sorted behind the others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist/src/cli/main.js');
const name = process.argv[2];
if (name === undefined) throw new Error('usage: data-fixture.mjs NAME');

/**
 * Across the midnight at which version 2 of the methodology takes over, so that there are values of both, end-of-day records
 * and the head of a day. With this seed the reference data changes at 00:01. The records
 * of a day are final five minutes after it; every tick takes some 25 kB.
 */
const START = '2026-11-16T23:59:30Z';
const LAST = Date.parse('2026-11-17T00:05:00Z');
const ARGS = [
  '--world',
  'small',
  '--seed',
  'fixture-165',
  '--backfill',
  'off',
  '--speed',
  '20',
  '--start',
  START,
];

const folder = mkdtempSync(join(tmpdir(), 'tidemark-fixture-'));

/** @param {string[]} args */
async function run(...args) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tidemark ${args.join(' ')} ended with ${code}`);
  return out;
}

const service = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', folder, ...ARGS], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
/** @param {number} instant */
async function until(instant) {
  for (;;) {
    const status = await run('status', '--data', folder, '--json').catch(() => '');
    const lastTick = status === '' ? undefined : JSON.parse(status).lastTick;
    if (lastTick !== undefined && Date.parse(lastTick) >= instant) return;
    await setTimeout(200);
  }
}

await until(Date.parse(START));
const client = JSON.parse(
  await run(
    'clients',
    'add',
    '--name',
    'fixture',
    '--scope',
    'read:index-ticker',
    '--data',
    folder,
    '--json',
  ),
);
await run('keys', 'rotate', '--data', folder);
await run('keys', 'rotate', '--integrity', '--data', folder);
await until(LAST);
service.kill('SIGTERM');
await once(service, 'exit');

/**
 * A character a byte: base64 would hide from the compressor what repeats.
 * @type {Record<string, string>}
 */
const bytes = {};
for (const path of /** @type {string[]} */ (readdirSync(folder, { recursive: true })).toSorted()) {
  if (statSync(join(folder, path)).isFile())
    bytes[path] = readFileSync(join(folder, path)).toString('latin1');
}
rmSync(folder, { recursive: true });
const content = JSON.stringify({ args: ARGS, client, bytes });
const compressed = brotliCompressSync(content, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
const target = join(root, 'test/fixtures/data-directories', `${name}.json.br`);
writeFileSync(target, compressed);
console.log(`${target}: ${Object.keys(bytes).length} files, ${compressed.length} bytes`);
