import { expect, onTestFinished, test } from 'vitest';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { BAD_GATEWAY } from '../../support/rig/faults.ts';
import { Rig } from '../../support/rig/rig.ts';
import { startService } from '../../support/service.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

// The whole service on live exchanges in real time: it starts while none of them answers.

const KEYS = ['kraken', 'bitstamp', 'okx', 'binance'];

async function until<T>(read: () => Promise<T>, isReached: (found: T) => boolean, ms: number): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await read();
    if (isReached(found) || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test('a first start without any exchange publishes nothing, is not ready and says why; then it recovers', async () => {
  const rig = await Rig.start();
  onTestFinished(() => rig.close());
  const world = new RigWorld({ size: 'small' });
  for (const key of KEYS) {
    rig.set(key, world.instrumentsOf(key, Date.now(), 30));
    rig.fault(key, BAD_GATEWAY);
  }
  const service = await startService({
    argv: [
      '--source',
      'live',
      '--exchanges',
      KEYS.join(),
      '--exchange-gateway',
      rig.gateway,
      '--demo',
    ].concat('--derivatives', 'none'),
  });
  onTestFinished(() => service.close());
  const ready = async () => {
    const response = await fetch(`${service.baseUrl}/readyz`);
    return { status: response.status, text: await response.text() };
  };
  const first = await ready();
  expect(first.status).toBe(503);
  expect(first.text).toContain(
    'sources (0 of 4 exchanges responded in the last 90 seconds; at least a quarter must)',
  );
  const status = (await (await service.get('/v3/status')).json()) as Record<string, unknown>;
  expect(status).toMatchObject({ ready: false, degraded: [expect.stringContaining('0 of 4 exchanges')] });
  const values = await (await service.get('/v3/index-ticker?indexType=GWA')).text();
  expect(values.replaceAll('"price":"1"', '')).not.toContain('"price"');
  const shown = await new Tidemark().run(['status', '--data', service.folder]);
  expect(shown.stdout).toMatch(/^not ready +sources \(0 of 4 exchanges/m);
  expect(shown.code).toBe(5);
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toContain('tidemark_source_answering_ratio 0\n');
  for (const key of KEYS) rig.fault(key, undefined);
  const last = await until(ready, ({ status: code }) => code === 200, 170_000);
  expect(last).toMatchObject({ status: 200 });
}, 900_000);
