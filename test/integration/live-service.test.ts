import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOT_MS } from '../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../src/core/well-known-ids.ts';
import { CURATED } from '../../src/sources/live/exchange-profiles.ts';
import { RigWorld } from '../support/rig/rig-world.ts';
import { Rig } from '../support/rig/rig.ts';
import { startService, type TestService } from '../support/service.ts';

// The whole service on live exchanges, with the process that reads them, against the rig as its gateway. Live data have no
// other time than the machine's: this waits for the first slots as an operator would.

interface Value {
  readonly indexId: string;
  readonly price: string;
}

let rig: Rig;
let service: TestService;
const world = new RigWorld({ size: 'small' });
const began = Date.now();

beforeAll(async () => {
  rig = await Rig.start();
  for (const key of Object.keys(CURATED)) rig.set(key, world.instrumentsOf(key, began));
  service = await startService({
    argv: ['--source', 'live', '--exchange-gateway', rig.gateway, '--demo'],
  });
}, 60_000);

afterAll(async () => {
  await service.close();
  await rig.close();
});

test('publishes reference prices within a minute of a first start, close to the truth', async () => {
  let values: readonly Value[] = [];
  while (values.length === 0 && Date.now() - began < 2 * SLOT_MS + 10_000) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const response = await service.get('/v3/index-ticker?indexType=GWA&size=2000');
    if (response.status === 200) values = ((await response.json()) as { content: readonly Value[] }).content;
  }
  const tookMs = Date.now() - began;
  expect(tookMs).toBeLessThan(60_000);
  const prices = new Map(values.map(({ indexId, price }) => [indexId, Number(price)]));
  for (const code of ['BTC', 'ETH', 'XRP', 'USDT'] as const) {
    const truth = world.usdOf(code, began);
    expect(Math.abs((prices.get(WELL_KNOWN_ASSETS[code as 'BTC']) ?? 0) / truth - 1)).toBeLessThan(0.005);
  }
}, 90_000);
