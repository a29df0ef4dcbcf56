import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The result of the rule for a source folder with these files. */
function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const src = mkdtempSync(join(tmpdir(), 'import-rule-'));
  folders.push(src);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, name)), { recursive: true });
    writeFileSync(join(src, name), text);
  }
  const { stderr, status } = spawnSync(process.execPath, ['scripts/import-rule.mjs', src], {
    encoding: 'utf8',
  });
  const problems = stderr.split('\n').filter((line) => line !== '');
  expect(status).toBe(problems.length > 0 ? 1 : 0);
  return problems.toSorted();
}

test('a folder may import the entries of the table', () => {
  expect(
    problemsOf({
      'core/time.ts': 'export const SECOND_MS = 1000;\n',
      'contract/errors.ts': "import { SECOND_MS } from '../core/time.ts';\n",
      'api/http/route.ts':
        "import { pino } from 'pino';\nimport { errorBody } from '../../contract/errors.ts';\n",
      'api/stream/stream.ts': "import { errorBody } from '../../contract/errors.ts';\n",
    }),
  ).toEqual([]);
});

test('a folder may import nothing else', () => {
  expect(
    problemsOf({
      'core/time.ts': "import { errorBody } from '../contract/errors.ts';\n",
      'contract/errors.ts': "import { x } from '../api/errors.ts';\nimport { fastify } from 'fastify';\n",
      'api/errors.ts': '',
    }),
  ).toEqual(
    [
      'core/time.ts may not import contract/errors.ts',
      'contract/errors.ts may not import api/errors.ts',
      'contract/errors.ts may not use the package fastify',
    ].toSorted(),
  );
});

test.each([
  ['api/resources/rest.ts', 'api/stream/asyncapi.ts'],
  ['api/stream/messages.ts', 'api/resources/schemas.ts'],
  ['api/http/route.ts', 'api/pages/page.ts'],
])('%s may not import %s, not even a type', (from, to) => {
  const specifier = `../${to.slice('api/'.length)}`;
  expect(problemsOf({ [from]: `import type { X } from '${specifier}';\n`, [to]: '' })).toEqual([
    `${from} may not import ${to}: see WITHIN in scripts/import-rule.mjs`,
  ]);
});

test('the contract uses no Node module, nor does anything that it imports', () => {
  expect(
    problemsOf({
      'contract/kinds.ts': "import { parse } from '../core/parse.ts';\n",
      'contract/types.ts': "import type { Hash } from '../core/hash.ts';\n",
      'core/parse.ts': "import { idOf } from './id.ts';\n",
      'core/id.ts': "import { hash } from 'node:crypto';\n",
      'core/hash.ts': "import { createHash } from 'node:crypto';\n",
    }),
  ).toEqual(['core/id.ts uses node:crypto, but contract imports it and runs in browsers']);
});

test('the SDK imports only itself, and its browser part uses no Node module', () => {
  expect(
    problemsOf({
      'core/time.ts': '',
      'sdk/index.ts': "import { open } from './stream/node-socket.ts';\nimport { WebSocket } from 'ws';\n",
      'sdk/node.ts': "export const open = () => import('./stream/node-socket.ts');\n",
      'sdk/names.ts': "import type { Millis } from '../core/time.ts';\n",
      'sdk/http.ts': "import { request } from 'node:http';\n",
      'sdk/stream/node-socket.ts': "import { request } from 'node:http';\n",
    }),
  ).toEqual([
    'sdk/http.ts may not use node:http',
    'sdk/index.ts may not use the package ws',
    'sdk/names.ts may not import core/time.ts',
    'sdk/stream/node-socket.ts uses node:http, but sdk/index.ts imports it and runs in browsers',
  ]);
});

test('no module has state: no reassigned variable, and no container that is filled later', () => {
  const state = (line: string) => problemsOf({ 'core/x.ts': `${line}\n` });
  const problem = ['core/x.ts keeps state in the module (found): let an object own it and pass that in'];
  for (const line of [
    'let found = 0;',
    'export let found: string | undefined;',
    'const found = new Map();',
    'export const found = new Map<string, readonly number[]>();',
    'const found: Set<string> = new Set();',
    'const found: string[] = [];',
    'const found = {};',
  ])
    expect(state(line), line).toEqual(problem);
  for (const line of [
    "const NAMES = new Set(['a']);",
    'const NONE: readonly string[] = [];',
    'const NONE: ReadonlyMap<string, string> = new Map();',
    'function f() {\n  let found = 0;\n  const all = [];\n}',
    'class A {\n  readonly #found = new Map();\n}',
  ])
    expect(state(line), line).toEqual([]);
});

