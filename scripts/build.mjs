// Compiles src, bench, test/system and what threads load in tests to dist, bundles the program there, copies what browsers load, renders the documents and builds the SDK and the page. With --if-needed only when a source is newer than the last build. With --unchecked types are left to `npm run check`. With --packed it makes only what the npm package has in it.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSdk, SDK_INPUTS } from './build-sdk.mjs';
import { buildWeb, WEB_INPUTS } from './build-web.mjs';
import { bundleProgram, PROGRAM_INPUTS } from './bundle-program.mjs';
import { designOf } from './docs-site/design.mjs';
import { DOCUMENT_INPUTS } from './docs-site/pages.mjs';
import { siteOf, writeSite } from './docs-site/site.mjs';
import { writeSupplyChain } from './supply-chain/write.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');
const webStamp = join(root, 'dist', '.web-built');
const inputs = [
  'src',
  'bench',
  'test/support',
  'test/system',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/supply-chain',
  ...PROGRAM_INPUTS,
  ...DOCUMENT_INPUTS,
  ...SDK_INPUTS,
  ...WEB_INPUTS,
];
/** The page has the SDK in it, and through it the engine. */
const webInputs = ['src/core', 'src/engine', 'package-lock.json', ...SDK_INPUTS, ...WEB_INPUTS];

const MCP_DOCUMENTS = ['methodology.md', 'glossary.md'];

/** @param {string} path @returns {number} */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'node_modules');
  return Math.max(stats.mtimeMs, ...names.map((name) => newest(join(path, name))));
}

/** @param {string} stamp @param {readonly string[]} inputs */
function isCurrent(stamp, inputs) {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return inputs.every((name) => !existsSync(join(root, name)) || newest(join(root, name)) < builtAt);
}

/** Tables that the program reads as files, from `src`. @param {string} root @returns {string[]} */
function shippedTables(root) {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => basename(dirname(name)) === 'data' && name.endsWith('.txt'));
}

const ifNeeded = process.argv.includes('--if-needed');
if (ifNeeded && isCurrent(stamp, inputs)) process.exit(0);

// A build that others may be using is overwritten in place; only a full build starts from nothing.
if (!ifNeeded)
  for (const folder of ['dist', join('sdk', 'dist')])
    rmSync(join(root, folder), { recursive: true, force: true });
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const sdk = buildSdk(root);
const noCheck = process.argv.includes('--unchecked') ? ['--noCheck'] : [];
const compile = () =>
  spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...noCheck], {
    cwd: root,
    stdio: 'inherit',
  });
// Tests and benchmarks alone import compiled modules.
const status = process.argv.includes('--packed') ? 0 : compile().status;
const isSdkBuilt = await sdk;
// It takes as long as everything else, and most changes are not of the page.
let isWebBuilt = ifNeeded && isCurrent(webStamp, webInputs);
if (!isWebBuilt && isSdkBuilt) {
  isWebBuilt = await buildWeb(root);
  if (isWebBuilt && status === 0) writeFileSync(webStamp, '');
}
const isBuilt = isSdkBuilt && isWebBuilt && status === 0;
if (isBuilt) {
  // In place of the compiled files of what is started; tests and benchmarks import the others.
  const bundled = await bundleProgram(root);
  writeSupplyChain(root, bundled);
  // What browsers load is served as it is written.
  const page = join('src', 'api', 'site', 'docs-page');
  cpSync(join(root, page), join(root, 'dist', page), { recursive: true });
  for (const name of shippedTables(root)) cpSync(join(root, 'src', name), join(root, 'dist', 'src', name));
  // What MCP hands to models.
  for (const name of MCP_DOCUMENTS) {
    cpSync(join(root, 'docs', 'trust', name), join(root, 'dist', 'src', 'mcp', 'documents', name));
  }
  writeSite(siteOf(root), designOf(root), join(root, 'dist', 'src', 'api', 'docs-site'));
  // What is written as JavaScript is not compiled. It is there only where a command imports the module beside it.
  const evidence = join('sdk', 'src', 'evidence');
  if (existsSync(join(root, 'dist', evidence)))
    cpSync(join(root, evidence, 'page-parts.js'), join(root, 'dist', evidence, 'page-parts.js'));
  // `npx tidemark` runs it as a program.
  chmodSync(join(root, 'dist', 'src', 'cli', 'main.js'), 0o755);
  writeFileSync(stamp, '');
}
process.exit(isBuilt ? 0 : 1);
