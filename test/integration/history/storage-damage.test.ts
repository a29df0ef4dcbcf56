import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Status } from '../../../src/app/operate/status/status.ts';
import { CommandSession } from '../../support/command-session.ts';
import { writeStoredWorld } from '../../support/stored-world.ts';
import { eventually, Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const commands = new CommandSession();
const START = ['--start', '2026-03-01T12:59:05Z'];
const BLOCK = /^MWA [0-9a-f-]{36}$/;

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

const only = (folder: string, ...path: string[]) =>
  join(folder, ...path, readdirSync(join(folder, ...path)).toSorted()[0]!);

const journalBytes = (folder: string) => {
  const journal = join(folder, 'history', 'journal');
  return readdirSync(journal).reduce((sum, name) => sum + statSync(join(journal, name)).size, 0);
};

const once = new Tidemark(afterAll);
let left: string;
/** The directory of a service killed some ticks after it had sealed an hour: the journal counts the hour by then. */
beforeAll(async () => {
  left = once.newFolder();
  const service = await once.serve(['--data', left, ...START, '--speed', '300']);
  await eventually(async () =>
    readdirSync(join(left, 'history', 'hours')).some((name) => name.endsWith('.seg')),
  );
  const sealedAt = journalBytes(left);
  await eventually(async () => journalBytes(left) > sealedAt + 200_000);
  service.kill('SIGKILL');
  await service.ended;
});

/** A copy of its directory, without the socket, which is not a file. */
function killed(): string {
  const folder = tidemark.newFolder();
  cpSync(left, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  return folder;
}

interface Verified {
  readonly damage: readonly { readonly file: string; readonly what?: string; readonly reason: string }[];
  readonly damagedHistory: readonly string[];
  readonly storedDays: number;
  readonly records: number;
  readonly brokenLinks: readonly string[];
  readonly alteredRecords: readonly string[];
}

async function verify(folder: string, ...args: string[]): Promise<{ code: number | null; report: Verified }> {
  const { code, stdout, stderr } = await commands.run(['verify', '--json', '--data', folder, ...args]);
  expect(stderr).toBe('');
  return { code, report: JSON.parse(stdout) as Verified };
}

test('damage is reported in the log, /readyz, status, metrics, verify and backup', async () => {
  const folder = killed();
  expect(await verify(folder, '--storage')).toMatchObject({ code: 0, report: { damage: [] } });
  const hour = only(folder, 'history', 'hours');
  const file = hour.slice(folder.length + 1);
  flip(hour, 30);
  writeFileSync(join(folder, 'backfill.json'), '{"format":1,"prep');

  const stored = await verify(folder, '--storage');
  const expected = { file, what: expect.stringMatching(BLOCK), reason: expect.stringMatching(/checksum/) };
  expect(stored.code).toBe(1);
  expect(stored.report.damage).toEqual(
    expect.arrayContaining([expected, { file: 'backfill.json', reason: 'it is not valid JSON' }]),
  );
  const all = await verify(folder);
  expect(all).toMatchObject({ code: 1, report: { damage: stored.report.damage } });
  expect(all.report.damagedHistory).toEqual([hour, join(folder, 'backfill.json')]);
  const text = await commands.run(['verify', '--storage', '--data', folder]);
  expect(text.stdout).toMatch(new RegExp(`^ {2}${file} MWA [0-9a-f-]{36}: .*checksum`, 'm'));

  const service = await tidemark.serve(['--data', folder, ...START, '--speed', '0.01']);
  const ready = async () =>
    (await (await fetch(`${service.baseUrl}/readyz`)).json()) as Record<string, unknown>;
  expect(await ready()).toMatchObject({ status: 'ready', quarantine: { files: 1 } });
  await eventually(async () => 'damage' in (await ready()));
  expect(await ready()).toMatchObject({ status: 'ready', damage: { blocks: 1 } });
  const metrics = async () => (await fetch(`${service.baseUrl}/metrics`)).text();
  await eventually(async () => /^tidemark_storage_checked_timestamp_seconds \d/m.test(await metrics()));
  expect(await metrics()).toMatch(/^tidemark_storage_damaged_blocks 1$/m);
  expect(await metrics()).toMatch(/^tidemark_quarantine_files 1$/m);
  const lines = service.stderr().split('\n');
  expect(lines.filter((line) => /damaged/.test(line) && line.includes(file))).toHaveLength(1);
  expect(
    lines.filter((line) => line.includes('moved to quarantine') && line.includes('backfill.json')),
  ).toHaveLength(1);
  const { code, stdout } = await commands.run(['status', '--json', '--data', folder]);
  expect(code).toBe(5);
  const live = JSON.parse(stdout) as Status;
  expect(live).toMatchObject({
    running: true,
    damage: { blocks: 1, files: [file], lastCheck: expect.stringMatching(/Z$/) },
    quarantine: {
      files: 1,
      newest: [{ from: 'backfill.json', reason: 'it is damaged: it is not valid JSON' }],
    },
  });
  await service.stop();
  const stopped = await commands.run(['status', '--data', folder]);
  expect(stopped.stdout).toMatch(new RegExp(`^damage {9}1 in ${file}; all checked `, 'm'));
  expect(stopped.stdout).toMatch(
    /^quarantine {5}1 file: backfill\.json \(it is damaged: it is not valid JSON\)$/m,
  );

  const target = tidemark.newFolder();
  const backup = await commands.run(['backup', target, '--data', folder, '--inputs', '--json']);
  expect(backup.code).toBe(1);
  expect(backup.stderr).toMatch(new RegExp(`^tidemark: damaged, copied anyway: ${file} MWA`, 'm'));
  const made = JSON.parse(backup.stdout) as { folder: string };
  expect(readFileSync(join(made.folder, file))).toEqual(readFileSync(hour));
  const { manifest } = JSON.parse(readFileSync(join(made.folder, 'manifest.json'), 'utf8')) as {
    manifest: { damaged: unknown };
  };
  expect(manifest.damaged).toEqual([expected]);
  // The next one links the file to this one, and still reports it.
  const again = await commands.run(['backup', target, '--data', folder]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(file)]);
  const restored = await commands.run(['restore', made.folder, '--data', join(tidemark.newFolder(), 'new')]);
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(file)]);
});

