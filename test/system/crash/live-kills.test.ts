import { expect, test } from 'vitest';
import { SECOND_MS, SLOT_MS } from '../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import { identities, LiveServices, timesOf } from './live-services.ts';
import { readAll, WatchingClient } from '../../support/rest-history.ts';
import { tokenOf } from '../../support/tidemark-process.ts';

// kill -9 of a service on live exchanges at random moments. Live data uses the machine's time: each run lasts up to two slots.
// `LIVE_KILLS=20 LIVE_SEED=7` sets the number of kills and the seed.

const KILLS = Number(process.env['LIVE_KILLS'] ?? 1);
const random = new Random(Number(process.env['LIVE_SEED'] ?? 1));
const INDICES = [WELL_KNOWN_ASSETS.BTC, WELL_KNOWN_ASSETS.ETH];
/** From the kill to the first tick of the next run: the start, its first readings, and up to two slots. */
const MAX_GAP_MS = 4 * SLOT_MS;
const live = new LiveServices();

test(
  `a killed service loses no published value, id or lastMoved (times: ${KILLS})`,
  async () => {
    const folder = live.newFolder();
    const client = new WatchingClient(INDICES);
    let before: Awaited<ReturnType<typeof identities>> | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await live.serve(folder);
      const watching = client.watch(service, await tokenOf(service.baseUrl));
      const after = await identities(service);
      if (before) expect(after).toEqual(before);
      before = after;
      const killed = new Promise((resolve) => setTimeout(resolve, random.next() * 1.2 * SLOT_MS)).then(() =>
        service.kill('SIGKILL'),
      );
      await Promise.all([watching, killed, service.ended]);
    }
    const service = await live.serve(folder);
    expect(await identities(service)).toEqual(before);
    expect(client.seen.size).toBeGreaterThan(0);
    const token = await tokenOf(service.baseUrl);
    for (const indexId of INDICES) {
      client.check(await readAll(service, token, indexId));
      const times = await timesOf(service, indexId);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
      expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(MAX_GAP_MS);
    }
    expect([...client.seen.values()]).toEqual([]);
    expect((await service.stop()).code).toBe(0);
  },
  (KILLS + 2) * 90 * SECOND_MS,
);
