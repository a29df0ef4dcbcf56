// Builds the page of `web/` with Vite into dist/web, where there is such a folder, and puts compressed forms beside its files.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What it is made from, beside the SDK and the code of the service in it. */
export const WEB_INPUTS = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/package.json',
  'web/tsconfig.json',
  'web/vite.config.ts',
  'scripts/build-web.mjs',
  // Measured figures that the page shows.
  'docs/reference/integrity-results.md',
];

/** Types that are worth compressing: fonts and pictures are compressed already. */
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest', '.wasm']);
/** A smaller one fits one packet either way. */
const SMALLEST_BYTES = 512;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const GZIP = { level: constants.Z_BEST_COMPRESSION };

/** @param {string} root */
export const hasWeb = (root) => existsSync(join(root, 'web', 'vite.config.ts'));

/** @param {string} root @returns {Promise<boolean>} whether it was built, or there is nothing to build */
export async function buildWeb(root) {
  const out = join(root, 'dist', 'web');
  if (!hasWeb(root)) {
    rmSync(out, { recursive: true, force: true });
    return true;
  }
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--base', './', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, [vite, 'build', ...options], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    // The page is the same whatever starts the build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) return false;
  await compressFilesIn(out);
  return true;
}

/** Leaves `.br` and `.gz` beside each file that gets smaller by them. @param {string} folder */
export async function compressFilesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST_BYTES) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { ...BROTLI.params, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, GZIP),
  ]);
  if (brotli.length < bytes.length) writeFileSync(`${file}.br`, brotli);
  if (gzipped.length < bytes.length) writeFileSync(`${file}.gz`, gzipped);
}
