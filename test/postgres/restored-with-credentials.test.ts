import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../src/app/operate/audit/audit-log.ts';
import { ClientRegistry } from '../../src/auth/client-registry.ts';
import { Credentials } from '../../src/cluster/credentials/credentials.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { ClientTable } from '../../src/cluster/postgres/secrets/client-table.ts';
import { KnownRevocations } from '../../src/cluster/secrets/known-revocations.ts';
import { revokeAgain } from '../../src/cluster/setup/revoke-again.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { saveSecrets } from '../support/saved-tables.ts';
import { startSecuredServers, type SecuredServers } from '../support/secured-servers.ts';

const newFolder = temporaryFolders(afterAll);
let servers: SecuredServers;
let operator: Database;
let serve: Database;

beforeAll(async () => {
  servers = await startSecuredServers(newFolder());
  const open = (role: 'serve' | 'operator', connections: number) =>
    new Database({ ...Credentials.read(servers.credentials(role)).store(), connections });
  operator = open('operator', 3);
  serve = open('serve', 2);
}, 60_000);
afterAll(async () => {
  await operator.close();
  await serve.close();
  await servers.stop();
});

test('a serving node refuses a restored database until the operator has repeated the revocations that the node knows', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 31));
  const folder = newFolder();
  const problems: string[] = [];
  const startNode = () => {
    const revocations = new KnownRevocations({
      folder,
      onRevokedAgain: () => expect.unreachable('a serving node may revoke nothing'),
      onProblem: (problem) => problems.push(problem),
    });
    return ClientTable.open({ database: serve, clock, revocations, mayChange: false });
  };
  const clients = await ClientRegistry.open(await ClientTable.open({ database: operator, clock }), clock);
  const { client } = await clients.add({ name: 'one', scopes: [] });
  const restore = await saveSecrets(operator);
  await clients.disable(client.id);

  const before = await startNode();
  await before.look();
  await restore();
  await expect(before.look()).rejects.toThrow(/restored to an earlier moment.*tidemark cluster revoke-again/);
  await expect(before.look()).rejects.toThrow();
  before.close();
  expect(problems).toHaveLength(1);

  const restarted = await startNode();
  await expect(restarted.read()).rejects.toThrow(/tidemark cluster revoke-again/);
  const data = newFolder();
  const revoked = [{ topic: 'clients', changes: [expect.stringContaining(client.id)] }];
  expect(await revokeAgain(servers.credentials('operator'), [folder], data)).toEqual(revoked);
  const audited = () => readAudit(data).entries.filter(({ event }) => event === 'secrets.revoked-again');
  expect(audited()).toMatchObject(revoked.map((details) => ({ details })));
  await restarted.look();
  const known = await restarted.read();
  expect(known.find((stored) => stored.client.id === client.id)?.client.disabled).toBe(true);
  restarted.close();
  expect(await revokeAgain(servers.credentials('operator'), [folder], data)).toEqual([]);
  expect(audited()).toHaveLength(1);
});

test('repeating revocations needs the credentials of the operator and a node that knows some', async () => {
  await expect(revokeAgain(servers.credentials('serve'), [newFolder()], newFolder())).rejects.toThrow(
    'credentials of the role serve: name those of the operator',
  );
  await expect(revokeAgain(servers.credentials('operator'), [newFolder()], newFolder())).rejects.toThrow(
    /it does not exist/,
  );
});
