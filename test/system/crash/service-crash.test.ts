import { expect, test } from 'vitest';
import { readAll, WatchingClient } from '../../support/rest-history.ts';
import { Tidemark, tokenOf } from '../../support/tidemark-process.ts';

/** `SERVICE_KILLS=100` kills more often. */
const CYCLES = Number(process.env['SERVICE_KILLS'] ?? 5);
const INDICES = ['191724d4-7915-491b-8b73-bc293e03a93e', 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'];
const tidemark = new Tidemark();

test(
  `no value that a client received is lost, doubled or altered by ${CYCLES} kills of the service`,
  { timeout: 900_000 },
  async () => {
    const folder = tidemark.newFolder();
    const flags = ['--data', folder, '--start', '2026-12-31T23:50:00Z', '--speed', '150'];
    const client = new WatchingClient(INDICES);
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const service = await tidemark.serve(flags);
      const token = await tokenOf(service.baseUrl);
      const watching = client.watch(service, token);
      const killed = new Promise((resolve) => setTimeout(resolve, Math.random() * 1200)).then(() =>
        service.kill('SIGKILL'),
      );
      await Promise.all([watching, killed, service.ended]);
    }
    const service = await tidemark.serve(flags);
    const token = await tokenOf(service.baseUrl);
    for (const indexId of INDICES) {
      const all = await readAll(service, token, indexId);
      const times = all.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...new Set(times)].toSorted().toReversed());
      client.check(all);
    }
    expect([...client.seen.values()]).toEqual([]);
    await service.stop();
  },
);
