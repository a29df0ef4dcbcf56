import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundledBytes } from '../../../support/bundle-size.ts';

const LARGEST_BYTES = 31_500;

const built = (name: string) =>
  readFileSync(new URL(`../../../../sdk/dist/${name}`, import.meta.url), 'utf8');

/** Specifiers of static and dynamic imports. */
const importsOf = (text: string) =>
  [...text.matchAll(/\bimport\b[^"'`;]*["'`]([^"'`]+)["'`]/g)].map(([, path]) => path);

describe('the verifier for browsers', () => {
  test('imports only the entry of the SDK, and adds less than its size to an app, compressed', async () => {
    const text = built('verify.js');
    expect(importsOf(text)).toEqual(['./index.js']);
    const app = `export * from './sdk/dist/verify.js';`;
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    expect(await bundledBytes(app, root.replace(/\/$/, ''))).toBeLessThan(LARGEST_BYTES);
  });

  test('throws the errors of the SDK', async () => {
    const load = (name: string) =>
      import(new URL(`../../../../sdk/dist/${name}`, import.meta.url).href) as Promise<
        Record<string, new () => Error>
      >;
    const [{ TidemarkError }, { UncheckableError }] = await Promise.all([
      load('index.js'),
      load('verify.js'),
    ]);
    expect(new UncheckableError!()).toBeInstanceOf(TidemarkError!);
  });

  test('is declared without a type of the engine', () => {
    expect(built('verify/index.d.ts')).toContain('verifyReceipt');
    for (const file of ['verify/verify-receipt.d.ts', 'verify/distrust.d.ts', 'evidence/evidence.d.ts'])
      expect(built(file)).not.toContain('/src/');
  });
});
