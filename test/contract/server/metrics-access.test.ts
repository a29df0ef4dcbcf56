import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../../src/app/operate/control/admin-access.ts';
import { readVersion } from '../../../src/app/process/version.ts';
import type { IssuedSecret } from '../../../src/auth/client-registry.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { runInProcess } from '../../support/command-line.ts';
import { METRICS } from '../../support/metric-table.ts';
import { startService, type TestService } from '../../support/service.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';
import { requestRaw } from '../../support/raw-connection.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ argv: ['--host', '0.0.0.0', '--demo', '--fault-rate', '0'] });
});
afterAll(() => service.close());

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  requestRaw(service.baseUrl, { method, target: '/metrics', headers });

describe('/v3/status', () => {
  const status = (headers: Record<string, string>) =>
    requestRaw(service.baseUrl, { method: 'GET', target: '/v3/status', headers });

  test('says how the service is doing, to the machine itself without a token', async () => {
    const answer = await status({ host: 'localhost' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const reply = JSON.parse(answer.body) as { readonly tick: { readonly timestamp: string } };
    expect(reply).toMatchObject({
      version: readVersion(),
      source: 'simulator',
      ready: true,
      notReady: [],
      tick: { latenessSeconds: expect.stringMatching(/^\d/) as unknown },
      sources: { failing: '0' },
      history: { lagSeconds: expect.stringMatching(/^\d/) as unknown, damaged: '0', lostTicks: '0' },
      connections: { known: '0', unknown: '1' },
      stream: { connections: '0', subscriptions: '0', backlogBytes: '0' },
      versions: { node: process.versions.node, methodology: expect.stringMatching(/^\d+$/) as unknown },
    });
    expect(Date.parse(reply.tick.timestamp) % 30_000).toBe(0);
    // Nothing of the machine: where files are, which process it is.
    expect(answer.body).not.toContain(service.folder);
    expect(answer.body).not.toMatch(/"pid"|"directory"/);
  });

  test('asks others for a token with read:operations', async () => {
    expect((await status({ via: '1.1 proxy' })).status).toBe(401);
    const data = `Bearer ${await service.token()}`;
    expect((await status({ via: '1.1 proxy', authorization: data })).status).toBe(403);
    const { client, secret } = await new Operator(service.folder).addClient(['read:operations']);
    const operations = await service.token({ clientId: client.id, clientSecret: secret });
    const answer = await status({ via: '1.1 proxy', authorization: `Bearer ${operations}` });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ connections: { known: '1' } });
  });

  test('is for a page of any origin that has a token, and for none without', async () => {
    const page = { host: 'localhost', origin: 'https://page.example' };
    expect((await status(page)).status).toBe(401);
    const { client, secret } = await new Operator(service.folder).addClient(['read:operations']);
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const answer = await status({ ...page, authorization: `Bearer ${token}` });
    expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([
      200,
      '*',
      'Authorization, Accept-Encoding, Origin',
    ]);
  });

  test('writes quantities as it is asked to, and names what it does not know', async () => {
    const target = (query: string) =>
      requestRaw(service.baseUrl, { target: `/v3/status?${query}`, headers: { host: 'localhost' } });
    const numbers = await target('quantities=number&size=3');
    expect(JSON.parse(numbers.body)).toMatchObject({
      version: readVersion(),
      tick: { latenessSeconds: expect.any(Number) as unknown },
      history: { damaged: 0, series: { LX: 3 } },
      connections: { unknown: expect.any(Number) as unknown },
    });
    expect(numbers.headers['tidemark-ignored']).toBe('size');
    const strings = await target('quantities=string');
    expect(JSON.parse(strings.body)).toMatchObject({ history: { damaged: '0' } });
    const refused = await target('quantities=roman');
    expect([
      refused.status,
      parseErrorBody(refused.body, 'BAD_REQUEST').errors.map(({ field }) => field),
    ]).toEqual([400, ['quantities']]);
  });
});