test('a killed service whose newest journal is cut in half continues; no slot comes twice', async () => {
  const folder = killed();
  const hours = readdirSync(join(folder, 'history', 'hours'));
  const journal = join(folder, 'history', 'journal');
  const newest = join(journal, readdirSync(journal).toSorted().at(-1)!);
  const recorded = readdirSync(join(folder, 'inputs')).length;
  expect(recorded).toBeGreaterThan(0);
  const before = JSON.parse((await commands.run(['status', '--json', '--data', folder])).stdout) as Status;
  writeFileSync(newest, readFileSync(newest).subarray(0, Math.floor(statSync(newest).size / 2)));
  const service = await tidemark.serve(['--data', folder, ...START, '--speed', '0.01']);
  const after = JSON.parse((await commands.run(['status', '--json', '--data', folder])).stdout) as Status;
  // Values published before are not published again with other values.
  expect(Date.parse(after.lastTick!)).toBeGreaterThan(Date.parse(before.lastTick!));
  expect(readdirSync(join(folder, 'history', 'hours'))).toEqual(expect.arrayContaining(hours));
  expect(service.stderr()).not.toContain('    at ');
  await service.stop();
});

describe('tidemark verify', () => {
  test('checks the chain of records of days whose inputs are gone', async () => {
    const folder = killed();
    const whole = await verify(folder);
    expect(whole).toMatchObject({ code: 0, report: { brokenLinks: [], alteredRecords: [] } });
    expect(whole.report.records).toBeGreaterThan(1);
    expect(whole.report.storedDays).toBeGreaterThan(0);
    rmSync(join(folder, 'inputs'), { recursive: true });
    expect((await verify(folder)).report.records).toBe(whole.report.records);
  });

  test('reports invalid records, also without kept inputs', async () => {
    const folder = tidemark.newFolder();
    await writeStoredWorld(folder, { ticks: 125, days: 0 });
    const { code, report } = await verify(folder);
    expect(code).toBe(1);
    expect(report.records).toBe(125);
    expect(report.alteredRecords).toHaveLength(125);
  });

  test('--storage checks everything: a range is refused', async () => {
    const refused = await commands.run(['verify', '--storage', '--from', '2026-03-01T00:00:00Z']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--storage checks all files'),
    ]);
  });

  test('--storage names a damaged file that describes the directory', async () => {
    const folder = tidemark.newFolder();
    await writeStoredWorld(folder, { ticks: 1, days: 0 });
    writeFileSync(join(folder, 'tidemark.json'), '{"for');
    expect(await verify(folder, '--storage')).toMatchObject({
      code: 1,
      report: { damage: [{ file: 'tidemark.json' }] },
    });
  });
});

test('a history without the file that names its world is refused, with what to do', async () => {
  const folder = tidemark.newFolder();
  await writeStoredWorld(folder, { ticks: 1, days: 0 });
  rmSync(join(folder, 'tidemark.json'));
  const { code, stderr } = await tidemark.run(['serve', '--port', '0', '--world', 'small', '--data', folder]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/tidemark\.json is missing, but .* holds history: restore it from a backup, or/);
  expect(stderr).not.toContain('    at ');
  expect(existsSync(join(folder, 'tidemark.json'))).toBe(false);
});
