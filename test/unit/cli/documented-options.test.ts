import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownFlags } from '../../../src/app/config/config.ts';
import { isGroup, type Action } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { ownFlags } from '../../../src/cli/read-call.ts';
import { documentFiles } from '../../support/snippets/page-blocks.ts';
import { PRODUCT } from '../../../src/app/compose/product.ts';

/** Also in prose and in blocks that are not executed: `tidemark clients token ID --expires 90d`. */
const COMMAND = /(?:^|`|npx )tidemark ([a-z][^`\n]*)/gm;
/** Texts that begin with the name but are no commands: the ready line, and headers of files and hashes. */
const OTHER_TEXTS =
  /^(?:ready|recorded input|tick record|client secrets|head|reference|tick values|slot observation)\b/;

async function problemOf(line: string): Promise<string | undefined> {
  const [name = '', ...words] = line
    .split(/\s*#|\\$|[|>;]|&&/)[0]!
    .trim()
    .split(/\s+/);
  if (name === 'help') return undefined;
  const entry = COMMANDS.find((each) => each.name === name);
  if (!entry) return 'no such command';
  const command = await entry.load();
  let actions: readonly Action[] = isGroup(command) ? Object.values(command.actions) : [command];
  const [first = ''] = words;
  if (isGroup(command) && /^[a-z]+$/.test(first)) {
    const chosen = command.actions[first];
    if (!chosen) return 'no such action';
    actions = [chosen];
  }
  const flags = new Set(actions.flatMap((each) => [...ownFlags(each).keys(), ...settingsOf(each)]));
  const unknown = words
    .map((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1])
    .find((flag) => flag && !flags.has(flag));
  return unknown && `no option ${unknown}`;
}

const settingsOf = ({ settings }: Action) => (settings === undefined ? [] : [...knownFlags(PRODUCT).keys()]);

test('every command in the documentation exists, with its action and options', async () => {
  const problems: string[] = [];
  let count = 0;
  for (const file of documentFiles())
    for (const [, line = ''] of readFileSync(file, 'utf8').matchAll(COMMAND)) {
      if (OTHER_TEXTS.test(line)) continue;
      count += 1;
      const problem = await problemOf(line);
      if (problem !== undefined) problems.push(`${file}: tidemark ${line}: ${problem}`);
    }
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
