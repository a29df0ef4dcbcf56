import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addedByVite, bundledBytes } from '../../support/bundle-size.ts';
import { PackedSdk, sampleProgram } from '../../support/packed-sdk.ts';
import { startService } from '../../support/service.ts';
import { selfSigned } from '../../support/self-signed.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** 14 kB of 1,024 bytes, as the README says. */
const LARGEST_BYTES = 14 * 1024;
const LONGEST_LINE = 500;

let sdk: PackedSdk;
beforeAll(() => {
  sdk = new PackedSdk();
});
afterAll(() => sdk.remove());

describe('the packed SDK', () => {
  test('contains what it needs, and nothing else', () => {
    const others = /^(?:package\.json|README\.md|LICENSE|dist\/.*\.(?:js|js\.map|d\.ts))$/;
    expect(sdk.files.filter((path) => !others.test(path))).toEqual([]);
    expect(sdk.files).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'dist/index.js', 'dist/node.js', 'dist/index.d.ts']),
    );
  });

  test('has no dependencies', () => {
    const lock = join(sdk.project, 'node_modules', '.package-lock.json');
    const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, object> };
    expect(Object.keys(packages)).toEqual(['node_modules/@tidemark/sdk']);
    expect(packages['node_modules/@tidemark/sdk']).not.toHaveProperty('dependencies');
  });

  test('adds less than its size to an app for browsers, compressed', async () => {
    const app = `import { Tidemark } from '@tidemark/sdk'; globalThis.tidemark = new Tidemark();`;
    expect(await bundledBytes(app, sdk.project)).toBeLessThan(LARGEST_BYTES);
    const added = await addedByVite(app, sdk.project);
    expect(added).toBeGreaterThan(LARGEST_BYTES / 2);
    expect(added).toBeLessThan(LARGEST_BYTES);
  });

  test('is not minified: an uncaught error shows a source line, and has its name', async () => {
    const folder = join(sdk.project, 'node_modules', '@tidemark', 'sdk', 'dist');
    const text = readFileSync(join(folder, 'index.js'), 'utf8');
    expect(text).not.toMatch(/\bimport\b/);
    for (const name of ['index.js', 'node.js', 'node-socket.js', 'verify.js']) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n');
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(LONGEST_LINE);
    }
    const program = `import { Tidemark } from '@tidemark/sdk'; new Tidemark({ url: 'nonsense' });`;
    const failed = await sdk.run(program).catch((error: Error & { stderr?: string }) => error.stderr ?? '');
    expect(failed).toContain('throw new TidemarkError(');
    expect(failed).toContain('TidemarkError: url must be like');
    expect(failed).toContain('at new Tidemark (');
    expect(failed.length).toBeLessThan(2000);
  });

  test('its error classes keep their names, also in a minified app', async () => {
    const program = `import * as sdk from '@tidemark/sdk';
      const errors = Object.entries(sdk).filter(([name]) => name.endsWith('Error'));
      const named = errors.map(([name, Kind]) => [name, Kind.name, new Kind('', []).name]);
      console.log(JSON.stringify(named));`;
    const named = JSON.parse(await sdk.run(program)) as [string, string, string][];
    expect(named.length).toBeGreaterThan(10);
    for (const [exported, ofClass, ofError] of named)
      expect([ofClass, ofError]).toEqual([exported, exported]);
  });

  test('passes publint', async () => {
    const tarball = readFileSync(sdk.tarball);
    const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length);
    const { messages } = await publint({ pack: { tarball: bytes }, strict: true });
    expect(messages).toEqual([]);
  });

  test('has types for every module resolution except CommonJS, which it is not', async () => {
    const checked = await checkPackage(createPackageFromTarballData(readFileSync(sdk.tarball)));
    if (!checked.types) throw new Error('there are no types');
    const kinds = checked.problems.map((problem) => [
      problem.kind,
      'resolutionKind' in problem ? problem.resolutionKind : undefined,
    ]);
    // `moduleResolution: node10` knows no "exports"; from CommonJS it is imported dynamically.
    expect(kinds.filter(([, resolution]) => resolution !== 'node10' && resolution !== 'node16-cjs')).toEqual(
      [],
    );
    expect(kinds.every(([kind]) => kind === 'CJSResolvesToESM' || kind === 'NoResolution')).toBe(true);
  });

  test.each([
    { platform: 'Node 20', options: ['--types', 'node', '--lib', 'es2023'] },
    { platform: 'browsers', options: ['--lib', 'es2023,dom,dom.iterable,dom.asynciterable'] },
    { platform: 'browsers, with `dom` alone', options: ['--lib', 'es2023,dom'] },
  ])('compiles in a project for $platform', ({ options }) => {
    writeFileSync(
      join(sdk.project, 'typed.ts'),
      `import { NameError, Tidemark, type Candle, type Day, type IndexTicker, type Receipt, type Tick } from '@tidemark/sdk';
       export const local = new Tidemark();
       export const same = (tick: IndexTicker): Tick => tick;
       export const closes = ({ close }: Candle | Day): string => close;
       export const count = ({ exchanges = [] }: Receipt): number => exchanges.length;
       export const newest = () => local.stream().ticks('BTC', { latest: true });
       // @ts-expect-error: half of a client
       export const half = () => new Tidemark({ clientId: 'x' });
       const tidemark = new Tidemark({ url: 'http://localhost', token: 'x', strict: true });
       export const price: Promise<string> = tidemark.price('BTC', { signal: AbortSignal.timeout(1) });
       export async function last(): Promise<IndexTicker | undefined> {
         for await (const tick of tidemark.stream().ticks(['BTC'], { since: new Date() })) return tick;
         return undefined;
       }
       tidemark.stream().on('trade', { market: 'BTC_USD' }, ({ amount }) => amount.length);
       export const isName = (error: unknown) => error instanceof NameError && error.candidates[0]?.rank;
       // @ts-expect-error: there is no such interval
       tidemark.candles('BTC', { interval: '2m', from: 0 });
       // @ts-expect-error: an index is required
       void tidemark.read('listReceipts', { from: '' });`,
    );
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--noEmit'];
    const roots = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
    const flags = ['--target', 'es2023', ...strict, ...roots, ...options];
    expect(() =>
      execFileSync(process.execPath, [tsc, ...flags, 'typed.ts'], { cwd: sdk.project, encoding: 'utf8' }),
    ).not.toThrow();
  });
});

test('prices and streams over TLS once installed, and lets the process end', async () => {
  const { cert, key } = selfSigned(sdk.folder);
  const secure = await startService({ argv: ['--tls-cert', cert, '--tls-key', key] });
  try {
    expect(secure.baseUrl).toMatch(/^https:/);
    const program = sampleProgram(secure.baseUrl);
    const printed = await sdk.run(program, process.execPath, { NODE_EXTRA_CA_CERTS: cert });
    expect(JSON.parse(printed)).toEqual({ isPrice: true, indexType: 'MWA' });
  } finally {
    await secure.close();
  }
});
