import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programEntries } from '../../../scripts/bundle-program.mjs';
import { pathOf, sourcePages } from '../../../scripts/docs-site/pages.mjs';
import { eventually, statusWith, tokenOf } from '../../support/tidemark-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-packed-'));
/** Far more than anything here takes. */
const PATIENCE_MS = 300_000;
const NPM = realpathSync(execFileSync('which', ['npm']).toString().trim());

/** This version, and those fetched by `scripts/system-suites.mjs`. */
const NODES = [
  { version: '20', node: process.execPath },
  ...['22', '24'].map((version) => ({
    version,
    node: join(ROOT, 'node_modules', '.cache', 'nodes', version, 'bin', 'node'),
  })),
];

/** Environment of a shell with that `node`: npm, and everything it starts, run on it. */
function environmentOf(node: string, version: string): NodeJS.ProcessEnv {
  const bin = join(folder, `bin-${version}`);
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, 'node'))) symlinkSync(node, join(bin, 'node'));
  // Network settings stay; the settings of the tests themselves are removed.
  const own = /^(?:npm_|TIDEMARK_|VITEST|NODE_ENV$|NODE_OPTIONS$|PATH$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(kept), PATH: `${bin}:${process.env['PATH']}` };
}

async function npm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('node', [NPM, ...args], {
    cwd,
    env,
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [status] = (await once(child, 'close')) as [number | null];
  // npm messages about the machine's configuration do not concern the product.
  const said = stderr.split('\n').filter((line) => !/^npm warn Unknown \w+ config /.test(line));
  return { status, stdout, stderr: said.join('\n') };
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;

beforeAll(async () => {
  // It is already built, and others use the build.
  const flags = ['--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await npm(['pack', ...flags], ROOT, environmentOf(process.execPath, 'pack'));
  [packed] = JSON.parse(stdout) as [Packed];
}, PATIENCE_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed product', () => {
  test('contains the program and its documents, and nothing for development only', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'package.json',
        'examples/exchanges/README.md',
        'dist/THIRD-PARTY.txt',
        'dist/sbom.cdx.json',
        'dist/src/reference/data/assets.txt',
        'dist/src/simulator/data/crypto-assets.txt',
        'dist/web/index.html',
        'dist/src/api/site/docs-page/rest.js',
        'dist/src/api/docs-site/search.json',
        'dist/src/api/docs-site/use/rest.html',
        // A missing thread file would be noticed only when it is started.
        ...programEntries(ROOT).map((name) => `dist/src/${name}.js`),
      ]),
    );
    const others =
      /^(?:src|test|bench|scripts|data|node_modules)\/|^dist\/(?!src\/|web\/|sbom\.cdx\.json$|THIRD-PARTY\.txt$)|\.map$|\.log$/;
    expect(paths.filter((path) => others.test(path))).toEqual([]);
  });

  test('has each document once: as a page of /docs', () => {
    const paths = packed.files.map(({ path }) => path);
    const pages = sourcePages(ROOT);
    expect(pages.length).toBeGreaterThan(70);
    expect(paths).toEqual(
      expect.arrayContaining(pages.map(({ path }) => `dist/src/api/docs-site/${path}.html`)),
    );
    // npm always packs the README; those of deploy/ and examples/ are beside the files that they describe.
    // Tools for AI models send two of them as Markdown.
    const markdown = paths.filter(
      (path) => path.endsWith('.md') && !/^(?:deploy|examples|dist\/src\/mcp\/documents)\//.test(path),
    );
    expect(markdown).toEqual(['README.md']);
  });

  test('has every page and file that its README links to', () => {
    const paths = packed.files.map(({ path }) => path);
    const links = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)];
    expect(links.length).toBeGreaterThan(5);
    const site = 'dist/src/api/docs-site/';
    const pageOf = (link: string) => {
      if (link.endsWith('.md')) return `${site}${pathOf(link)}.html`;
      return link.endsWith('.png') ? `${site}files/` : `${site}${link.replace(/^docs\//, '')}/`;
    };
    for (const [, link = ''] of links)
      expect(
        paths.some((path) => path === link || path.startsWith(`${link}/`) || path.startsWith(pageOf(link))),
        link,
      ).toBe(true);
  });

  test('can be published, with exact versions that need no override', () => {
    const {
      private: isPrivate,
      dependencies,
      overrides,
    } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      private?: boolean;
      dependencies: Record<string, string>;
      overrides: Record<string, string>;
    };
    expect(isPrivate).toBeUndefined();
    for (const [name, version] of Object.entries(dependencies)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(overrides, name).not.toHaveProperty(name);
    }
  });
});

describe('a build in another folder', { timeout: PATIENCE_MS }, () => {
  test('gives a package of the same bytes', async () => {
    const other = join(folder, 'other folder');
    copyCheckout(other);
    execFileSync(process.execPath, ['scripts/build.mjs', '--packed'], { cwd: other, stdio: 'ignore' });
    const destination = join(folder, 'other-package');
    mkdirSync(destination);
    const flags = ['--ignore-scripts', '--json', '--pack-destination', destination];
    const { stdout } = await npm(['pack', ...flags], other, environmentOf(process.execPath, 'pack'));
    const [repacked] = JSON.parse(stdout) as [Packed];
    // Files left by an earlier build would be named here: `npm run build` starts from nothing.
    expect(repacked.files).toEqual(packed.files);
    expect(differingFiles(other, packed)).toEqual([]);
    const [one, two] = [folder, destination].map((each) => readFileSync(join(each, packed.filename)));
    expect(two!.equals(one!)).toBe(true);
  });
});

