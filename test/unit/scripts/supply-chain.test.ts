import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runtimePackages } from '../../../scripts/supply-chain/packages.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const json = <T>(path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

interface Component {
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly properties: readonly { readonly value: string }[];
}

interface Sbom {
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const sbom = json<Sbom>('dist/sbom.cdx.json');
const packages = runtimePackages(ROOT);
const placesIn = (name: string) =>
  sbom.components
    .find(({ purl }) => purl.startsWith(`pkg:npm/${name}@`))
    ?.properties.map(({ value }) => value);

/** Licences under which others may be given what we publish. */
const ACCEPTED = ['Apache-2.0', 'ISC', 'MIT', 'OFL-1.1', 'Unlicense'];

/** Neither is needed: that of ccxt prints figures that it fetches, that of the optional bufferutil looks for a binary. */
const INSTALL_SCRIPTS = {
  bufferutil: { script: 'node-gyp-build' },
  ccxt: {
    script: 'node postinstall.js',
    sha256: '73847ca53d145f4d6d7e25b4674d438b30669a059eb34f2369e0973817386710',
  },
};

describe('the software bill of materials', () => {
  test('has every dependency once, with the hash of the lockfile', () => {
    const direct = Object.keys(json<{ dependencies: Record<string, string> }>('package.json').dependencies);
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(direct));
    expect(sbom.specVersion).toBe('1.6');
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect(new Set(sbom.components.map((each) => each['bom-ref'])).size).toBe(packages.length);
    const hashes = sbom.components.map(({ hashes: [hash] }) => hash?.content);
    const locked = packages.map(({ integrity }) => Buffer.from(integrity.slice(7), 'base64').toString('hex'));
    expect(hashes).toEqual(locked);
    expect(locked.filter((hash) => !/^[\da-f]{128}$/.test(hash))).toEqual([]);
  });

  test('names only components as dependencies', () => {
    const references = new Set(sbom.components.map((each) => each['bom-ref']));
    const [product, ...others] = sbom.dependencies;
    expect(product!.dependsOn.length).toBeGreaterThan(10);
    expect(others.map(({ ref }) => ref)).toEqual([...references]);
    const needed = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect(needed).toEqual(references);
  });

  test('says where the code of a package is', () => {
    expect(placesIn('jose')).toEqual(['in the program', 'installed']);
    expect(placesIn('ccxt')).toEqual(['installed']);
    expect(placesIn('preact')).toEqual(['in the page']);
    expect(placesIn('vitest')).toBeUndefined();
    expect(sbom.components.filter(({ scope }) => scope === 'optional').map(({ name }) => name)).toEqual([
      'bufferutil',
      'fflate',
      'node-gyp-build',
      'pg-cloudflare',
    ]);
  });
});

describe('dependencies', () => {
  test('have licences that let them be given on, and the package has their texts', () => {
    const notices = readFileSync(join(ROOT, 'dist', 'THIRD-PARTY.txt'), 'utf8');
    for (const { name, version, licence } of packages) {
      expect(ACCEPTED, name).toContain(licence);
      expect(notices).toContain(`\n${name} ${version} (${licence}), `);
    }
    // Its package.json says all that there is.
    const withoutText = [...notices.matchAll(/^(\S+) .*\n\nThe package has no licence file/gm)];
    expect(withoutText.map(([, name]) => name)).toEqual(['fancy-canvas']);
  });

  test('have no install script, but two known ones that nothing needs', () => {
    const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript);
    expect(withScript.map(({ name }) => name)).toEqual(Object.keys(INSTALL_SCRIPTS));
    for (const { name, path } of withScript) {
      const { scripts } = json<{ scripts: Record<string, string> }>(`${path}/package.json`);
      const { preinstall, install, postinstall } = scripts;
      const known = INSTALL_SCRIPTS[name as keyof typeof INSTALL_SCRIPTS];
      expect([preinstall, install, postinstall].filter(Boolean), name).toEqual([known.script]);
    }
    const text = readFileSync(join(ROOT, 'node_modules/ccxt/postinstall.js'));
    // Read what has changed in it before you enter another hash.
    expect(createHash('sha256').update(text).digest('hex')).toBe(INSTALL_SCRIPTS.ccxt.sha256);
  });

  test('have the install scripts that the lockfile says', () => {
    for (const { path, hasInstallScript } of packages) {
      const { scripts = {} } = json<{ scripts?: Record<string, string> }>(`${path}/package.json`);
      const has = ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
      expect(has, path).toBe(hasInstallScript);
    }
  });
});
