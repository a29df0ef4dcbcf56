import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { AlertFile } from '../../../../src/alerts/store/alert-file.ts';
import type { AlertChange } from '../../../../src/alerts/store/alert-store.ts';
import { above, alertRule, delivery, endpoint, SLOT_0 } from '../../../support/alert-rules.ts';
import { testAlertStore } from '../../../support/alert-store-suite.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const opened: AlertFile[] = [];
afterEach(async () => {
  for (const file of opened.splice(0)) await file.close().catch(() => undefined);
});

async function open(folder: string, problems: string[] = []) {
  const file = await AlertFile.open({
    folder,
    quarantine: { copy: (_path, reason) => void problems.push(reason) },
    onProblem: (problem) => problems.push(problem),
  });
  opened.push(file);
  return file;
}

const commit = (file: AlertFile, ...changes: AlertChange[]) =>
  file.commit(() => ({ changes, result: undefined }));

const RULE = alertRule(above('100'));
const ALL: readonly AlertChange[] = [
  { put: 'endpoint', endpoint: endpoint() },
  { put: 'rule', rule: RULE },
  { put: 'state', ruleId: RULE.id, state: { isFiring: true, firedAt: SLOT_0 } },
  { put: 'delivery', delivery: delivery() },
  { put: 'evaluated', at: SLOT_0 },
];

describe('a store in a data directory', () => testAlertStore(newFolder, (folder) => open(folder)));

describe('what was committed', () => {
  test('is there after the next open', async () => {
    const folder = newFolder();
    await commit(await open(folder), ...ALL);
    const { records } = await open(folder);
    expect([...records.rules()]).toEqual([RULE]);
    expect(records.stateOf(RULE.id)).toEqual({ isFiring: true, firedAt: SLOT_0 });
    expect([...records.endpoints()]).toEqual([endpoint()]);
    expect(records.deliveriesOf(RULE.id)).toEqual([delivery()]);
    expect([...records.pending()]).toEqual([delivery()]);
    expect(records.pendingCountOf('endpoint-1')).toBe(1);
    expect(records.evaluatedAt).toBe(SLOT_0);
  });

  test('can be changed and removed', async () => {
    const folder = newFolder();
    const file = await open(folder);
    await commit(file, ...ALL);
    const { nextAttemptAt: _next, ...ended } = delivery({
      status: 'DELIVERED',
      attempts: 1,
      endedAt: SLOT_0,
    });
    await commit(
      file,
      { put: 'delivery', delivery: ended },
      { put: 'rule', rule: { ...RULE, enabled: false } },
    );
    for (const { records } of [file, await open(folder)]) {
      expect([...records.pending()]).toEqual([]);
      expect(records.pendingCountOf('endpoint-1')).toBe(0);
      expect(records.rule(RULE.id)?.enabled).toBe(false);
    }
    await commit(
      file,
      { remove: 'rule', id: RULE.id },
      { remove: 'endpoint', id: 'endpoint-1' },
      { remove: 'delivery', id: 'msg_1' },
    );
    for (const { records } of [file, await open(folder)]) {
      expect([...records.rules(), ...records.endpoints(), ...records.deliveries()]).toEqual([]);
      expect(records.stateOf(RULE.id)).toBeUndefined();
      expect(records.deliveriesOf(RULE.id)).toEqual([]);
    }
  });

  test('is decided on the result of the commits before', async () => {
    const file = await open(newFolder());
    const add = (id: string) =>
      file.commit((records) => {
        const count = [...records.rules()].length;
        return { changes: [{ put: 'rule', rule: { ...RULE, id } }], result: count };
      });
    expect(await Promise.all([add('a'), add('b'), add('c')])).toEqual([0, 1, 2]);
  });

  test('survives a torn last line, as a crash leaves it', async () => {
    const folder = newFolder();
    await commit(await open(folder), ...ALL);
    appendFileSync(join(folder, 'alerts.log'), 'c0ffee00 {"put":"rule","ru');
    const { records } = await open(folder);
    expect([...records.rules()]).toEqual([RULE]);
  });

  test('is bounded on the disk, however many messages die', async () => {
    const folder = newFolder();
    const file = await open(folder);
    for (let commits = 0; commits < 8; commits++)
      await commit(
        file,
        ...Array.from({ length: 1000 }, (_, i): AlertChange => ({
          put: 'delivery',
          delivery: delivery({ id: `msg_${commits}_${i}`, status: 'DEAD', endedAt: SLOT_0 }),
        })),
      );
    expect(readFileSync(join(folder, 'alerts.log'), 'utf8').split('\n').length).toBeLessThan(6100);
    expect(file.records.dropped.get('DEAD')).toBe(7000);
    const { records } = await open(folder);
    expect([...records.deliveries()].map(({ id }) => id)).toEqual(
      [...file.records.deliveries()].map(({ id }) => id),
    );
    // They were counted when they were dropped.
    expect(records.dropped.size).toBe(0);
  });

  test('is kept when the file is written anew', async () => {
    const folder = newFolder();
    const file = await open(folder);
    await commit(file, ...ALL);
    for (let i = 0; i < 6; i++)
      await commit(
        file,
        ...Array.from({ length: 1000 }, (_, n): AlertChange => ({
          put: 'evaluated',
          at: SLOT_0 + i * 1000 + n,
        })),
      );
    await commit(file, { put: 'evaluated', at: 7 });
    expect(readFileSync(join(folder, 'alerts.log'), 'utf8').split('\n').length).toBeLessThan(1500);
    const { records } = await open(folder);
    expect(records.evaluatedAt).toBe(7);
    expect([...records.rules()]).toEqual([RULE]);
    expect(records.deliveriesOf(RULE.id)).toEqual([delivery()]);
  });
});

