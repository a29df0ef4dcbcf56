// Which Markdown files of the repository are pages of `/docs`, in which order, under which path.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} SourcePage
 * @property {string} file  in the repository, with slashes
 * @property {string} path  below `/docs`
 * @property {string} group heading under which it is listed
 */

const FIRST_GUIDES = [
  'sdk',
  'python',
  'querying',
  'websocket',
  'migrate',
  'audit',
  'go-live',
  'live-exchanges',
  'market-caps',
];

/** @typedef {(root: string) => string[]} Files */
/** @type {readonly (readonly [group: string, files: Files])[]} */
const GROUPS = [
  ['Start', () => ['README.md', 'sdk/README.md', 'examples/README.md']],
  ['Guides', (root) => guides(root).filter((file) => !isRecipe(file))],
  ['Methodology', (root) => markdownIn(root, 'docs/methodology')],
  [
    'Reference',
    (root) => [
      'docs/cli.md',
      'docs/configuration.md',
      'docs/simulated-world.md',
      ...markdownIn(root, 'docs/formats'),
    ],
  ],
  [
    'Extending',
    (root) => [
      ...guides(root).filter(isRecipe),
      'examples/exchanges/README.md',
      'examples/recordings/README.md',
    ],
  ],
  [
    'Project',
    () => [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs/dependencies.md',
      'docs/benchmarks.md',
    ],
  ],
  ['Decisions', (root) => markdownIn(root, 'docs/adr')],
];

/** @param {string} file */
function isRecipe(file) {
  return file.startsWith('docs/guides/add-');
}

/** README first, the others by name. @param {string} root @param {string} folder */
function markdownIn(root, folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names
    .toSorted((a, b) => Number(b === 'README.md') - Number(a === 'README.md') || (a < b ? -1 : 1))
    .map((name) => `${folder}/${name}`);
}

/** What most readers want first. @param {string} root */
function guides(root) {
  const first = FIRST_GUIDES.map((name) => `docs/guides/${name}.md`).filter((file) =>
    existsSync(join(root, file)),
  );
  return [...first, ...markdownIn(root, 'docs/guides').filter((file) => !first.includes(file))];
}

/** Titles in lists where that of the file says too little. */
export const LIST_TITLES = new Map([['README.md', 'First steps']]);

/** @param {string} file */
export function pathOf(file) {
  if (file === 'README.md') return 'start';
  const [, path = file] = /^(?:docs\/)?(.+?)(?:\/README)?\.md$/.exec(file) ?? [];
  return path.toLowerCase();
}

/** @param {string} root @returns {SourcePage[]} */
export function sourcePages(root) {
  return GROUPS.flatMap(([group, files]) =>
    files(root)
      .filter((file) => existsSync(join(root, file)))
      .map((file) => ({ file, path: pathOf(file), group })),
  );
}

/** Everything that a page may be made from: what a build looks at to see whether it is current. */
export const DOCUMENT_INPUTS = [
  'docs',
  'examples',
  'README.md',
  'sdk/README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'scripts/docs-site',
];
