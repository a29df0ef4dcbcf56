import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { acquireDirectory } from '../../src/app/operate/control/admin-access.ts';
import { Audiences } from '../../src/auth/audiences.ts';
import { RevocationsUnknown } from '../../src/auth/secrets-watch.ts';
import { TokenIssuer } from '../../src/auth/tokens/token-issuer.ts';
import { TokenVerifier } from '../../src/auth/tokens/token-verifier.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { migrate } from '../../src/cluster/postgres/migrations.ts';
import { KnownRevocations } from '../../src/cluster/secrets/known-revocations.ts';
import { SecretsAge } from '../../src/cluster/secrets/secrets-age.ts';
import { secretTables } from '../../src/cluster/secrets/secret-tables.ts';
import { MINUTE_MS } from '../../src/core/time.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { PostgresMember } from '../support/postgres-member.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const URLS = { baseUrl: 'https://api.example.com', wsUrl: 'wss://stream.example.com' };
const newFolder = temporaryFolders();
const ends: (() => unknown)[] = [];
let server: PostgresMember;

beforeAll(async () => {
  server = await PostgresMember.at(newFolder(), { fsync: 'off' });
  await server.initialise();
  await server.start();
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(() => server.kill());

/** A node of the database that authenticates clients. */
async function startNode() {
  const database = new Database({ url: server.url, connectTimeoutMs: 1000 });
  await migrate(database);
  ends.push(() => database.close());
  const [folder, clock] = [newFolder(), new ManualClock(NOW)];
  const reports: boolean[] = [];
  const age = new SecretsAge(clock, 10 * MINUTE_MS, (isTooOld) => reports.push(isTooOld));
  const openRevocations = () =>
    new KnownRevocations({ folder, onRevokedAgain: () => undefined, onProblem: () => undefined });
  const directory = await acquireDirectory(folder, clock, [], {
    urls: URLS,
    sharedSecrets: secretTables(database, { age, openRevocations, role: undefined }),
  });
  ends.push(() => directory.close());
  const audiences = new Audiences({ ...URLS, baseUrlConfigured: true, wsUrlConfigured: true });
  const verifier = new TokenVerifier({
    ...directory,
    clock,
    issuer: URLS.baseUrl,
    audiences,
    kind: 'rest',
  });
  const issuer = new TokenIssuer(directory.keys, clock, URLS.baseUrl);
  return { clock, directory, age, reports, verifier, issuer };
}

test('a node whose PostgreSQL is stopped refuses new tokens after ten minutes, and accepts them once it is back', async () => {
  const { clock, directory, age, reports, verifier, issuer } = await startNode();
  const { client } = await directory.clients.add({ name: 'desk', scopes: ['read:LX'] });
  const token = () => issuer.issue(client, URLS.baseUrl, client.scopes);
  const known = await token();
  expect(await verifier.verify(known)).toBeDefined();
  await server.kill();
  clock.advance(9 * MINUTE_MS);
  expect(await verifier.verify(await token())).toBeDefined();
  clock.advance(2 * MINUTE_MS);
  await expect(verifier.verify(await token())).rejects.toThrow(RevocationsUnknown);
  expect(await verifier.verify(known)).toBeDefined();
  // Each failed poll detects it.
  await expect.poll(() => (clock.advance(2000), reports)).toEqual([true]);
  await server.start();
  // Polls succeed once the server is back: the clock simulates a node that polls every two seconds.
  await expect.poll(() => (clock.advance(2000), age.isTooOld)).toBe(false);
  expect(await verifier.verify(await token())).toBeDefined();
  await expect.poll(() => (clock.advance(2000), reports)).toEqual([true, false]);
});
