// Holds the table of ARCHITECTURE.md: which folder may import which, which npm packages and Node modules it may
// use, which files may name an implementation of a port, how many files a folder may have, that nothing but the clocks asks for
// the time, that no module keeps state, and that threads which a start waits for load no more than they need. The SDK and
// the page are held to the same rules. Usage: import-rule.mjs [folder], by default src, sdk/src and web/src.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = process.argv[2] === undefined ? join(root, 'src') : resolve(process.argv[2]);
/** What the SDK is made from is named as if it were a folder of `src`. */
const sdk = join(root, 'sdk', 'src');
/** So is the page. */
const web = join(root, 'web', 'src');

/** What is known of each type of index besides its formula. */
const INDEX_TYPES = 'engine/index-types';

/**
 * The longest name that a file's path begins with is its rule.
 * folders: what may be imported besides the folder itself; `x/y.ts` allows one file (a port).
 * npm: packages; node: built-in modules ('*' for all).
 * @type {Record<string, { folders: string[], npm: string[], node: string[] }>}
 */
const TABLE = {
  core: { folders: [], npm: [], node: ['crypto'] },
  contract: { folders: ['core', INDEX_TYPES], npm: [], node: [] },
  disk: { folders: ['core'], npm: [], node: ['crypto', 'fs', 'path', 'zlib'] },
  threads: { folders: ['disk/files.ts'], npm: [], node: ['path', 'url', 'worker_threads'] },
  engine: { folders: ['core'], npm: [], node: [] },
  reference: { folders: ['core', 'disk'], npm: [], node: ['crypto', 'path', 'util', 'zlib'] },
  sources: { folders: ['core', 'reference'], npm: [], node: ['crypto'] },
  'sources/past.ts': { folders: ['core', 'history/history-store.ts'], npm: [], node: [] },
  'sources/seeding.ts': { folders: ['core', 'history/history-store.ts'], npm: [], node: [] },
  'sources/recording': { folders: ['core', 'disk'], npm: [], node: ['path', 'zlib'] },
  // The collector is a process of its own; LX constituents are reviewed as the methodology says.
  'sources/live': {
    folders: [
      'core',
      'disk',
      'reference',
      'threads',
      'engine/lx/lx-constituents.ts',
      'engine/methodology.ts',
    ],
    npm: ['undici'],
    node: ['*'],
  },
  // Days of exchanges are combined as ticks are, in a process of its own.
  'sources/live/seed': {
    folders: ['core', 'disk', 'engine', 'reference', 'threads', 'history/history-store.ts'],
    npm: [],
    node: ['*'],
  },
  'sources/live/ccxt': { folders: ['core', 'disk/files.ts'], npm: ['ccxt'], node: ['url'] },
  'sources/live/declared': { folders: ['core', 'disk'], npm: [], node: ['path'] },
  'sources/live/trial': { folders: ['core', 'disk'], npm: [], node: [] },
  history: { folders: ['core', 'disk', 'threads', INDEX_TYPES], npm: [], node: ['*'] },
  bus: { folders: ['core'], npm: [], node: ['crypto', 'util', 'zlib'] },
  latest: { folders: ['core', 'reference', INDEX_TYPES], npm: [], node: ['crypto', 'util', 'zlib'] },
  'values/receipts': {
    folders: ['core', 'engine', 'history/history-store.ts', 'history/input-store.ts'],
    npm: [],
    node: [],
  },
  'values/candles': {
    folders: ['core', 'engine', 'history/history-store.ts', 'history/read-budget.ts'],
    npm: [],
    node: [],
  },
  'values/coverage': {
    folders: ['core', 'history/history-store.ts', 'history/modelled-past.ts', 'reference/listing-changes.ts'],
    npm: [],
    node: [],
  },
  // Files hold records as the API shows them.
  'values/export': { folders: ['core', 'contract', 'latest'], npm: ['hyparquet-writer'], node: [] },
  alerts: { folders: ['core', 'contract'], npm: [], node: [] },
  'alerts/delivery': { folders: ['core', 'contract'], npm: [], node: ['crypto', 'dns', 'http', 'https'] },
  'alerts/store': { folders: ['core', 'contract', 'disk'], npm: [], node: ['path'] },
  auth: { folders: ['core', 'contract', 'disk'], npm: ['jose'], node: ['crypto', 'path'] },
  // Tools know services by what clients see, and recompute with the verifier of the SDK.
  mcp: { folders: ['core', 'contract', 'disk/files.ts', INDEX_TYPES, 'sdk'], npm: [], node: [] },
  api: {
    folders: [
      'core',
      'contract',
      'auth',
      'mcp',
      // What tools of MCP get.
      'sdk/api.ts',
      'sdk/incomplete.ts',
      'sdk/integrity-keys.ts',
      'reference',
      'latest',
      'alerts/alert-refusal.ts',
      'alerts/alert-service.ts',
      'alerts/delivery/endpoint-secrets.ts',
      'alerts/endpoint-service.ts',
      'alerts/rules/alert-rule.ts',
      'alerts/rules/raised-alert.ts',
      'alerts/store/alert-store.ts',
      'history/history-store.ts',
      'history/modelled-past.ts',
      'history/read-budget.ts',
      'values/receipts/kept-receipts.ts',
      'values/receipts/receipts.ts',
      'values/candles/candles.ts',
      'values/coverage/coverage.ts',
      'values/export/day-files.ts',
      'values/export/parquet/batch-rows.ts',
      'values/export/parquet/parquet-files.ts',
      'values/export/parquet/record-batch.ts',
      'bus/bus.ts',
      'sources/source.ts',
      'disk/files.ts',
    ],
    npm: ['pino', 'prom-client', 'ws'],
    node: ['*'],
  },
  app: { folders: ['*'], npm: ['pino', 'prom-client'], node: ['*'] },
  cli: {
    folders: [
      'core',
      'contract',
      'app',
      'auth',
      'mcp',
      'disk/durable-file.ts',
      'disk/files.ts',
      'disk/regular-file.ts',
      // Receipts are shown with the numbers of their methodology.
      'engine/methodology.ts',
      INDEX_TYPES,
      'sdk',
      'sources/live/payloads/payload-files.ts',
      'sources/live/trial/exchange-check.ts',
      'sources/live/trial/exchange-trial.ts',
      'sources/live/trial/known-exchanges.ts',
    ],
    npm: [],
    node: ['*'],
  },
  // A wing. It reviews its LX constituents as the methodology says.
  simulator: {
    folders: [
      'core',
      'disk/shipped-table.ts',
      'reference',
      'sources',
      'engine/lx/lx-constituents.ts',
      'engine/methodology.ts',
    ],
    npm: [],
    node: ['crypto'],
  },
  // What the engine would have published.
  'simulator/past': {
    folders: ['core', 'engine', 'history/history-store.ts', 'sources/past.ts'],
    npm: [],
    node: [],
  },
  // A wing.
  'cluster/nats': { folders: ['core', 'bus'], npm: ['nats'], node: ['crypto', 'util', 'zlib'] },
  'cluster/postgres': { folders: ['core/errors.ts'], npm: ['pg'], node: [] },
  'cluster/postgres/alerts': { folders: ['core', 'alerts', 'auth'], npm: [], node: [] },
  'cluster/postgres/history': {
    folders: ['core', 'history', INDEX_TYPES],
    npm: [],
    node: ['crypto', 'zlib'],
  },
  'cluster/postgres/inputs': { folders: ['core', 'history'], npm: [], node: [] },
  'cluster/postgres/leases': { folders: ['core'], npm: [], node: ['crypto'] },
  'cluster/postgres/secrets': { folders: ['core', 'auth'], npm: [], node: ['crypto'] },
  cluster: { folders: ['*'], npm: ['pino', 'prom-client'], node: ['*'] },
  // A package of its own, without any dependency; browsers load all of it but the socket for Node.
  sdk: { folders: [], npm: [], node: [] },
  // The verifier computes with the engine itself.
  'sdk/verify': { folders: ['core', 'engine'], npm: [], node: [] },
  'sdk/stream/node-socket.ts': { folders: [], npm: [], node: ['crypto', 'http', 'https', 'net', 'stream'] },
  // The page knows the service by what clients see: it has the SDK, and the engine through the verifier in it.
  web: {
    folders: [],
    npm: ['@tidemark/sdk', 'preact', '@preact/signals', 'lightweight-charts'],
    node: [],
  },
};

