import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { HostNames } from '../../../../../src/api/http/host-names.ts';
import { metricsAnswer } from '../../../../../src/api/http/answers/metrics-answer.ts';
import { tokenMetrics } from '../../../../../src/api/resources/token/token-metrics.ts';
import { parseErrorBody } from '../../../../support/error-answers.ts';
import { requestRaw, type RawRequest } from '../../../../support/raw-connection.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function asker(hosts: HostNames, registry = new Registry()) {
  tokenMetrics(registry);
  const log = pino({ level: 'silent' });
  server = createServer(metricsAnswer({ registry, hosts, wallClock: new ManualClock(0), log }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (request: Partial<RawRequest> = {}) => requestRaw(url, { target: '/metrics', ...request });
}

test('metrics need no token; other paths are refused with the error body', async () => {
  const ask = await asker(new HostNames([]));
  const good = await ask({ target: '/metrics?x=1' });
  expect([good.status, good.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(good.body).toContain('# TYPE tidemark_tokens_issued_total counter');
  const elsewhere = await ask({ target: '/v3/asset' });
  parseErrorBody(elsewhere.body, 'NOT_FOUND');
  const posted = await ask({ method: 'POST' });
  parseErrorBody(posted.body, 'METHOD_NOT_ALLOWED');
  expect(posted.headers['allow']).toBe('GET, HEAD');
  for (const { headers } of [good, elsewhere, posted])
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
});

test('on loopback, a page that uses its own name for it is refused', async () => {
  const ask = await asker(new HostNames([]));
  const answer = await ask({ headers: { host: 'attacker.example' } });
  expect(answer.status).toBe(403);
  expect(parseErrorBody(answer.body, 'FORBIDDEN').message).toContain('--metrics-host');
});

test('elsewhere any name is accepted', async () => {
  const ask = await asker(new HostNames(undefined));
  expect((await ask({ headers: { host: 'metrics.example' } })).status).toBe(200);
});

test('metrics that cannot be collected are 500 without a reason', async () => {
  const registry = new Registry();
  const collect = () => {
    throw new Error('secret inside');
  };
  registry.registerMetric(new Gauge({ name: 'broken', help: 'Throws', registers: [], collect }));
  const answer = await (await asker(new HostNames([]), registry))();
  expect(parseErrorBody(answer.body, 'INTERNAL_SERVER_ERROR').message).toBe('internal error');
  expect(answer.body).not.toContain('secret');
});
