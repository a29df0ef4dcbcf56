import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOT_MS } from '../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { Tidemark } from '../../support/tidemark-process.ts';
import { startService, type TestService } from '../../support/service.ts';
import { RIG_EXCHANGES } from '../../support/rig/layouts.ts';

// The whole service on live exchanges, with its collector process, against the rig as its gateway. Live data uses the machine's
// time, so this waits for the first slots like an operator.

interface Value {
  readonly indexId: string;
  readonly price: string;
  readonly timestamp: string;
}

let rig: Rig;
const tidemark = new Tidemark();
let service: TestService;
let recording: string;
const world = new RigWorld({ size: 'small' });
const began = Date.now();

beforeAll(async () => {
  rig = await Rig.start();
  for (const key of RIG_EXCHANGES) rig.set(key, world.instrumentsOf(key, began));
  recording = mkdtempSync(join(tmpdir(), 'recording-'));
  service = await startService({
    argv: [
      '--source',
      'live',
      '--exchanges',
      RIG_EXCHANGES.join(),
      '--exchange-gateway',
      rig.gateway,
      '--demo',
      '--record',
      recording,
    ].concat('--derivatives', 'none'),
  });
});

afterAll(async () => {
  await service.close();
  await rig.close();
  rmSync(recording, { recursive: true, force: true });
});

/** Every value of a type at a slot, as text; empty if not published yet. */
async function valuesAt(from: TestService, type: string, at?: string): Promise<string> {
  const slot = at === undefined ? '' : `&timestamp=${at}`;
  const response = await from.get(`/v3/index-ticker?indexType=${type}&size=2000${slot}`);
  return response.status === 200 ? response.text() : '';
}

const isThere = (text: string) => text.includes('"price"');

async function untilThere(from: TestService, at?: string): Promise<string> {
  // A busy machine may miss slots.
  const deadline = Date.now() + 8 * SLOT_MS;
  for (;;) {
    const text = await valuesAt(from, 'GWA', at);
    if (isThere(text) || Date.now() > deadline) return text;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

test('publishes reference prices from a first start on, close to the truth', async () => {
  const { content } = JSON.parse(await untilThere(service)) as { content: readonly Value[] };
  const prices = new Map(content.map(({ indexId, price }) => [indexId, Number(price)]));
  for (const code of ['BTC', 'ETH', 'XRP', 'USDT'] as const) {
    const truth = world.usdOf(code, began);
    expect(Math.abs((prices.get(WELL_KNOWN_ASSETS[code]) ?? 0) / truth - 1)).toBeLessThan(0.005);
  }
});

test('shows the operator how each exchange is read', async () => {
  const { code, stdout } = await tidemark.run(['sources', 'status', '--data', service.folder]);
  expect(code).toBe(0);
  const [head = '', ...rows] = stdout.split('\n');
  expect(head).toMatch(/^exchange +state +age +read +failed +left out +why$/);
  expect(rows.filter((row) => / answering +\d+ s +\d+ +0 +0$/.test(row))).toHaveLength(RIG_EXCHANGES.length);
  const json = await tidemark.run(['sources', 'status', '--data', service.folder, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ findings: expect.any(Array) as unknown[] });
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/tidemark_source_readings\{exchange="Kraken",outcome="read"\} \d/);
});

test('a recording gives the same values, byte for byte, when it is replayed', async () => {
  const { content } = JSON.parse(await untilThere(service)) as { content: readonly Value[] };
  const first = content[0]?.timestamp ?? '';
  const second = new Date(Date.parse(first) + SLOT_MS).toISOString();
  await untilThere(service, second);
  const slots = [first, second].flatMap((at) => ['MWA', 'GWA', 'LX'].map((type) => [type, at] as const));
  const published = await Promise.all(slots.map(([type, at]) => valuesAt(service, type, at)));
  const folder = mkdtempSync(join(tmpdir(), 'replayed-'));
  const argv = ['--source', 'replay', '--replay', recording, '--speed', '100', '--demo'];
  const replayed = await startService({ folder, argv });
  try {
    await untilThere(replayed, second);
    const again = await Promise.all(slots.map(([type, at]) => valuesAt(replayed, type, at)));
    published.forEach((text) => expect(isThere(text)).toBe(true));
    expect(again).toEqual(published);
  } finally {
    await replayed.close();
  }
  // A completely played recording is served again, although there are no new ticks.
  const restarted = await startService({ folder, argv });
  try {
    expect(await valuesAt(restarted, 'GWA', second)).toBe(published[4]);
  } finally {
    await restarted.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