describe('/metrics beside the API', () => {
  test('shows every metric of the service and no others', async () => {
    const { body } = await ask({ host: 'localhost' });
    const types = [...body.matchAll(/^# TYPE (tidemark_\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]);
    expect(Object.fromEntries(types)).toEqual(
      Object.fromEntries(Object.entries(METRICS).map(([name, { type }]) => [name, type])),
    );
  });

  test('needs no token where this machine asks for itself', async () => {
    for (const host of ['localhost', '127.0.0.1:1', '[::1]', 'x.localhost']) {
      const answer = await ask({ host });
      expect([host, answer.status]).toEqual([host, 200]);
      expect(answer.body).toContain('tidemark_http_request_duration_seconds');
    }
  });

  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['X-Forwarded-Host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-anything', ''],
    ['Forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
    ['host', 'attacker.example'],
    ['host', '192.0.2.7:8080'],
  ])('needs a token where %s is %j', async (name, value) => {
    const answer = await ask({ [name]: value });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="tidemark"');
    parseErrorBody(answer.body, 'UNAUTHORIZED');
    expect((await ask({ [name]: value }, 'HEAD')).status).toBe(401);
  });

  test('is open to a client that was given read:operations by name', async () => {
    const { client, secret } = await new Operator(service.folder).addClient(['read:operations']);
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const answer = await ask({ via: '1.1 proxy', authorization: `Bearer ${token}` });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('tidemark_ticks_total');
  });

  test('is 403 for a client that was not, the demo client included', async () => {
    const answer = await ask({ via: '1.1 proxy', authorization: `Bearer ${await service.token()}` });
    expect(answer.status).toBe(403);
    expect(parseErrorBody(answer.body, 'FORBIDDEN').message).toContain('read:operations');
    expect(answer.headers['www-authenticate']).toContain('scope="read:operations"');
  });

  test('is nothing that a page of another origin may read', async () => {
    const page = { host: 'localhost', origin: 'https://any.example' };
    const answer = await ask(page);
    expect([answer.status, answer.body.includes('tidemark_')]).toEqual([401, false]);
    const { client, secret } = await new Operator(service.folder).addClient(['read:operations']);
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const allowed = await ask({ ...page, authorization: `Bearer ${token}` });
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  test('says which version runs on which Node', async () => {
    const { version } = (
      (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as { info: { version: string } }
    ).info;
    const line = `tidemark_build_info{version="${version}",node="${process.version}"} 1`;
    expect((await ask()).body.split('\n')).toContain(line);
  });
});

describe('the scope read:operations', () => {
  test('cannot be asked for by a client that is not registered for it', async () => {
    await expect(service.token({ scope: 'read:operations' })).rejects.toThrow('400');
  });

  test('a client whose scopes are not named does not get it', async () => {
    const { command: clientsCommand } = await import('../../../src/cli/commands/clients.ts');
    const args = ['add', '--name', 'desk', '--json', '--data', service.folder];
    const { out } = await runInProcess('clients', clientsCommand, args);
    const { client } = JSON.parse(out) as IssuedSecret;
    expect(client.scopes).toHaveLength(6);
    expect(client.scopes).not.toContain('read:operations');
    const named = await runCommand(service.folder, new SystemClock(), {
      command: 'clients.add',
      arguments: { name: 'monitor', scopes: ['read:operations'] },
    });
    expect((named as IssuedSecret).client.scopes).toEqual(['read:operations']);
  });
});

describe('metrics on a port of their own', () => {
  let other: TestService | undefined;
  afterEach(async () => {
    await other?.close();
    other = undefined;
  });
  const get = (host: string) =>
    requestRaw(`http://${host}:${other?.metricsPort}`, {
      target: '/metrics',
      headers: { 'x-forwarded-for': '192.0.2.1' },
    });

  test('are on loopback whatever the address of the API is, and need no token', async () => {
    other = await startService({ argv: ['--metrics-port', '0', '--host', '0.0.0.0'] });
    expect((await get('127.0.0.1')).status).toBe(200);
    await expect(get('127.0.0.2')).rejects.toThrow('ECONNREFUSED');
  });

  test('have a host of their own', async () => {
    other = await startService({ argv: ['--metrics-port', '0', '--metrics-host', '127.0.0.2'] });
    expect((await get('127.0.0.2')).status).toBe(200);
    await expect(get('127.0.0.1')).rejects.toThrow('ECONNREFUSED');
  });
});
