// Bundles the program in dist/src: the command line, its threads and processes and the table of sources, with what they import, in few files.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** The folder in dist/src with what the entries share. */
const SHARED = 'bundle';

/** Loaded by path (ccxt) or for few (nats, pg). */
export const EXTERNAL_PACKAGES = ['ccxt', 'nats', 'pg'];

/** The last two are native: ws takes them where they are installed. */
const EXTERNAL = [/^node:/, /^ccxt(?:\/|$)/, ...EXTERNAL_PACKAGES, 'bufferutil', 'utf-8-validate'];

/** Stands in a bundled module for its `import.meta.url`, until it is known which file the module goes to. */
const OWN_URL = 'URL_OF_MODULE';

/** A module that hands out its own URL. */
const OWN_MODULE = /^const MODULE = import\.meta\.url;$/m;

/** What it is made with, beside the sources. */
export const PROGRAM_INPUTS = ['scripts/build.mjs', 'scripts/bundle-program.mjs'];

/**
 * Modules that are loaded by their path, from `src` and without extension: each is a file of its own in dist/src, where it
 * would be without bundling. A thread or process is known by the call that finds its file, a table that threads load by `OWN_MODULE`.
 * @param {string} root @returns {string[]}
 */
export function programEntries(root) {
  const entries = new Set(['cli/main']);
  for (const file of sourcesIn(join(root, 'src'))) {
    const text = readFileSync(file, 'utf8');
    if (OWN_MODULE.test(text)) entries.add(nameOf(root, file).replace(/\.ts$/, ''));
    for (const [, name = ''] of text.matchAll(/compiledUrl\('([^']+)', import\.meta\.url\)/g))
      entries.add(nameOf(root, join(dirname(file), name)));
  }
  return [...entries].sort();
}

/** @param {string} root @returns {Promise<ReadonlySet<string>>} paths of the packages whose code is in it */
export async function bundleProgram(root) {
  const made = await rolldown({
    input: Object.fromEntries(programEntries(root).map((name) => [name, join(root, 'src', `${name}.ts`)])),
    cwd: root,
    platform: 'node',
    external: EXTERNAL,
    tsconfig: false,
    // Fields that are only declared are types.
    transform: { target: 'es2023', typescript: { removeClassFieldsWithoutInitializer: true } },
    plugins: [ownUrls(root)],
  });
  const out = join(root, 'dist', 'src');
  const { output } = await made.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${SHARED}/[name]-[hash].js`,
    // Errors are logged with the names of their classes, whatever another file has of the same name.
    keepNames: true,
    sourcemap: true,
  });
  await made.close();
  removeOld(join(out, SHARED), new Set(output.map((file) => posix.basename(file.fileName))));
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return packagesOf(root, modules);
}

/** What runs from an earlier build may load files of it yet; it is given an hour. @param {string} folder @param {ReadonlySet<string>} made */
function removeOld(folder, made) {
  const before = Date.now() - 3_600_000;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!made.has(name) && statSync(file).mtimeMs < before) rmSync(file);
  }
}

/**
 * A module finds threads, pages and package.json from where it would be without bundling.
 * @param {string} root @returns {import('rolldown').Plugin}
 */
function ownUrls(root) {
  return {
    name: 'own-urls',
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id) {
        const name = nameOf(root, id);
        if (name.startsWith('../')) return undefined;
        const url = `${OWN_URL}(${JSON.stringify(name.replace(/\.ts$/, '.js'))})`;
        // In backticks it is meant in a comment.
        return { code: code.replaceAll(/(?<!`)\bimport\.meta\.url\b/g, url), map: null };
      },
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(OWN_URL)) return undefined;
      const rendered = code.replaceAll(new RegExp(`${OWN_URL}\\("([^"]+)"\\)`, 'g'), (_, name) => {
        const path = posix.relative(posix.dirname(fileName), name);
        return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
      });
      return { code: rendered, map: null };
    },
  };
}

/** Packages that modules are of: their paths from the root. @param {string} root @param {readonly string[]} modules */
function packagesOf(root, modules) {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return new Set(folders.map((folder) => relative(root, folder).split(sep).join('/')));
}

/** A path from `src`. @param {string} root @param {string} path */
function nameOf(root, path) {
  return relative(join(root, 'src'), path).split(sep).join('/');
}

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
