import { afterEach, expect, test } from 'vitest';
import { check } from './checker.ts';
import { PageReader } from './page-reader.ts';
import { TickClient } from './tick-client.ts';
import { readTruth } from './truth.ts';
import { startServiceProcess, type ServiceProcess } from '../../../bench/support/service-process.ts';
import { Tidemark } from '../../../sdk/src/node.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import { LinkProxy } from '../../support/link-proxy.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A slot each second. */
const FLAGS = ['--world', 'small', '--speed', '30'];
const MAIN = new URL('../../../dist/src/cli/main.js', import.meta.url);
const INDICES = ['BTC_USD', 'BTC', 'BLX'];
const PATIENCE = { timeout: 60_000, interval: 20 };

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

test('clients of a real service whose connections are cut record exactly its history', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-chaos-record-'));
  toClose.push(() => rmSync(folder, { recursive: true, force: true }));
  const service: ServiceProcess = await startServiceProcess({ folder, flags: FLAGS, main: MAIN });
  toClose.push(() => service.kill());
  const proxy = await LinkProxy.listen({ port: service.port });
  toClose.push(() => proxy.close());
  const { baseUrl } = service;
  const behindProxy = `http://127.0.0.1:${proxy.port}`;
  const shared = { node: 'serve-1', audience: baseUrl };
  const clients = [
    new TickClient({ name: 'direct', ...shared, url: baseUrl, selection: INDICES }),
    new TickClient({ name: 'cut', ...shared, url: behindProxy, selection: INDICES }),
    new TickClient({ name: 'all, cut', ...shared, url: behindProxy, selection: { indexType: 'MWA' } }),
  ];
  const newest = () => Math.min(...clients.map((client) => client.newest));
  await expect.poll(newest, PATIENCE).toBeGreaterThan(0);
  const from = Math.max(...clients.map((client) => client.newest));
  const { indexId } = await new Tidemark({ url: baseUrl }).find('BTC_USD');
  const reader = new PageReader({ ...shared, url: baseUrl, indexIds: [indexId], from, newest, everyMs: 250 });
  for (let cuts = 0; cuts < 3; cuts++) {
    const before = newest();
    await expect.poll(newest, PATIENCE).toBeGreaterThan(before);
    proxy.cut();
  }
  const before = newest();
  await expect.poll(newest, PATIENCE).toBeGreaterThan(before + 2 * 30_000);
  await expect.poll(() => reader.pages.length, PATIENCE).toBeGreaterThan(4);
  const to = newest();
  await Promise.all([...clients, reader].map((one) => one.close()));
  await service.stop();
  const history = await EmbeddedHistoryStore.open({
    folder: join(folder, 'history'),
    windowMs: 200 * DAY_MS,
    onDamage: () => undefined,
    onSealingFailure: () => undefined,
  });
  toClose.push(() => history.close());
  const run = {
    from,
    to,
    clients: clients.map(({ record }) => record),
    pages: reader.pages,
    // Its slots are not those of the clients' clock.
    faults: [{ name: 'speed', from: -Infinity, to: Infinity, limitMs: Infinity, nodes: [] }],
    truth: await readTruth(history, from, to),
  };
  const verdict = check(run);
  expect(verdict.violations).toEqual([]);
  expect(verdict.slots).toBeGreaterThan(4);
  expect(verdict.compared).toBeGreaterThan(500);
  expect(clients[1]!.record.connections.length).toBeGreaterThan(3);

  // The same records without one value of one client: the check must find it.
  const [first, ...others] = run.clients;
  const given = first!.given.filter((_, i) => i !== Math.floor(first!.given.length / 2));
  expect(check({ ...run, clients: [{ ...first!, given }, ...others] }).violations).toHaveLength(1);
});
