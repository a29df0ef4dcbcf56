import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { Lifecycle } from '../../src/app/process/lifecycle.ts';
import { clusterMetrics } from '../../src/cluster/roles/cluster-metrics.ts';
import { openCluster } from '../../src/cluster/roles/cluster.ts';
import { composeNode } from '../../src/cluster/roles/node.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import type { Settings } from '../../src/app/config/settings.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { SECOND_MS } from '../../src/core/time.ts';
import { PRODUCT } from '../../src/app/compose/product.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const { url } = usePostgres();
const newFolder = temporaryFolders();
const NOT_LET_IN = 'this node has not connected to a server of --bus yet';
let schemas = 0;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Flags of a node with its own store, and a missing bus. */
async function settingsOf(...flags: string[]): Promise<Settings> {
  const given = {
    '--role': 'compute',
    '--store': `${url()}?schema=lone_${++schemas}`,
    '--bus': `nats://127.0.0.1:${await freePort()}`,
    '--world': 'small',
    '--backfill': 'off',
    '--data': newFolder(),
    '--port': '0',
  };
  const argv = [...Object.entries(given).flat(), ...flags];
  return loadConfig({ argv, environment: {}, ...PRODUCT }).settings;
}

function listener(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk: Buffer, _e, done) => (lines.push(chunk.toString()), done()) });
  return { log: pino({ base: null }, stream), lines };
}

describe('a bus that refuses a node', () => {
  async function open() {
    const { log, lines } = listener();
    const [wallClock, lifecycle] = [new ManualClock(0), new Lifecycle(log)];
    ends.push(() => lifecycle.close());
    const metrics = clusterMetrics(new Registry());
    await openCluster({ settings: await settingsOf(), wallClock, log, lifecycle, metrics });
    const warnings = async () => {
      wallClock.advance(5 * SECOND_MS);
      await setImmediate();
      return lines.filter((line) => line.includes(NOT_LET_IN)).length;
    };
    return { lifecycle, warnings };
  }

  test('is reported after the time for connecting', async () => {
    const { warnings } = await open();
    expect(await warnings()).toBe(1);
  });

  test('is not reported by a node that was closed before', async () => {
    const { lifecycle, warnings } = await open();
    await lifecycle.close();
    expect(await warnings()).toBe(0);
  });
});

test('a node that computes serves the metrics of its ticks on the port for metrics', async () => {
  const { log } = listener();
  const settings = await settingsOf('--metrics-port', '0');
  const node = await composeNode({ settings, wallClock: new SystemClock(), log, sources: SOURCES });
  ends.push(() => node.close());
  const served = async () => (await fetch(`http://127.0.0.1:${node.metricsPort}/metrics`)).text();
  // Once it leads, which it does if there is no other node.
  await expect.poll(served).toContain('tidemark_ticks_total');
  expect(await served()).toContain('tidemark_build_info');
});
