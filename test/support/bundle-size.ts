import { rolldown } from 'rolldown';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Compressed size that a module adds to an app that Vite builds with its defaults. */
export async function addedByVite(module: string, folder: string): Promise<number> {
  const [without, whole] = [await viteBytes('', folder), await viteBytes(module, folder)];
  return whole - without;
}

async function viteBytes(module: string, folder: string): Promise<number> {
  const root = join(folder, 'vite-app');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><script type="module" src="./app.js"></script>');
  writeFileSync(join(root, 'app.js'), `${module}\nglobalThis.isApp = true;`);
  const built = await build({ root, configFile: false, logLevel: 'silent', build: { write: false } });
  const [made] = [built].flat();
  if (!made || !('output' in made)) throw new Error('Vite has built nothing');
  const code = made.output.map((one) => (one.type === 'chunk' ? one.code : '')).join('');
  return gzipSync(code, { level: 9 }).length;
}

/**
 * Compressed size of an app that consists of one module: bundled for browsers, minified and without comments, as Vite
 * does it.
 */
export async function bundledBytes(module: string, folder: string): Promise<number> {
  const made = await rolldown({
    input: 'app',
    cwd: folder,
    platform: 'browser',
    plugins: [
      {
        name: 'app',
        resolveId: (id, importer) =>
          id === 'app' ? `${folder}/app.js` : importer === undefined ? id : undefined,
        load: (id) => (id === `${folder}/app.js` ? module : undefined),
      },
    ],
  });
  const { output } = await made.generate({ format: 'esm', minify: true, comments: false });
  await made.close();
  if (output.some(({ type }) => type !== 'chunk')) throw new Error('the app has more than its code');
  const code = output.map((one) => (one.type === 'chunk' ? one.code : '')).join('');
  return gzipSync(code, { level: 9 }).length;
}
