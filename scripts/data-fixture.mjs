// Writes a small data directory as this version leaves it: history, inputs, reference data, clients, keys, heads. Every later
// version must open it (test/integration/older-directories.test.ts). Run once for a release: data-fixture.mjs NAME.
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

/** Across midnight, so that there are end-of-day records and the head of a day. */
const START = '2026-11-02T23:57:00Z';
const LAST = Date.parse('2026-11-03T00:06:30Z');
const ARGS = [
  '--world',
  'small',
  '--seed',
  'fixture',
  '--backfill',
  'off',
  '--speed',
  '60',
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
for (;;) {
  await setTimeout(500);
  const status = await run('status', '--data', folder, '--json').catch(() => '');
  const lastTick = status === '' ? undefined : JSON.parse(status).lastTick;
  if (lastTick !== undefined && Date.parse(lastTick) >= LAST) break;
}
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
await setTimeout(1500);
service.kill('SIGTERM');
await once(service, 'exit');

/** @type {Record<string, string>} */
const files = {};
for (const path of /** @type {string[]} */ (readdirSync(folder, { recursive: true })).toSorted()) {
  if (statSync(join(folder, path)).isFile())
    files[path] = readFileSync(join(folder, path)).toString('base64');
}
rmSync(folder, { recursive: true });
const content = JSON.stringify({ args: ARGS, client, files });
const compressed = brotliCompressSync(content, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
const target = join(root, 'test/fixtures/data-directories', `${name}.json.br`);
writeFileSync(target, compressed);
console.log(`${target}: ${Object.keys(files).length} files, ${compressed.length} bytes`);
