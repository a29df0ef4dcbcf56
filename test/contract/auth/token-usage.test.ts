import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../../src/app/operate/control/admin-access.ts';
import type { ListedClient } from '../../../src/app/operate/control/admin.ts';
import { readAudit } from '../../../src/app/operate/audit/audit-log.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startService, type TestService } from '../../support/service.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { Operator } from '../../support/operator.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const newFolder = temporaryFolders();

let service: TestService;
let clock: ManualClock;
let folder: string;
beforeEach(async () => {
  clock = new ManualClock(NOW);
  folder = newFolder();
  service = await startService({ past: false, wallClock: clock, folder });
});
afterEach(() => service.close());

async function listed(id: string): Promise<ListedClient | undefined> {
  const request = { command: 'clients.list', arguments: {} };
  const clients = (await runCommand(folder, clock, request)) as ListedClient[];
  return clients.find((client) => client.id === id);
}

const usageEntries = () =>
  (readAudit(folder)?.entries ?? []).filter(({ event }) => event === 'tokens.issued');

test('tokens are counted by client: in the list, in the metric, by day in the audit log, over a restart', async () => {
  const { client, secret } = await new Operator(folder, clock).addClient();
  const ask = () => service.token({ clientId: client.id, clientSecret: secret });
  expect(await listed(client.id)).toEqual({ ...client, tokensIssued: 0 });
  await ask();
  clock.advance(1000);
  await ask();
  await expect(service.token({ clientId: client.id, clientSecret: 'wrong' })).rejects.toThrow('401');
  expect(await listed(client.id)).toEqual({ ...client, tokensIssued: 2, lastTokenAt: NOW + 1000 });
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toContain(`tidemark_tokens_issued_total{client="${client.id}"} 2\n`);
  expect(usageEntries()).toEqual([]);

  clock.advance(DAY_MS);
  await ask();
  await service.close();
  const tokens = usageEntries().map(({ details }) => details['clients']);
  expect(tokens).toEqual([
    [{ client: client.id, tokens: 2, last: '2026-01-31T12:00:01.000Z' }],
    [{ client: client.id, tokens: 1, last: '2026-02-01T12:00:01.000Z' }],
  ]);
  service = await startService({ past: false, wallClock: clock, folder });
  expect(await listed(client.id)).toMatchObject({ tokensIssued: 3, lastTokenAt: NOW + DAY_MS + 1000 });
});

test('the log has every entry of the audit log, including start and stop', async () => {
  const { client } = await new Operator(folder, clock).addClient();
  await service.close();
  const events = (readAudit(folder)?.entries ?? []).map(({ event }) => event);
  expect(events).toEqual(['keys.create', 'keys.create', 'service.start', 'clients.add', 'service.stop']);
  const logged = service.logLines
    .map((line) => JSON.parse(line) as { msg?: string; audit?: { event: string; details: object } })
    .filter(({ msg }) => msg === 'audit');
  expect(logged.map(({ audit }) => audit?.event)).toEqual(events);
  expect(logged[3]?.audit?.details).toMatchObject({ client: client.id });
});
