// Which Markdown files of the repository are pages of `/docs`, in which order, under which path.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} SourcePage
 * @property {string} file  in the repository, with slashes
 * @property {string} path  below `/docs`
 * @property {string} group heading under which it is listed
 */

const RUN =
  'install proxy clients-and-tokens limits watch alerts client-alerts troubleshooting backup upgrade history import-export disk clock publish-heads ' +
  'live-exchanges live-network live-trouble live-codes live-trades live-derivatives live-history market-caps ' +
  'cluster move cluster-operations cluster-failures cluster-security cluster-theft cluster-database recover revoke-again';

/**
 * Folders by reader. The pages named first are listed in that order, the others after them by name.
 * @type {readonly (readonly [group: string, folder: string, first: readonly string[]])[]}
 */
const READERS = [
  ['Start', 'docs/start', ['go-live', 'migrate']],
  [
    'Use',
    'docs/use',
    [
      'rest',
      'ranges',
      'files',
      'receipts-and-quality',
      'websocket',
      'resume',
      'sse',
      'alerts',
      'webhooks',
      'sdk',
      'sdk-ranges',
      'python',
      'terminal',
      'coingecko',
      'tradingview',
      'sheets',
      'prometheus',
      'mcp',
      'page',
    ],
  ],
  ['Run', 'docs/run', RUN.split(' ')],
  [
    'Trust',
    'docs/trust',
    [
      'methodology',
      'glossary',
      'mwa',
      'thin-markets',
      'gwa',
      'lx',
      'receipts',
      'audit',
      'check-your-provider',
      'verify-in-a-program',
    ],
  ],
  ['Extend', 'docs/extend', ['add-an-exchange']],
  ['Reference', 'docs/reference', ['cli', 'configuration', 'cluster-settings', 'live-exchanges', 'metrics']],
  ['Formats', 'docs/reference/formats', ['data-directory']],
  ['Decisions', 'docs/adr', []],
];

/** Pages that live outside of these folders, by the group that lists them: before the folder's own pages, or after them. */
const BEFORE = new Map([['Start', ['README.md']]]);
const AFTER = new Map([
  ['Use', ['sdk/README.md', 'examples/README.md']],
  ['Extend', ['examples/exchanges/README.md', 'examples/recordings/README.md']],
  ['Reference', ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/benchmarks.md']],
]);

/** @param {string} root @param {string} folder @param {readonly string[]} first */
function markdownIn(root, folder, first) {
  const names = existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
    : [];
  /** @param {string} name */
  const place = (name) => first.indexOf(name.replace(/\.md$/, '')) + 1 || first.length + 1;
  return names.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1)).map((name) => `${folder}/${name}`);
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
  return READERS.flatMap(([group, folder, first]) =>
    [...(BEFORE.get(group) ?? []), ...markdownIn(root, folder, first), ...(AFTER.get(group) ?? [])]
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