test('a commit that fails changes nothing that can be read', async () => {
  const file = await open(newFolder());
  await file.close();
  await expect(commit(file, { put: 'rule', rule: RULE })).rejects.toThrow();
  expect([...file.records.rules()]).toEqual([]);
});

test('a decision that throws changes nothing, and the next commit works', async () => {
  const file = await open(newFolder());
  await expect(
    file.commit(() => {
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  await commit(file, { put: 'rule', rule: RULE });
  expect([...file.records.rules()]).toEqual([RULE]);
});

describe('secrets', () => {
  test('are in a private file with a checksum, and not in the log', async () => {
    const folder = newFolder();
    await commit(await open(folder), ...ALL);
    expect(readFileSync(join(folder, 'alerts.log'), 'utf8')).not.toContain('whsec_');
    for (const name of ['alerts.log', 'alert-endpoints.json'])
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    expect(JSON.parse(readFileSync(join(folder, 'alert-endpoints.json'), 'utf8'))).toMatchObject({
      format: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('a damaged file is refused and not overwritten', async () => {
    const folder = newFolder();
    await commit(await open(folder), ...ALL);
    const path = join(folder, 'alert-endpoints.json');
    const damaged = readFileSync(path, 'utf8').replace('hooks.example.com', 'evil.example.com');
    writeFileSync(path, damaged);
    await expect(open(folder)).rejects.toThrow(/alert-endpoints\.json is damaged.*restore it from a backup/);
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  });
});

test('a damaged line is left out and reported; a newer format is refused', async () => {
  const folder = newFolder();
  await commit(await open(folder), ...ALL);
  const path = join(folder, 'alerts.log');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"firedAt"', '"firedAX"'));
  const problems: string[] = [];
  const { records } = await open(folder, problems);
  expect(problems).toEqual([expect.stringContaining('alerts.log: damaged lines are left out (3)')]);
  expect(records.stateOf(RULE.id)).toBeUndefined();
  expect([...records.rules()]).toEqual([RULE]);
  const newer = newFolder();
  const { LineLog } = await import('../../../../src/disk/line-log.ts');
  LineLog.replace(join(newer, 'alerts.log'), ['{"format":2}']);
  await expect(open(newer)).rejects.toThrow('run the newer version that wrote it');
});
