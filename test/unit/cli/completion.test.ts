import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { commandTree, firstSentence, type TreeNode } from '../../../src/cli/completion/command-tree.ts';
import { completionScript } from '../../../src/cli/commands/completion.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-completion-'));
const script = join(folder, 'tidemark.bash');
let tree: TreeNode;

beforeAll(async () => {
  tree = await commandTree(COMMANDS);
  writeFileSync(script, completionScript('bash', tree));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bash's completions after these words, the last of which is being typed; `=` and `:` break words there. */
function offered(words: readonly string[]): string[] {
  const lines = `source ${script}
complete -p tidemark >/dev/null || exit 3
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tidemark; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', lines, 'bash', ...words], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('bash completes', () => {
  test.each([
    [
      ['tidemark', 'cl'],
      ['clients', 'cluster'],
    ],
    [
      ['tidemark', 'ba'],
      ['backfill', 'backup'],
    ],
    [
      ['tidemark', '--'],
      ['--help', '--version'],
    ],
    [['tidemark', 'help', 'ver'], ['verify']],
    [['tidemark', 'help', 'get', 'sp'], ['sparklines']],
    [['tidemark', 'help', 'watch', ''], []],
    [['tidemark', 'clients', 'en'], ['enable']],
    [['tidemark', 'clients', '--j'], ['--json']],
    [['tidemark', 'clients', 'add', '--n'], ['--name']],
    [['tidemark', 'clients', 'add', '--name', 'en'], []],
    [['tidemark', 'clients', 'add', '--name', 'list', '--sc'], ['--scope']],
    [['tidemark', 'clients', 'add', '--scope', 'read', ':', 'm'], ['market-cap']],
    [['tidemark', 'clients', 'add', '--scope', '=', 'read', ':', 'L'], ['LX']],
    [['tidemark', 'clients', '--data', '/tmp', 'li'], ['list']],
    [
      ['tidemark', 'export', ''],
      ['ticks', 'ohlcv', 'candles'],
    ],
    [
      ['tidemark', 'export', 'ticks', '--format', ''],
      ['csv', 'ndjson', 'parquet'],
    ],
    [['tidemark', 'export', 'ticks', '--format', '=', 'n'], ['ndjson']],
    [['tidemark', 'export', 'ticks', 'o'], []],
    [
      ['tidemark', 'serve', '--source', ''],
      ['simulator', 'live', 'replay'],
    ],
    [['tidemark', 'serve', '--log-l'], ['--log-level']],
    [['tidemark', 'completion', 'z'], ['zsh']],
    [['tidemark', 'dance', ''], []],
  ])('%j', (words, expected) => {
    expect(offered(words)).toEqual(expected);
  });

  test('files and folders if they are expected', () => {
    writeFileSync(join(folder, 'days.csv'), '');
    expect(offered(['tidemark', 'import', 'ohlcv', `${folder}/d`])).toEqual([join(folder, 'days.csv')]);
    writeFileSync(join(folder, 'my own days.csv'), '');
    expect(offered(['tidemark', 'import', 'ohlcv', `${folder}/my`])).toEqual([
      join(folder, 'my own days.csv'),
    ]);
    expect(offered(['tidemark', 'backup', `${folder}/d`])).toEqual([]);
    expect(offered(['tidemark', 'backup', folder.slice(0, -1)])).toEqual([folder]);
  });
});

/** The lines of a script for one command or action. */
function linesOf(shell: 'bash' | 'zsh' | 'fish', lines: readonly string[], { path }: TreeNode): string[] {
  if (shell === 'bash') return lines.filter((line) => line.startsWith(`    '${path}')`));
  if (shell === 'fish')
    return lines.filter((line) => / '__tidemark_(?:at|in) ?([^']*)'/.exec(line)?.[1] === path);
  const name = path === '' ? '_tidemark' : `_tidemark_${path.replaceAll(/[ -]/g, '_')}`;
  const first = lines.indexOf(`${name}() {`);
  return first < 0 ? [] : lines.slice(first + 1, lines.indexOf('}', first));
}

describe('the script for', () => {
  test.each(['bash', 'zsh', 'fish'] as const)(
    '%s has every command, action and option of the help, in its place',
    (shell) => {
      const lines = completionScript(shell, tree).split('\n');
      const lacking = (node: TreeNode): string[] => {
        const own = linesOf(shell, lines, node);
        const words = own.join('\n').split(/[^\w-]+/);
        const has = (word: string) => words.includes(word) || words.includes(word.slice(2));
        return [
          ...node.children.filter(({ name }) => !words.includes(name)).map(({ path }) => path),
          ...node.flags.filter(({ flag }) => !has(flag)).map(({ flag }) => `${node.path} ${flag}`),
          ...node.children.flatMap(lacking),
        ];
      };
      expect(lacking(tree)).toEqual([]);
      expect(tree.children.map(({ name }) => name)).toEqual([...COMMANDS.map(({ name }) => name), 'help']);
    },
  );

  test('zsh and fish quotes special characters in descriptions', () => {
    const odd: TreeNode = {
      path: '',
      name: '',
      about: '',
      children: [],
      flags: [{ flag: '--it', about: "It's [so] a:b \\ c", isSwitch: false, words: ["x'y"] }],
      positionals: [],
    };
    expect(completionScript('zsh', odd)).toContain(`'--it=[It'\\''s \\[so\\] a\\:b \\ c]: :(x'\\''y)'`);
    expect(completionScript('fish', odd)).toContain(`-d 'It\\'s [so] a:b \\\\ c'`);
  });
});

test('a description is cut at its first full stop', () => {
  expect(firstSentence('Print JSON')).toBe('Print JSON');
  expect(firstSentence('Where from: `a` (one), or b')).toBe('Where from');
  expect(firstSentence('Data of 1.5 days. And more')).toBe('Data of 1.5 days');
  expect(firstSentence('x'.repeat(100))).toHaveLength(72);
});
