import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingsWith } from '../../../src/app/config/settings.ts';
import { action, isGroup, switchOption, type Action, type Command } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { actionText, commandText, overviewText } from '../../../src/cli/output/help-text.ts';
import { definitionsText, wrapText } from '../../../src/cli/output/wrap-text.ts';
import { flagOf, optional, setting, wholeNumber, nonEmptyText } from '../../../src/core/setting.ts';
import { PRODUCT } from '../../../src/app/compose/product.ts';

/** Unbreakable text, such as a flag with its choices, may be longer. */
function tooLong(text: string, columns: number): string[] {
  const isUnbreakable = (line: string) => /^ *(?:\S+|tidemark .*|-\S+ \S+|.*\S{30,}.*)$/.test(line);
  return text.split('\n').filter((line) => line.length > columns && !isUnbreakable(line));
}

describe.each(COMMANDS)('help of $name', (entry) => {
  const settings = settingsWith(PRODUCT);

  test('shows its usage, and explains every option', async () => {
    const command: Command = await entry.load();
    expect(commandText(entry, command, 80, settings)).toMatch(
      new RegExp(`^Usage: tidemark ${entry.name}\\b`),
    );
    const actions = isGroup(command) ? Object.entries(command.actions) : [['', command] as const];
    for (const [name, each] of actions) {
      const text = actionText(
        `${entry.name} ${name}`.trimEnd(),
        each.summary ?? entry.summary,
        each,
        80,
        settings,
      );
      if (isGroup(command)) expect(each.summary, name).toMatch(/^[A-Z].{9,}[^.]$/);
      for (const [option, { description }] of Object.entries(each.options ?? {})) {
        expect(text).toMatch(new RegExp(`^  ${flagOf(option)}\\b`, 'm'));
        expect(description).toMatch(/^[A-Z].*[^.]$/s);
      }
      const named = each.settings === 'all' ? [...settings.keys()] : (each.settings ?? []);
      for (const setting of named.filter((one) => settings.has(one)))
        expect(text).toMatch(new RegExp(`^  ${flagOf(setting)}\\b`, 'm'));
    }
  });

  test.each([80, 60, 120])('is wrapped at words, for %i columns', async (columns) => {
    const command = await entry.load();
    expect(tooLong(commandText(entry, command, columns, settings), columns)).toEqual([]);
    for (const [name, each] of isGroup(command) ? Object.entries(command.actions) : [])
      expect(tooLong(actionText(name, '', each, columns, settings), columns)).toEqual([]);
  });
});

test('help omits settings of a wing that a version does not have', async () => {
  const command = await COMMANDS.find(({ name }) => name === 'verify')!.load();
  const settings = settingsWith({ sources: PRODUCT.sources });
  expect(isGroup(command)).toBe(false);
  const text = actionText('verify', '', command as Action, 80, settings);
  expect(text).toMatch(/^ {2}--data\b/m);
  expect(text).not.toContain('--store');
});

test('docs/reference/cli.md names every command and every action', async () => {
  const page = readFileSync(new URL('../../../docs/reference/cli.md', import.meta.url), 'utf8');
  for (const { name, load } of COMMANDS) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`tidemark ${name}\` `));
    const command = await load();
    for (const each of isGroup(command) ? Object.keys(command.actions) : [])
      expect(row).toContain(`\`${each}\``);
    expect(row, name).toBeDefined();
  }
});

test('docs/reference/cli.md has every exit code', async () => {
  const page = readFileSync(new URL('../../../docs/reference/cli.md', import.meta.url), 'utf8');
  for (const { load } of COMMANDS) {
    const command = await load();
    for (const { exitCodes = [] } of isGroup(command) ? Object.values(command.actions) : [command])
      for (const [code] of exitCodes) expect(page).toMatch(new RegExp(`^\\| ${code} +\\| `, 'm'));
  }
});

test('the overview has a line for each command', () => {
  const text = overviewText(COMMANDS, 80);
  for (const { name } of COMMANDS) expect(text).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
  expect(tooLong(text, 80)).toEqual([]);
});

test('an option is shown with its default and its variable', () => {
  const text = actionText(
    'get',
    'Get something',
    action({
      options: {
        url: { ...setting(nonEmptyText, 'http://localhost', 'Where from'), variable: 'TIDEMARK_URL' },
        most: optional(wholeNumber(1, 9), 'How many'),
        all: switchOption('Everything'),
        key: { ...optional(nonEmptyText, 'A key'), missingMessage: 'which one?' },
      },
      positionals: [
        { name: 'WHAT', about: 'What', choices: ['a', 'b'], missingMessage: '' },
        { name: 'FILE', about: 'Into which file', isOptional: true, missingMessage: '' },
      ],
      exitCodes: [[7, 'on Sundays']],
      examples: ['tidemark get a'],
      run: () => 0,
    }),
    80,
  );
  expect(text).toBe(`Usage: tidemark get a|b [FILE] [--url TEXT] [--most NUMBER] [--all] --key TEXT

Get something.

Arguments:
  WHAT  What: a, b
  FILE  Into which file

Options:
  --url TEXT     Where from (by default http://localhost; or set TIDEMARK_URL)
  --most NUMBER  How many
  --all          Everything
  --key TEXT     A key
  -h, --help     Show this help

Exit codes:
  7  on Sundays

Examples:
  tidemark get a
`);
});

describe('text', () => {
  test('is wrapped at blanks, and a long word gets its own line', () => {
    expect(wrapText('one two three four five', 20)).toEqual(['one two three four', 'five']);
    expect(wrapText('see https://example.com/a/very/long/path now', 20)).toEqual([
      'see',
      'https://example.com/a/very/long/path',
      'now',
    ]);
    expect(wrapText('in /home/someone/.config/tidemark; more', 20)).toEqual([
      'in /home/someone/',
      '.config/tidemark;',
      'more',
    ]);
    expect(wrapText('  \n ', 20)).toEqual([]);
  });

  test('has its own column beside names, and starts below names that are too long', () => {
    expect(
      definitionsText(
        [
          ['--a', 'short'],
          ['--a-name-that-is-longer-than-its-column', 'below it'],
          ['--bcd', 'words that go on and on'],
        ],
        32,
      ),
    ).toBe(
      '  --a    short\n  --a-name-that-is-longer-than-its-column\n         below it\n  --bcd  words that go on and on\n',
    );
  });
});
