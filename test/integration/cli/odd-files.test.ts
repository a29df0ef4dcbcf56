import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeProgress } from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { CommandSession } from '../../support/command-session.ts';
import { FIRST_TICK, writeStoredWorld } from '../../support/stored-world.ts';
import { soon, Tidemark, type Ended, type TidemarkProcess } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const commands = new CommandSession();
const once = new Tidemark(afterAll);
const START = ['--start', '2026-03-01T12:59:05Z', '--port', '0', '--world', 'small', '--backfill', 'off'];
/** A command that has not ended after this time waits for a pipe without a writer. */
const HANGS_AFTER_MS = 60_000;
const STACK = /\n\s+at /;
const MANY_FILES_MS = 900_000;

let stoppedFolder: string;

/** The directory of a stopped service, with some optional files. */
beforeAll(async () => {
  stoppedFolder = once.newFolder();
  const service = await once.serve(['--data', stoppedFolder, ...START, '--speed', '30']);
  await service.stop();
  writeProgress(stoppedFolder, { prepared: true });
}, MANY_FILES_MS);

/** A copy in which a named pipe replaces a file. */
function withPipe(name: string): string {
  const folder = join(tidemark.newFolder(), 'data');
  cpSync(stoppedFolder, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  rmSync(join(folder, name), { force: true });
  expect(spawnSync('mkfifo', ['-m', '600', join(folder, name)]).status).toBe(0);
  return folder;
}

/** Runs a command to its end; fails if it does not end. */
async function runOrFail(args: readonly string[]): Promise<Ended> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it hangs: ${args.join(' ')}`)), HANGS_AFTER_MS);
  });
  try {
    return await Promise.race([commands.run(args), hangs]);
  } finally {
    clearTimeout(timer);
  }
}

async function endOrFail(started: TidemarkProcess, isDone = () => false): Promise<Ended | undefined> {
  const state: { ended?: Ended } = {};
  void started.ended.then((how) => (state.ended = how));
  const isOver = () => state.ended !== undefined || isDone();
  const until = performance.now() + HANGS_AFTER_MS;
  while (!isOver() && performance.now() < until) await soon();
  if (!isOver()) {
    started.kill('SIGKILL');
    throw new Error(`it hangs:\n${started.stdout()}${started.stderr()}`);
  }
  return state.ended;
}

const TOP_LEVEL_FILES = [
  'tidemark.json',
  'backfill.json',
  'gaps.log',
  'gaps-count.json',
  'integrity-heads.log',
  'integrity-count.json',
  'contracts.log',
  'reference.log',
  'audit.log',
  'audit-head.json',
  'clients.json',
  'signing-keys.json',
  'scrub.json',
  'lost-ticks.json',
];
/** `verify` does not read these: no stored data depends on them. */
const NOT_VERIFIED = ['scrub.json', 'lost-ticks.json'];
const newestIn = (...path: string[]) =>
  join(
    ...path,
    readdirSync(join(stoppedFolder, ...path))
      .toSorted()
      .at(-1)!,
  );
const inFolders = () => [newestIn('inputs'), newestIn('history', 'journal')];

test(
  'verify, status and backup never wait for a pipe that replaces a file',
  { timeout: MANY_FILES_MS },
  async () => {
    for (const name of [...TOP_LEVEL_FILES, ...inFolders()]) {
      const folder = withPipe(name);
      const target = tidemark.newFolder();
      const run = async (...command: string[]) => {
        const ended = await runOrFail([...command, '--data', folder]);
        expect(ended.stderr, `${command.join(' ')} with ${name}`).not.toMatch(STACK);
        return ended;
      };
      const verified = [await run('verify', '--storage'), await run('verify')];
      await run('status');
      for (const { code, stdout, stderr } of NOT_VERIFIED.includes(name) ? [] : verified)
        expect([name, code, stdout + stderr]).toEqual([
          name,
          1,
          expect.stringContaining('named pipe, not a regular file'),
        ]);
      await run('backup', target);
    }
  },
);

/** Without it, a service starts as if nothing had been scrubbed. */
const OPTIONAL = 'scrub.json';

test('a service refuses to start with one, instead of waiting', { timeout: MANY_FILES_MS }, async () => {
  for (const name of [...TOP_LEVEL_FILES, ...inFolders()].filter((each) => each !== OPTIONAL)) {
    const { code, stderr } = await runOrFail(['serve', '--data', withPipe(name), ...START]);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining('named pipe')]);
    expect(stderr, name).not.toMatch(STACK);
  }
});

test('its process ends after a refusal, and does not wait for an optional file', async () => {
  const [inputs = ''] = inFolders();
  const refused = tidemark.start(['serve', '--data', withPipe(inputs), ...START]);
  expect(await endOrFail(refused)).toMatchObject({ code: 1 });
  const service = tidemark.start(['serve', '--data', withPipe(OPTIONAL), ...START]);
  expect(await endOrFail(service, () => service.stdout().includes('tidemark ready'))).toBeUndefined();
  service.kill('SIGTERM');
  expect((await service.ended).stderr).not.toMatch(STACK);
});

test(
  'sealed segments that are pipes count as damaged, and nothing waits for them',
  { timeout: MANY_FILES_MS },
  async () => {
    const stored = tidemark.newFolder();
    await writeStoredWorld(stored, { ticks: 250, days: 1 });
    const kinds = ['hours', 'days', 'candles'].filter(
      (kind) => readdirSync(join(stored, 'history', kind)).length > 0,
    );
    expect(kinds).toEqual(expect.arrayContaining(['hours', 'days']));
    for (const kind of kinds) {
      const parts = join(stored, 'history', kind);
      const folder = join(tidemark.newFolder(), 'data');
      cpSync(stored, folder, { recursive: true });
      const name = join('history', kind, readdirSync(parts).toSorted()[0]!);
      rmSync(join(folder, name));
      expect(spawnSync('mkfifo', ['-m', '600', join(folder, name)]).status).toBe(0);
      const ended = await runOrFail(['verify', '--storage', '--data', folder]);
      expect(ended.stdout).toContain(`${name}: cannot be read: it is a named pipe, not a regular file`);
    }
  },
);

test(
  'an invalid back-fill progress is refused or set aside, without a stack',
  async () => {
    const folder = join(tidemark.newFolder(), 'data');
    mkdirSync(folder, { mode: 0o700 });
    cpSync(stoppedFolder, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    writeProgress(folder, { prepared: true, plan: 5 as never });
    const verified = await commands.run(['verify', '--storage', '--data', folder]);
    expect([verified.code, verified.stdout]).toEqual([
      1,
      expect.stringContaining('backfill.json: plan is not an object'),
    ]);
    const filled = await commands.run(['backfill', '--days', '1', '--world', 'small', '--data', folder]);
    expect(filled.code).toBe(1);
    expect(filled.stderr).toMatch(
      /backfill\.json is damaged \(plan is not an object\): restore it from a backup/,
    );
    expect((await commands.run(['status', '--data', folder])).stderr).toBe('');
    writeProgress(folder, { prepared: true, firstLive: FIRST_TICK + 10 * 365 * 86_400_000 });
    const future = await commands.run(['backfill', '--days', '1', '--world', 'small', '--data', folder]);
    expect(future.stderr).toMatch(/backfill\.json is damaged \(firstLive is later than/);
    const service = await tidemark.serve(['--data', folder, ...START]);
    const { stderr } = await service.stop();
    expect(stderr).toMatch(/backfill\.json.*moved to quarantine|moved to quarantine.*backfill\.json/);
    expect(stderr).toContain('the back-fill does not continue');
  },
  MANY_FILES_MS,
);
