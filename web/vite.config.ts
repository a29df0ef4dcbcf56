import { defineConfig } from 'vite';

/** Paths are relative, so that the page works below any base path. What is inlined would be refused by the policy of content. */
export default defineConfig({
  base: './',
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
