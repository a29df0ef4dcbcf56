import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../src/app/config/settings.ts';
import { Credentials } from '../../src/cluster/credentials/credentials.ts';
import { NatsBus } from '../../src/cluster/nats/nats-bus.ts';
import type { CollectTopics } from '../../src/cluster/roles/collect/collect-topics.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { CLIENT_CERTIFICATE } from '../../src/cluster/setup/write-cluster.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { metricsNamedIn, readRules } from '../support/prometheus-files.ts';
import { startSecuredServers, type SecuredServers } from '../support/secured-servers.ts';
import { eventually, Tidemark, tokenOf, type Ended } from '../support/tidemark-process.ts';

// Real nodes, each with only the credentials of its role, over encrypted connections.

const tidemark = new Tidemark(afterAll);
const newFolder = temporaryFolders(afterAll);
const nodes = new Map<Role, { readonly url: string; readonly stderr: () => string }>();
let folder: string;
let servers: SecuredServers;

const dataOf = (name: string) => join(folder, 'data', name);
const flags = (role: Role) => [
  '--role',
  role,
  '--cluster-credentials',
  servers.credentials(role),
  '--data',
  dataOf(role),
  '--no-demo',
];

/** Waits until it is ready; fails with its error output. */
async function start(role: Role): Promise<void> {
  const world = ['--world', 'small', '--backfill', 'off', '--port', '0', '--log-format', 'json'];
  const { stdout, stderr } = tidemark.start(['serve', ...world, ...flags(role)]);
  const url = () => /^tidemark ready (\S+)/m.exec(stdout())?.[1];
  await eventually(async () => url() !== undefined, 100_000).catch(() => {
    throw new Error(`${role} is not ready: ${stderr()}`);
  });
  nodes.set(role, { url: url()!, stderr });
}

beforeAll(async () => {
  folder = newFolder();
  servers = await startSecuredServers(folder);
  mkdirSync(join(folder, 'data'));
  await Promise.all(ROLES.map(start));
}, 120_000);
afterAll(() => servers.stop());

const run = (...args: string[]): Promise<Ended> => tidemark.run(args);
const said = ({ stdout, stderr }: Ended) => stdout + stderr;

function operator(...args: string[]): Promise<Ended> {
  const own = ['--cluster-credentials', servers.credentials('operator'), '--data', dataOf('operator')];
  return run(...args, ...own);
}

