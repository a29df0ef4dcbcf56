// Bundles @tidemark/sdk into sdk/dist: an entry for browsers and one for Node, those of the verifier and of evidence. Writes its declarations.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { writeEvidencePage } from './evidence-page.mjs';

/** What it is made from. */
export const SDK_INPUTS = [
  'scripts/build-sdk.mjs',
  'scripts/evidence-page.mjs',
  'sdk/src',
  'sdk/package.json',
  'sdk/tsconfig.json',
  'sdk/tsconfig.build.json',
  'sdk/tsconfig.build-verify.json',
];

/** Entries with code of the service in them, whose declarations are apart. */
const WITH_ENGINE = ['verify', 'evidence'];

/** @param {string} root @returns {Promise<boolean>} whether it compiled */
export async function buildSdk(root) {
  const folder = join(root, 'sdk');
  const dist = join(folder, 'dist');
  const isTyped = ['tsconfig.build.json', 'tsconfig.build-verify.json'].every((config) =>
    declare(root, join(folder, config)),
  );
  for (const entry of WITH_ENGINE) takeDeclarations(dist, entry);
  rmSync(join(dist, 'types'), { recursive: true, force: true });
  for (const file of declarationsIn(dist))
    writeFileSync(file, withJavaScriptNames(readFileSync(file, 'utf8')));
  await bundle(folder, 'index', 'index.ts', []);
  // What Node adds stands on the file that browsers load.
  await bundle(folder, 'node', 'node.ts', [beside('./index.ts')]);
  await writeEvidencePage(root);
  // An error of the verifier is one of the SDK, by the same class.
  for (const entry of WITH_ENGINE)
    await bundle(folder, entry, join(entry, 'index.ts'), [beside('../errors.ts')]);
  return isTyped;
}

/** Takes a file of the source from the entry for browsers. @param {string} file */
function beside(file) {
  return {
    name: 'beside',
    resolveId: (/** @type {string} */ id) => (id === file ? { id: './index.js', external: true } : undefined),
  };
}

/** @param {string} root @param {string} config */
function declare(root, config) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' }).status === 0;
}

/** @param {string} folder @param {string} entry @param {string} file @param {import('rolldown').Plugin[]} plugins */
async function bundle(folder, entry, file, plugins) {
  const made = await rolldown({
    input: { [entry]: join(folder, 'src', file) },
    external: /^node:/,
    tsconfig: false,
    // Fields that are only declared are types.
    transform: { typescript: { removeClassFieldsWithoutInitializer: true } },
    plugins,
  });
  await made.write({
    dir: join(folder, 'dist'),
    format: 'esm',
    chunkFileNames: '[name].js',
    sourcemap: true,
  });
  await made.close();
}

/** @param {string} folder @returns {string[]} */
function declarationsIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Of the declarations beside those of the engine, what the entry leads to within its own folder: the engine's are none of a
 * user's. The others are in `dist` already. @param {string} dist @param {string} entry
 */
function takeDeclarations(dist, entry) {
  const from = join(dist, 'types', 'sdk', 'src', entry);
  const reached = new Set(['index.d.ts']);
  for (const name of reached) {
    const text = readFileSync(join(from, name), 'utf8');
    for (const [, path = ''] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) reached.add(`${path}.d.ts`);
    if (text.includes("from '../../../")) throw new Error(`${entry}/${name} shows types of the engine`);
  }
  mkdirSync(join(dist, entry), { recursive: true });
  for (const name of reached) copyFileSync(join(from, name), join(dist, entry, name));
}

/** Declarations name the files that are there. @param {string} text */
function withJavaScriptNames(text) {
  return text.replaceAll(/(from '\.[^']*|import\("\.[^"]*)\.ts(['"])/g, '$1.js$2');
}
