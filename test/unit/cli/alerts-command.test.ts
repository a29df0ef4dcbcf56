import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertFile } from '../../../src/alerts/store/alert-file.ts';
import type { AlertChange } from '../../../src/alerts/store/alert-store.ts';
import { FORMAT, IDENTITY_FILE } from '../../../src/app/directory/data-format.ts';
import { UsageError } from '../../../src/cli/command.ts';
import { command } from '../../../src/cli/commands/alerts.ts';
import { HOUR_MS } from '../../../src/core/time.ts';
import { above, alertRule, delivery, endpoint, SLOT_0 } from '../../support/alert-rules.ts';
import { runInProcess } from '../../support/command-line.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const newFolder = temporaryFolders();
let folder: string;

async function run(...args: string[]): Promise<string> {
  const { code, out } = await runInProcess('alerts', command, [...args, '--data', folder]);
  expect(code).toBe(0);
  return out;
}

const json = async (...args: string[]) => JSON.parse(await run(...args, '--json')) as unknown;

async function withStore<T>(use: (store: AlertFile) => Promise<T> | T): Promise<T> {
  const store = await AlertFile.open({
    folder,
    quarantine: { copy: () => undefined },
    onProblem: (problem) => expect(problem).toBeUndefined(),
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const { nextAttemptAt: _next, ...ended } = delivery({ status: 'DEAD', problem: 'EXPIRED', endedAt: SLOT_0 });
const STORED: readonly AlertChange[] = [
  { put: 'endpoint', endpoint: endpoint({ url: 'https://hooks.example.com/secret-path' }) },
  { put: 'rule', rule: alertRule(above('100'), { name: 'high' }) },
  { put: 'rule', rule: alertRule({ type: 'GAP' }, { id: 'rule-2', clientId: 'client-2' }) },
  { put: 'state', ruleId: 'rule-1', state: { isFiring: true, firedAt: SLOT_0 } },
  { put: 'delivery', delivery: ended },
  { put: 'delivery', delivery: delivery({ id: 'msg_2' }) },
];

function servedBy(source: string): void {
  writeFileSync(join(folder, IDENTITY_FILE), JSON.stringify({ format: FORMAT, source }));
}

beforeEach(async () => {
  folder = newFolder();
  await withStore((store) => store.commit(() => ({ changes: STORED, result: undefined })));
});

describe('tidemark alerts, while no service runs', () => {
  test('lists the alerts of all clients, or of one', async () => {
    expect(await json('list')).toEqual([
      {
        id: 'rule-1',
        clientId: 'client-1',
        name: 'high',
        type: 'ABOVE',
        index: 'BTC',
        state: 'FIRING',
        enabled: true,
        firedAt: '2026-01-31T00:00:00.000Z',
      },
      { id: 'rule-2', clientId: 'client-2', type: 'GAP', state: 'OK', enabled: true },
    ]);
    expect(await json('list', '--client', 'client-2')).toMatchObject([{ id: 'rule-2' }]);
    expect(await run()).toMatch(/^rule-1 +client-1 +high +ABOVE +BTC +FIRING +true/m);
  });

  test('lists deliveries without their content and without the path of the URL', async () => {
    const listed = await json('deliveries');
    expect(listed).toMatchObject([
      { id: 'msg_2', status: 'PENDING' },
      { id: 'msg_1', status: 'DEAD' },
    ]);
    expect(listed).toMatchObject([{ url: 'https://hooks.example.com' }, {}]);
    expect(JSON.stringify(listed)).not.toMatch(/secret-path|whsec_|body/);
    expect(await json('dead')).toMatchObject([{ id: 'msg_1', problem: 'EXPIRED' }]);
    expect(await run('deliveries', '--alert', 'none')).toBe('no deliveries\n');
  });

  test('replays dead deliveries: they are pending for another 72 hours', async () => {
    expect(await run('replay', 'msg_1')).toBe('1 deliveries are sent again\n');
    await withStore(({ records }) => {
      const replayed = records.delivery('msg_1')!;
      expect(replayed).toMatchObject({ status: 'PENDING', attempts: 0 });
      expect(replayed).not.toHaveProperty('problem');
      expect(replayed.retryUntil - replayed.nextAttemptAt!).toBe(72 * HOUR_MS);
    });
    expect(await json('replay', '--all')).toEqual({ replayed: 0 });
    await expect(run('replay', 'msg_1')).rejects.toThrow("'tidemark alerts dead' shows them");
  });

  test('refuses to replay without exactly one selection', async () => {
    for (const args of [[], ['msg_1', '--all'], ['--all', '--endpoint', 'endpoint-1']])
      await expect(run('replay', ...args)).rejects.toThrow(UsageError);
  });

  test('silences an alert of live data, and ends that', async () => {
    servedBy('live');
    expect(await run('silence', 'rule-1', '--for', '2h')).toMatch(/^alert rule-1 is silenced until 20\d\d-/);
    expect(await json('list', '--client', 'client-1')).toMatchObject([
      { silencedUntil: expect.stringMatching(/^20/) },
    ]);
    expect(await run('silence', 'rule-1', '--end')).toBe('alert rule-1 may fire again\n');
    expect(await json('list')).not.toMatchObject([{ silencedUntil: expect.anything() }, {}]);
    await expect(run('silence', 'none', '--for', '2h')).rejects.toThrow("'tidemark alerts list' shows them");
    await expect(run('silence', 'rule-1')).rejects.toThrow(UsageError);
  });

  test('does not silence an alert of other data, whose market time it does not know, but ends a silence', async () => {
    await expect(run('silence', 'rule-1', '--for', '2h')).rejects.toThrow('start it, then silence');
    servedBy('simulator');
    await expect(run('silence', 'rule-1', '--for', '2h')).rejects.toThrow(
      'the market time of the source simulator is known only while the service runs: start it, then silence the alert',
    );
    expect(await json('list', '--client', 'client-1')).not.toMatchObject([
      { silencedUntil: expect.anything() },
    ]);
    expect(await run('silence', 'rule-1', '--end')).toBe('alert rule-1 may fire again\n');
  });

  test('removes everything of a client', async () => {
    expect(await run('remove', 'client-1')).toBe('removed: 1 alerts, 1 endpoints, 2 deliveries\n');
    expect(await json('list')).toMatchObject([{ id: 'rule-2' }]);
    expect(await run('deliveries')).toBe('no deliveries\n');
    expect(await json('remove', 'client-2')).toEqual({ alerts: 1, endpoints: 0, deliveries: 0 });
    await expect(run('remove', 'client-1')).rejects.toThrow('client client-1 has no alerts or endpoints');
    await expect(run('remove')).rejects.toThrow(UsageError);
  });
});
