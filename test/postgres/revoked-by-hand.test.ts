import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAudit } from '../../src/app/operate/audit/audit-log.ts';
import type { ListedToken } from '../../src/app/operate/control/long-lived-commands.ts';
import { command as auditCommand } from '../../src/cli/commands/audit.ts';
import { command as clientsCommand } from '../../src/cli/commands/clients.ts';
import { command as keysCommand } from '../../src/cli/commands/keys.ts';
import { runInProcess } from '../support/command-line.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import { readPage } from '../support/snippets/page-blocks.ts';
import { saveSecrets } from '../support/saved-tables.ts';

// The commands of the guide for a database that was restored while no node remembers later revocations.

const [FROM_LOGS, WITHOUT_LOGS] = readPage('docs/run/revoke-again.md')
  .steps.filter((step) => step.kind === 'left' && step.reason.includes('revoked-by-hand'))
  .map(({ block }) => block.text);
const MOMENT = '2026-11-18T12:00:00.000Z';

const { open, url } = usePostgres();
const newFolder = temporaryFolders();

/** A restored database, with the log lines of the nodes since, and a directory that knows nothing. */
async function restored() {
  const database = await open();
  const store = `${url()}?schema=${database.schema}`;
  const before = newFolder();
  const run = async (folder: string, line: string) => {
    const [name, ...args] = line.split(' ');
    const command = name === 'keys' ? keysCommand : clientsCommand;
    const { out } = await runInProcess(name!, command, [...args, '--data', folder, '--store', store]);
    return out;
  };
  const add = async (name: string) =>
    (JSON.parse(await run(before, `clients add --name ${name} --json`)) as { client: { id: string } }).client
      .id;
  const token = async (client: string) =>
    (JSON.parse(await run(before, `clients token ${client} --expires 90d --json`)) as { id: string }).id;
  await run(before, 'keys rotate');
  const [disabled, removed, narrowed, kept] = [
    await add('a'),
    await add('b'),
    await add('c'),
    await add('d'),
  ];
  const [revoked, good] = [await token(kept), await token(kept)];
  const key = await run(before, 'keys list');
  const restore = await saveSecrets(database);
  const moment = new Date().toISOString();
  const late = await add('late');
  await run(before, `clients disable ${disabled}`);
  await run(before, `clients remove ${removed}`);
  await run(before, `clients set ${narrowed} --scope read:LX`);
  await run(before, `clients revoke ${revoked}`);
  await run(before, `clients disable ${late}`);
  await run(before, 'keys rotate');
  await restore();

  const logs = join(newFolder(), 'logs');
  mkdirSync(logs);
  const lines = readAudit(before).entries.map((audit) =>
    JSON.stringify({ level: 30, time: audit.at, audit, msg: 'audit' }),
  );
  const { out: ownLog } = await runInProcess('audit', auditCommand, ['--json', '--data', before]);
  // Two nodes, one of which wrote an incomplete line.
  writeFileSync(join(logs, 'one.log'), `${lines.filter((_, i) => i % 2 === 0).join('\n')}\n{"level":30,`);
  writeFileSync(join(logs, 'two.log'), `${lines.filter((_, i) => i % 2 === 1).join('\n')}\n`);
  const after = newFolder();
  const clients = async () =>
    JSON.parse(await run(after, 'clients list --json')) as { id: string; state: string; scopes: string[] }[];
  const tokens = async () => JSON.parse(await run(after, 'clients tokens --json')) as ListedToken[];
  /** Runs the commands of a script; resolves with those that were refused. */
  const carryOut = async (script: string) => {
    const refused: string[] = [];
    for (const line of script.trimEnd().split('\n')) {
      const words = line.replaceAll("'", '').replace('tidemark ', '');
      await run(after, words).catch(() => refused.push(words));
    }
    return refused;
  };
  const ids = { disabled, removed, narrowed, kept, late, revoked, good };
  return { ids, moment, logs, ownLog, after, run, clients, tokens, carryOut, key };
}

function sh(script: string, place: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', `set -e\n${script}`], {
    cwd: place,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

test('later revocations are repeated by the commands in the logs', async () => {
  const { ids, moment, logs, ownLog, after, run, clients, tokens, carryOut, key } = await restored();
  expect((await clients()).find(({ id }) => id === ids.disabled)?.state).toBe('enabled');
  expect((await tokens()).find(({ id }) => id === ids.revoked)?.revokedAt).toBeUndefined();
  expect(await run(after, 'keys list')).toBe(key);

  expect(FROM_LOGS).toContain(MOMENT);
  const place = newFolder();
  writeFileSync(join(place, 'own-log'), ownLog);
  const script = FROM_LOGS!.replace(MOMENT, moment).replace('/var/log/tidemark', logs);
  sh(`tidemark() { cat own-log; }\n${script}`, place);
  const refused = await carryOut(readFileSync(join(place, 'again.sh'), 'utf8'));
  expect(refused).toEqual([`clients disable ${ids.late}`]);

  const known = new Map((await clients()).map((client) => [client.id, client]));
  expect(known.get(ids.disabled)?.state).toBe('disabled');
  expect(known.get(ids.kept)?.state).toBe('enabled');
  expect(known.has(ids.removed)).toBe(false);
  expect(known.get(ids.narrowed)?.scopes).toEqual(['read:LX']);
  const live = (await tokens()).filter(({ revokedAt }) => revokedAt === undefined).map(({ id }) => id);
  expect(live).toEqual([ids.good]);
  expect(await run(after, 'keys list')).not.toBe(key);
});

test('without logs, every client and token of the backup is revoked', async () => {
  const { run, after, clients, tokens, carryOut } = await restored();
  const [rotate, listTokens, listClients] = WITHOUT_LOGS!.split('\n');
  await run(after, rotate!.replace('tidemark ', ''));
  const place = newFolder();
  const printed = async (line: string) => {
    const [, words, rest] = /^tidemark (.*?) (\|.*)$/.exec(line)!;
    writeFileSync(join(place, 'printed'), await run(after, words!));
    sh(`cat printed ${rest}`, place);
  };
  await printed(listTokens!);
  await printed(listClients!);
  expect(await carryOut(readFileSync(join(place, 'all.sh'), 'utf8'))).toEqual([]);
  expect((await clients()).every(({ state }) => state === 'disabled')).toBe(true);
  expect((await tokens()).every(({ revokedAt }) => revokedAt !== undefined)).toBe(true);
});