/**
 * Folders inside a folder, and which of the others each may import. Files directly in the outer folder are its entrance:
 * they may import all of it.
 * @type {Record<string, Record<string, string[]>>}
 */
const WITHIN = {
  api: {
    http: [],
    pages: ['http'],
    compat: ['http'],
    resources: ['http', 'pages', 'compat'],
    adapters: ['http', 'pages', 'resources'],
    openapi: ['http', 'resources', 'stream'],
    site: ['http', 'resources'],
    stream: ['http', 'compat'],
  },
  app: {
    config: [],
    process: ['config'],
    directory: ['config', 'process'],
    pipeline: ['config', 'process', 'directory'],
    operate: ['config', 'process', 'directory', 'pipeline'],
    serve: ['config', 'process', 'directory', 'pipeline', 'operate'],
    compose: ['config', 'process', 'directory', 'pipeline', 'operate', 'serve'],
  },
  cluster: {
    nats: [],
    postgres: [],
    remote: ['nats', 'postgres'],
    credentials: ['nats', 'postgres'],
    files: ['postgres', 'credentials'],
    secrets: ['postgres', 'credentials'],
    move: ['postgres', 'files', 'credentials'],
    roles: ['nats', 'postgres', 'remote', 'files', 'secrets', 'credentials'],
    setup: ['nats', 'postgres', 'remote', 'secrets', 'credentials', 'roles'],
    commands: ['remote', 'setup'],
  },
  values: { receipts: [], candles: [], coverage: [], export: [] },
  alerts: { rules: [], store: ['rules'], delivery: ['rules', 'store'] },
};

