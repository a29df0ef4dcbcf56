import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { action } from '../../../../src/cli/command.ts';
import { command as sourcesCommand } from '../../../../src/cli/commands/sources.ts';
import { damageText, escaped, escapedLines } from '../../../../src/cli/output/shown.ts';
import { tableText } from '../../../../src/cli/output/table-text.ts';
import { runInProcess } from '../../../support/command-line.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const EVIL = 'Evil\u001B[2J\u009B\u202E\nx';

test('text from outside is shown with control characters escaped', () => {
  expect(escaped(EVIL)).toBe('Evil\\u001b[2J\\u009b\\u202e\\u000ax');
  expect(escaped('Börse 交易所')).toBe('Börse 交易所');
  expect(escapedLines('a\tb\n\u001B[1m\r')).toBe('a\tb\n\\u001b[1m\\u000d');
  expect(tableText([[EVIL], ['y']])).toBe('Evil\\u001b[2J\\u009b\\u202e\\u000ax\ny\n');
  expect(damageText({ file: 'a', reason: EVIL })).toBe(`a: ${escaped(EVIL)}`);
});

test('no command prints them unescaped', async () => {
  const command = action({
    run: (_call, io) => {
      io.out(`${EVIL}\n`);
      io.err(`${EVIL}\n`);
      return 0;
    },
  });
  const printed = 'Evil\\u001b[2J\\u009b\\u202e\nx\n';
  expect(await runInProcess('evil', command, [])).toEqual({ code: 0, out: printed, err: printed });
});

test('sources test shows the name of an exchange in one line', async () => {
  const folder = newFolder();
  const definition = JSON.parse(readFileSync('examples/exchanges/hotbit.json', 'utf8')) as object;
  const [file, answer] = [join(folder, 'evil.json'), join(folder, 'answer.json')];
  writeFileSync(file, JSON.stringify({ ...definition, name: `${EVIL}` }));
  writeFileSync(answer, JSON.stringify({ error: EVIL }));
  const given = ['test', file, '--answer', answer];
  const { code, out } = await runInProcess('sources', sourcesCommand, given);
  expect(code).toBe(1);
  expect(out.split('\n')[0]).toBe(`hotbit (${escaped(EVIL)}): 0 markets, 0 tickers with a price`);
});
