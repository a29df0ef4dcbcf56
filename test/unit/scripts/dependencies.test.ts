import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
}

const json = <T>(path: string) => JSON.parse(readFileSync(`${ROOT}/${path}`, 'utf8')) as T;
const namesIn = ({ dependencies, devDependencies = {} }: Package) => [
  ...Object.entries(dependencies),
  ...Object.entries(devDependencies),
];

describe.each(['', 'bench/'])('the dependencies of %spackage.json', (folder) => {
  const wanted = namesIn(json<Package>(`${folder}package.json`));
  const { packages } = json<Lockfile>(`${folder}package-lock.json`);

  test('have exact versions, and the lockfile has each of them', () => {
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
    for (const [name, version] of wanted) expect(packages[`node_modules/${name}`]).toMatchObject({ version });
  });

  test('come from the registry that npm is configured for: the lockfile names none', () => {
    const hosts = Object.values(packages).flatMap(({ resolved = '' }) => resolved.match(/^\w+:/) ?? []);
    expect(hosts).toEqual([]);
  });
});

test('packages that benchmarks compare with are not installed with the repository', () => {
  const { packages } = json<Lockfile>('package-lock.json');
  const peers = namesIn(json<Package>('bench/package.json')).map(([name]) => name);
  expect(peers.filter((name) => `node_modules/${name}` in packages)).toEqual([]);
});
