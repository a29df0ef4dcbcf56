import { rolldown } from 'rolldown';
import { gzipSync } from 'node:zlib';

/** Of an app that consists of one module: bundled for browsers, minified and without comments, as Vite makes it, then compressed. */
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