/** A folder has at most so many files, so that a newcomer can take it in. */
const MAX_FILES = 20;
/** Tables of peers: a file for each route, command, record or formula. */
const PEERS = ['api/resources', 'cli/commands', 'contract/records', 'engine/market'];

/**
 * Implementations of a port, by folder, and the files elsewhere that may name them.
 * @type {Record<string, string[]>}
 */
const IMPLEMENTATIONS = {
  'history/embedded': ['app/directory/backends.ts'],
};

/** Folders that the rest does without. One file names their manifests; everything else of a wing is its own. */
const WINGS = ['simulator', 'cluster'];
const WING_TABLE = 'app/compose/wings.ts';

/** Folders and files that also run in a browser: nothing that they import, however far away, may use a Node module. */
const NODE_FREE = ['contract', 'engine/index-types', 'sdk/index.ts', 'sdk/verify', 'sdk/evidence'];

/**
 * Threads that a start waits for, and commands, and what they do not load with their first module: reading and compiling a file takes
 * about a millisecond in each thread.
 * @type {Record<string, string[]>}
 */
const NOT_LOADED = {
  'app/pipeline/pipeline-worker.ts': ['history/embedded', 'api'],
  'cli/main.ts': ['sdk'],
  'cli/commands/serve.ts': ['sdk'],
  'app/pipeline/past/past-worker.ts': ['history/block', 'history/embedded', 'api', 'app/compose'],
  // Its times are read by a function of the SDK; the client itself is loaded for a service only.
  'cli/commands/export.ts': ['sdk/api.ts', 'sdk/contract.ts', 'sdk/node.ts', 'sdk/stream', 'sdk/tidemark.ts'],
  'app/pipeline/backfill/work/backfill-worker.ts': ['history/block', 'history/embedded', 'api', 'engine'],
};

/**
 * At the beginning of a line, so outside of functions and classes: a variable that can be assigned again, or a container
 * that is empty, which is of use only to code that fills it. One whose type is read-only stays empty.
 */