/** As a clone with installed dependencies would have it. Nothing writes to files of dependencies, so links do. */
function copyCheckout(to: string): void {
  const others = new Set(['.git', 'data', 'dist', 'node_modules'].map((name) => join(ROOT, name)));
  others.add(join(ROOT, 'sdk', 'dist'));
  cpSync(ROOT.replace(/\/$/, ''), to, { recursive: true, filter: (path) => !others.has(path) });
  execFileSync('cp', ['-R', '--link', join(ROOT, 'node_modules'), to]);
}

function differingFiles(other: string, { files }: Packed): string[] {
  const read = (root: string, path: string) => readFileSync(join(root, path));
  return files.map(({ path }) => path).filter((path) => !read(ROOT, path).equals(read(other, path)));
}

// Most of the time npm waits for the network and the disk.
describe.concurrent.each(NODES)(
  'installed from its package on Node $version',
  { timeout: PATIENCE_MS },
  ({ version, node }) => {
    const env = environmentOf(node, version);
    const cwd = join(folder, `installed-${version}`);

    test('starts, serves and stops without warnings', async () => {
      expect(execFileSync('node', ['--version'], { env }).toString()).toMatch(new RegExp(`^v${version}\\.`));
      mkdirSync(cwd);
      await npm(['init', '-y'], cwd, env);
      const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
      const installed = await npm(['install', ...quiet, join(folder, packed.filename)], cwd, env);
      const { scripts, others } = noticesIn(installed.stderr);
      expect([installed.status, others]).toEqual([0, []]);
      // Newer npm names packages whose install scripts it has not run: those of ccxt, which are not needed.
      for (const name of scripts) expect(['ccxt', 'bufferutil']).toContain(name);
      expect(installed.stdout).toMatch(/^\s*added \d+ packages in \S+\s*$/);
      const listed = await npm(['ls', '--all'], cwd, env);
      expect([listed.status, listed.stderr]).toEqual([0, '']);
      expect(installedIn(cwd)).toEqual(listedBySbom(cwd));
      await startAndStop(cwd, env);
    });
  },
);

describe('npx', { timeout: PATIENCE_MS }, () => {
  test('runs the package without installing it first', async () => {
    const cwd = join(folder, 'npx');
    mkdirSync(cwd);
    const args = ['exec', '--yes', '--ignore-scripts', '--package', join(folder, packed.filename)];
    const env = { ...environmentOf(process.execPath, 'npx'), npm_config_cache: join(folder, 'npx-cache') };
    const run = await npm([...args, '--', 'tidemark', '--version'], cwd, env);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(run).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

/** Names of the packages in a folder, by npm's own list. */
function installedIn(cwd: string): string[] {
  const list = readFileSync(join(cwd, 'node_modules', '.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(list) as { packages: Record<string, unknown> };
  return Object.keys(packages)
    .map((path) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => name !== 'tidemark')
    .sort();
}

function listedBySbom(cwd: string): string[] {
  const file = join(cwd, 'node_modules', 'tidemark', 'dist', 'sbom.cdx.json');
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
    components: { group?: string; name: string; properties: { value: string }[] }[];
  };
  return components
    .filter(({ properties }) => properties.some(({ value }) => value === 'installed'))
    .map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
    .sort();
}

/** Packages that npm names for their install scripts, and its other output. */
function noticesIn(stderr: string): { scripts: string[]; others: string[] } {
  const lines = stderr.split('\n').filter((line) => line !== '');
  const isOfScripts = (line: string) => line.startsWith('npm warn install-scripts');
  const named = lines
    .filter(isOfScripts)
    .flatMap((line) => /install-scripts\s+(\S+)@\d/.exec(line)?.[1] ?? []);
  return { scripts: named, others: lines.filter((line) => !isOfScripts(line)) };
}

async function startAndStop(cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const program = join(cwd, 'node_modules', '.bin', 'tidemark');
  const args = ['serve', '--port', '0', '--world', 'small', '--backfill', 'off', '--data', join(cwd, 'data')];
  const service = spawn(program, args, { cwd: dirname(cwd), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  service.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  service.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  try {
    const ready = () => /^tidemark ready (\S+) /m.exec(stdout)?.[1];
    await eventually(async () => ready() !== undefined || service.exitCode !== null);
    const baseUrl = ready();
    expect(baseUrl, stderr).toBeDefined();
    expect(await statusWith(baseUrl!, await tokenOf(baseUrl!))).toBe(200);
    for (const path of ['/docs', '/docs/use/rest', '/openapi.json', '/metrics'])
      expect((await fetch(baseUrl! + path)).status, path).toBe(200);
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
    // Log lines are JSON; anything else, such as a deprecation, would be of Node or of a dependency.
    for (const line of stderr.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
  } finally {
    service.kill('SIGKILL');
  }
}
