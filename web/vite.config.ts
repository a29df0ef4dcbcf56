import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { attacksIn } from './src/views/integrity/attacks.ts';

const measured = readFileSync(new URL('../docs/reference/integrity-results.md', import.meta.url), 'utf8');

/**
 * Relative paths, so that the page works below any base path. The content security policy blocks inline
 * scripts and styles.
 */
export default defineConfig({
  base: './',
  define: { MEASURED_ATTACKS: JSON.stringify(attacksIn(measured)) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 250,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
