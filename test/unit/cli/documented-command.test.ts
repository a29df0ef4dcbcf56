import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Command } from '../../../src/cli/command.ts';
import { runInProcess } from '../../support/command-line.ts';

const PAGE = new URL('../../../docs/reference/cli.md', import.meta.url);
const COMMANDS = new URL('../../../src/cli/commands/', import.meta.url);

/** The command as if its file were in the folder of commands. */
async function documentedCommand(): Promise<Command> {
  const [, snippet = ''] = /```ts\n([^]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const placed = snippet.replaceAll(/(?<=from ')\.[^']+/g, (path: string) =>
    fileURLToPath(new URL(path, COMMANDS)),
  );
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-command-'));
  try {
    const file = join(folder, 'greet.ts');
    writeFileSync(file, placed);
    return ((await import(file)) as { command: Command }).command;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the command that docs/reference/cli.md adds does what the page says', async () => {
  const greet = await documentedCommand();
  expect(await runInProcess('greet', greet, ['Ada', '--days', '3'])).toEqual({
    code: 0,
    out: 'hello Ada\n'.repeat(3),
    err: '',
  });
  const { out } = await runInProcess('greet', greet, ['Ada', '--url', 'http://localhost', '--json']);
  expect(JSON.parse(out)).toEqual({ who: 'Ada', days: 1, url: 'http://localhost' });
  await expect(runInProcess('greet', greet, [])).rejects.toThrow('say whom to greet: tidemark greet WHO');
});
