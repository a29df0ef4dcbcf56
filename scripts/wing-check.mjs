// Proves that a wing can be left out: in a copy of the tree without the wing, its line in src/app/compose/wings.ts and its tests, the
// rest compiles and its unit tests pass. Usage: wing-check.mjs [--types] [wing ...], by default all wings. --types compiles src, bench and
// test/system only, and runs no unit tests.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const TABLE = 'src/app/compose/wings.ts';

/**
 * Tests that need a wing without importing it, by wing: they use its settings or its source, or compare the whole product with its
 * documentation, its benches or deploy/.
 * @type {Record<string, string[]>}
 */
const ALSO_REMOVED = {
  simulator: [
    'test/unit/app/config/config.test.ts',
    'test/unit/app/operate/troubles/messages.test.ts',
    'test/unit/cli/completion.test.ts',
    'test/unit/cli/documented-options.test.ts',
    'test/unit/cluster/roles/collect/collect-node.test.ts',
    'test/unit/scripts/bench.test.ts',
    'test/unit/scripts/deploy.test.ts',
    'test/unit/scripts/folder-pages.test.ts',
    'test/unit/scripts/guides.test.ts',
    'test/unit/shipped-tables.test.ts',
  ],
  cluster: [
    'test/unit/app/config/config.test.ts',
    'test/unit/app/operate/troubles/messages.test.ts',
    'test/unit/cli/documented-options.test.ts',
    'test/unit/scripts/bench.test.ts',
    'test/unit/scripts/deploy.test.ts',
    'test/unit/scripts/folder-pages.test.ts',
  ],
};

/** The wings that the table names, with the line of each. @returns {Map<string, string>} */
function wingsOf() {
  const lines = readFileSync(join(root, TABLE), 'utf8').match(/^export .*;$/gm) ?? [];
  return new Map(lines.map((line) => [/'(?:\.\.\/)+([^/']+)\/wing\.ts'/.exec(line)?.[1] ?? '', line]));
}

/** What git knows or would add. @returns {string[]} */
function filesOfTree() {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`);
  return [...new Set(listed.stdout.split('\n'))].filter(
    (name) => name !== '' && existsSync(join(root, name)),
  );
}

const IMPORT = /(?:from|import\(?)\s*['"](\.[^'"]+)['"]/g;

/** Tests, benches and scripts that need the wing: they import it, however far away, or name a file of it.
 * @param {readonly string[]} files @param {string} wing @returns {Set<string>} */
function dependentsOf(files, wing) {
  const own = `src/${wing}/`;
  const sources = files.filter((name) => /^(test|bench|scripts)\/.*\.(ts|tsx|mjs)$/.test(name));
  const texts = new Map(sources.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
  const imports = new Map(
    [...texts].map(([name, text]) => [
      name,
      [...text.matchAll(IMPORT)].map(([, path = '']) =>
        resolve('/', dirname(name), path).slice(1).replace(/\.js$/, '.ts'),
      ),
    ]),
  );
  const removed = new Set([
    ...(ALSO_REMOVED[wing] ?? []),
    ...sources.filter((name) => name.startsWith(`test/unit/${wing}/`) || texts.get(name)?.includes(own)),
  ]);
  for (let before = -1; before !== removed.size;) {
    before = removed.size;
    for (const [name, targets] of imports)
      if (targets.some((target) => removed.has(target))) removed.add(name);
  }
  return removed;
}

/** @param {string} folder @param {string} what @param {readonly string[]} command @returns {boolean} */
function passes(folder, what, [program = '', ...args]) {
  const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules', '.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${what}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}

/** @param {string} wing @param {string} line @param {boolean} withTests @returns {boolean} */
function holdsWithout(wing, line, withTests) {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-without-${wing}-`));
  try {
    const files = filesOfTree();
    const removed = dependentsOf(files, wing);
    for (const name of files)
      if (!name.startsWith(`src/${wing}/`) && !removed.has(name))
        cpSync(join(root, name), join(folder, name), { verbatimSymlinks: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const table = join(folder, TABLE);
    writeFileSync(table, readFileSync(table, 'utf8').replace(`${line}\n`, ''));
    const project = withTests ? 'tsconfig.json' : 'tsconfig.build.json';
    const compiles = passes(folder, `types without ${wing}`, ['tsc', '--noEmit', '-p', project]);
    if (!withTests || !compiles) return compiles;
    return passes(folder, `unit tests without ${wing}`, ['vitest', 'run', '--project', 'unit']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const args = process.argv.slice(2);
const wings = wingsOf();
const named = args.filter((argument) => !argument.startsWith('--'));
for (const name of named)
  if (!wings.has(name))
    throw new Error(`${TABLE} has no wing ${name}: it has ${[...wings.keys()].join(', ')}`);
const withTests = !args.includes('--types');
const results = [...wings]
  .filter(([wing]) => named.length === 0 || named.includes(wing))
  .map(([wing, line]) => holdsWithout(wing, line, withTests));
process.exit(results.every(Boolean) ? 0 : 1);