test('a thread that a start waits for loads only modules that it needs at once', () => {
  const worker = 'app/pipeline/backfill/work/backfill-worker.ts';
  const others = {
    'app/pipeline/backfill/work/stored-day.ts':
      "import { openReader } from '../../../../history/block/open-reader.ts';\n",
    'history/block/open-reader.ts': '',
  };
  expect(problemsOf({ [worker]: "import { storedDay } from './stored-day.ts';\n", ...others })).toEqual([
    `${worker} may not load history/block/open-reader.ts, which app/pipeline/backfill/work/stored-day.ts imports: import it when it is needed`,
  ]);
  expect(
    problemsOf({
      [worker]: "import type { Day } from './stored-day.ts';\nconst day = () => import('./stored-day.ts');\n",
      ...others,
    }),
  ).toEqual([]);
});

test('the page may import the SDK, its libraries and its own files, in either kind of file, but nothing of the service', () => {
  expect(
    problemsOf({
      'core/time.ts': 'export const SECOND_MS = 1000;\n',
      'web/views.ts': "import { verify } from '@tidemark/sdk/verify';\n",
      'web/views/market/market.tsx':
        "import { render } from 'preact';\nimport { views } from '../../views.ts';\nimport './market.css';\n",
      'web/data/ticks.tsx':
        "import { SECOND_MS } from '../../core/time.ts';\nimport { readFileSync } from 'node:fs';\nimport { WebSocket } from 'ws';\n",
    }),
  ).toEqual([
    'web/data/ticks.tsx may not import core/time.ts',
    'web/data/ticks.tsx may not use node:fs: files are used through disk/files.ts',
    'web/data/ticks.tsx may not use the package ws',
  ]);
});

test('a folder has at most 20 files, unless it is a table of peers', () => {
  const files = (folder: string) =>
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`${folder}/file-${i}.ts`, '']));
  expect(problemsOf(files('auth'))).toEqual(['auth has 21 files: 20 at most, in folders by subject']);
  expect(problemsOf(files('contract/records'))).toEqual([]);
});

test('folders of the application import in one direction', () => {
  const from = (target: string) => ({
    'app/pipeline/tick.ts': `import { x } from '../${target}';\n`,
    [`app/${target}`]: '',
  });
  expect(problemsOf(from('directory/lock.ts'))).toEqual([]);
  expect(problemsOf(from('serve/board.ts'))).toEqual([
    'app/pipeline/tick.ts may not import app/serve/board.ts: see WITHIN in scripts/import-rule.mjs',
  ]);
});

test('files are used through one module', () => {
  const text = "import { readFileSync } from 'node:fs';\n";
  expect(problemsOf({ 'disk/files.ts': text })).toEqual([]);
  expect(problemsOf({ 'app/config/settings.ts': text })).toEqual([
    'app/config/settings.ts may not use node:fs: files are used through disk/files.ts',
  ]);
});

test('a wing is named only by the table of wings, with only its manifest', () => {
  expect(
    problemsOf({
      'simulator/wing.ts': "export { world as wing } from './world.ts';\n",
      'simulator/world.ts': 'export const world = 1;\n',
      'app/compose/wings.ts': "export { wing as simulator } from '../../simulator/wing.ts';\n",
      'app/compose/compose.ts': "import { wing } from '../../simulator/wing.ts';\n",
      'app/pipeline/loop.ts': "import type { world } from '../../simulator/world.ts';\n",
      'cluster/node.ts': "import { world } from '../simulator/world.ts';\n",
    }),
  ).toEqual(
    [
      'app/compose/compose.ts may not import simulator/wing.ts',
      'app/pipeline/loop.ts may not import simulator/world.ts',
      'cluster/node.ts may not import simulator/world.ts',
    ].map((problem) => `${problem}: only app/compose/wings.ts names a wing, by its wing.ts`),
  );
});