const STATE_OF_A_MODULE =
  /^(?:export )?(?:(?:let|var) (\w+)|const (\w+)(?:: (?!readonly |Readonly)[^=]*)? = (?:new (?:Map|Set|WeakMap|WeakSet|Array)(?:<[^;]*>)?\(\)|\[\]|\{\});)/gm;

/** Files that may ask the machine for the time, use its files or read the environment. */
const MAY_ASK_TIME = ['core/clocks/clock.ts', 'sdk/clock.ts', 'web/clock.ts'];
const MAY_USE_FILES = ['disk/files.ts'];
const MAY_READ_ENVIRONMENT = ['app/config/process-environment.ts'];

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const TYPE_IMPORT = /(?:^|\n)\s*(?:import|export) type [^'"]*from\s*['"][^'"]+['"]/g;
const DYNAMIC_IMPORT = /import\(\s*['"][^'"]+['"]\s*\)/g;

/** Files by what they import. @param {(text: string) => string} partOf @returns {Map<string, string[]>} */
function graphOf(partOf) {
  return new Map(
    files.map((file) => {
      const targets = importsOf(partOf(readFileSync(file, 'utf8'))).filter((name) => name.startsWith('.'));
      return [nameOf(file), targets.map((target) => nameOf(resolve(dirname(file), target)))];
    }),
  );
}

/** @param {string} file */
function nameOf(file) {
  if (file.startsWith(sdk)) return join('sdk', relative(sdk, file));
  return file.startsWith(web) ? join('web', relative(web, file)) : relative(src, file);
}

/** @param {string} text @returns {string[]} */
function importsOf(text) {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** @param {string[]} allowed @param {string} name */
const allows = (allowed, name) => allowed.includes('*') || allowed.includes(name);

/** @param {string} name */
function ruleOf(name) {
  const [found] = Object.keys(TABLE)
    .filter((path) => name === path || name.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length);
  return found === undefined ? undefined : TABLE[found];
}

/** @param {string} name @param {string} target */
function mayName(name, target) {
  const implementation = Object.keys(IMPLEMENTATIONS).find((folder) => target.startsWith(`${folder}/`));
  if (implementation === undefined || name.startsWith('history/')) return true;
  return IMPLEMENTATIONS[implementation]?.includes(name) ?? false;
}

/** @param {string} name @param {string} target */
function mayImportWing(name, target) {
  const wing = WINGS.find((folder) => isIn(target, folder));
  if (wing === undefined || isIn(name, wing)) return true;
  return name === WING_TABLE && target === `${wing}/wing.ts`;
}

/** @param {string} name @param {string} folder */
const isIn = (name, folder) => name.startsWith(`${folder}/`);

/** Whether a folder may import another one that is inside of the same folder. @param {string} from @param {string} to */
function mayImportWithin(from, to) {
  const [outer = '', inner = '', file] = from.split('/');
  const [otherOuter, otherInner = '', otherFile] = to.split('/');
  if (outer !== otherOuter || file === undefined || otherFile === undefined || inner === otherInner)
    return true;
  const allowed = WITHIN[outer]?.[inner];
  return WITHIN[outer] === undefined || (allowed?.includes(otherInner) ?? false);
}

/** @param {string} file @returns {string[]} */
function problemsOf(file) {
  const name = nameOf(file);
  const folder = name.split('/')[0] ?? '';
  const rule = ruleOf(name);
  if (!rule) return [`${name}: the folder ${folder} is not in the table`];
  const text = readFileSync(file, 'utf8');
  const problems = importsOf(text).flatMap((specifier) => {
    if (/^node:fs(\/|$)/.test(specifier) && !MAY_USE_FILES.includes(name))
      return [`${name} may not use ${specifier}: files are used through ${MAY_USE_FILES.join()}`];
    if (specifier.startsWith('node:')) {
      return allows(rule.node, specifier.slice(5).split('/')[0] ?? '')
        ? []
        : [`${name} may not use ${specifier}`];
    }
    if (!specifier.startsWith('.')) {
      const parts = specifier.split('/');
      const pack = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
      return allows(rule.npm, pack) ? [] : [`${name} may not use the package ${pack}`];
    }
    const target = nameOf(resolve(dirname(file), specifier));
    if (!mayImportWithin(name, target))
      return [`${name} may not import ${target}: see WITHIN in scripts/import-rule.mjs`];
    if (!mayImportWing(name, target))
      return [`${name} may not import ${target}: only ${WING_TABLE} names a wing, by its wing.ts`];
    const targetFolder = target.split('/')[0] ?? '';
    if (!mayName(name, target)) return [`${name} may not name the implementation ${target}: use the port`];
    const isAllowed = (/** @type {string} */ path) => target === path || isIn(target, path);
    if (targetFolder === folder || allows(rule.folders, targetFolder) || rule.folders.some(isAllowed))
      return [];
    return [`${name} may not import ${target}`];
  });
  if (
    !MAY_ASK_TIME.includes(name) &&
    /\bDate\.now\(|new Date\(\)|performance\.now\(|process\.hrtime\b/.test(text)
  ) {
    problems.push(`${name} asks for the time: it must come from a clock that is passed in`);
  }
  if (!MAY_READ_ENVIRONMENT.includes(name) && /process\.env\b/.test(text)) {
    problems.push(`${name} reads the environment: only ${MAY_READ_ENVIRONMENT.join()} may`);
  }
  for (const [, assigned, filled] of text.matchAll(STATE_OF_A_MODULE))
    problems.push(
      `${name} keeps state in the module (${assigned ?? filled}): let an object own it and pass that in`,
    );
  return problems;
}

/** @param {Map<string, string[]>} graph @returns {string[]} */
function circlesIn(graph) {
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map();
  /** @type {string[]} */
  const circles = [];
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push(`import circle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`);
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/** @param {Map<string, string[]>} graph @param {string} free @returns {string[]} */
function nodeUsesIn(graph, free) {
  const reached = new Set([...graph.keys()].filter((name) => name === free || isIn(name, free)));
  for (const name of reached) for (const next of graph.get(name) ?? []) reached.add(next);
  return files
    .filter((file) => reached.has(nameOf(file)))
    .flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'))
        .filter((specifier) => specifier.startsWith('node:'))
        .map((specifier) => `${nameOf(file)} uses ${specifier}, but ${free} imports it and runs in browsers`),
    );
}

/** What is loaded with a module, by the file that brings it; the module itself is brought by none.
 * @param {string} entry @returns {Map<string, string | undefined>} */
function loadedWith(entry) {
  /** @type {Map<string, string | undefined>} */
  const loaded = new Map([[entry, undefined]]);
  for (const [name] of loaded)
    for (const next of staticGraph.get(name) ?? []) if (!loaded.has(next)) loaded.set(next, name);
  return loaded;
}

/** @returns {string[]} */
function needlessLoads() {
  return Object.entries(NOT_LOADED).flatMap(([entry, kept]) =>
    [...loadedWith(entry)]
      .filter(([name]) => kept.some((path) => name === path || isIn(name, path)))
      .map(
        ([name, from]) => `${entry} may not load ${name}, which ${from} imports: import it when it is needed`,
      ),
  );
}

/** @returns {string[]} */
function largeFolders() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files.filter((path) => path.startsWith(src))) {
    const folder = dirname(nameOf(file));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !PEERS.includes(folder))
    .map(([folder, count]) => `${folder} has ${count} files: ${MAX_FILES} at most, in folders by subject`);
}

const others = process.argv[2] === undefined ? [sdk, web].filter((folder) => existsSync(folder)) : [];
const files = [src, ...others].flatMap(filesIn);
/** Type-only imports vanish when compiled, so they make no circle. */
const graph = graphOf((text) => text.replace(TYPE_IMPORT, ''));
/** What is imported in the middle of the work is loaded then. */
const staticGraph = graphOf((text) => text.replace(TYPE_IMPORT, '').replace(DYNAMIC_IMPORT, ''));
const problems = [
  ...files.flatMap(problemsOf),
  ...circlesIn(graph),
  ...NODE_FREE.flatMap((free) => nodeUsesIn(graph, free)),
  ...needlessLoads(),
  ...largeFolders(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`import rule: ${files.length} files, no problems`);