describe('a cluster with credentials', () => {
  test('computes a tick, and serves it to a client that the operator has added', async () => {
    const added = await operator('clients', 'add', '--name', 'Desk', '--json');
    expect(added.code, said(added)).toBe(0);
    const { client, secret } = JSON.parse(added.stdout) as { client: { id: string }; secret: string };
    const baseUrl = nodes.get('serve')!.url;
    const login = { clientId: client.id, clientSecret: secret };
    let token = '';
    // Serving nodes see a new client within seconds.
    await eventually(async () => (token = await tokenOf(baseUrl, login).catch(() => '')) !== '', 15_000);
    const values = async () => {
      const answer = await fetch(`${baseUrl}/v3/historical_index_values?limit=1`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.status;
    };
    expect(await values()).not.toBe(401);
    await eventually(async () => (await fetch(`${baseUrl}/readyz`)).status === 200, 60_000);
  });

  test('does not refuse messages of its own nodes', async () => {
    for (const [role, { url, stderr }] of nodes) {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const refused = metrics.split('\n').filter((line) => line.startsWith('tidemark_bus_refused_total{'));
      expect(refused, role).toEqual([]);
      expect(metrics, role).toContain('tidemark_bus_up 1');
      expect(stderr(), role).not.toContain('trust each other');
      expect(stderr(), role).not.toContain('42501');
    }
  });

  test('shows what the rules for clusters ask for, and when certificates of nodes expire', async () => {
    const rules = readRules().filter(({ file }) => file === 'cluster.yml');
    const wanted = new Set(rules.flatMap(({ expr }) => metricsNamedIn(expr)));
    expect(wanted.size).toBeGreaterThan(5);
    for (const [role, { url }] of nodes) {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      for (const [, name] of metrics.matchAll(/^# TYPE (\w+) /gm)) wanted.delete(name!);
      expect(metrics, role).toMatch(/^tidemark_ready 1$/m);
      const expiry = /^tidemark_certificate_expiry_timestamp_seconds\{use="cluster"\} (\d+)$/m.exec(metrics);
      const certificate = readFileSync(join(servers.credentials(role), CLIENT_CERTIFICATE));
      expect(Number(expiry?.[1]), role).toBe(Date.parse(new X509Certificate(certificate).validTo) / 1000);
    }
    expect([...wanted]).toEqual([]);
  });

  test('counts and logs refused messages of a collector whose clock is wrong', async () => {
    const clock = new SystemClock();
    const credentials = Credentials.read(servers.credentials('collect'));
    const bus = new NatsBus<CollectTopics>({
      address: credentials.bus(),
      clock,
      name: credentials.service,
      trust: credentials.trust(() => clock.now() + 300_000),
      makesStream: false,
    });
    const { url, stderr } = nodes.get('compute')!;
    const batch = { collector: `late-${bus.publisher}`, messages: [], units: [], own: [] };
    try {
      await eventually(async () => {
        await bus.publish('collected', batch).catch(() => undefined);
        const metrics = await (await fetch(`${url}/metrics`)).text();
        return /tidemark_bus_refused_total\{topic="collected",reason="future"[^}]*\} [1-9]/.test(metrics);
      }, 15_000);
    } finally {
      await bus.close();
    }
    await eventually(
      async () => /"refusal":"future".*messages of the bus cannot be used/.test(stderr()),
      5000,
    );
  });

  test('shows the state of the service on every node', async () => {
    for (const role of ROLES) {
      const status = await run('status', '--data', dataOf(role), '--json');
      expect(status.code, role + said(status)).toBe(0);
    }
  });

  test('accepts commands that change something only on compute nodes', async () => {
    for (const role of ['serve', 'collect']) {
      const refused = await run('backfill', '--days', '1', '--data', dataOf(role));
      expect(refused.code, role).not.toBe(0);
      expect(said(refused), role).toContain(`a ${role} node may not give the command backfill`);
    }
    const carriedOut = await run('backfill', '--days', '1', '--data', dataOf('compute'));
    expect(carriedOut.code, said(carriedOut)).toBe(0);
  });

  test('lets only the operator change clients and keys', async () => {
    for (const role of ROLES) {
      const refused = await run('clients', 'add', '--name', 'Other', '--data', dataOf(role));
      expect(refused.code, role).not.toBe(0);
      expect(said(refused), role).toContain(`a ${role} node may not`);
    }
    const listed = await run('clients', 'list', '--data', dataOf('serve'));
    expect(listed.code, said(listed)).toBe(0);
    expect(said(listed)).toContain('Desk');
    for (const extra of [[], ['--integrity']]) {
      const rotated = await operator('keys', 'rotate', ...extra);
      expect(rotated.code, said(rotated)).toBe(0);
    }
    const withOthers = await tidemark.run([
      'clients',
      'add',
      '--name',
      'X',
      '--data',
      dataOf('none'),
      '--cluster-credentials',
      servers.credentials('serve'),
    ]);
    expect(said(withOthers)).toContain('of the operator');
  });

  test('does not start a role with the credentials of another', async () => {
    const { code, stderr } = await tidemark.run([
      'serve',
      '--role',
      'compute',
      '--world',
      'small',
      '--port',
      '0',
      '--data',
      dataOf('wrong'),
      '--cluster-credentials',
      servers.credentials('serve'),
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('has the credentials of the role serve');
  });
});
