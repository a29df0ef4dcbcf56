import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOT_MS } from '../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { UNAVAILABLE } from '../../support/rig/faults.ts';
import { LAYOUTS, RIG_EXCHANGES } from '../../support/rig/layouts.ts';
import type { RigLayout } from '../../support/rig/rig-layout.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { CommandSession } from '../../support/command-session.ts';
import { startService, type TestService } from '../../support/service.ts';
import { coingeckoPage } from '../../support/supply-payloads.ts';

// Market caps of a live service: supplies from a file and an address, with the collector process, against the rig.

const EXCHANGES = RIG_EXCHANGES.slice(0, 8);
const FILE = 'symbol,totalSupply,freeFloatSupply,asOf\nETH,120000001.5,120000000.25,2026-11-01\n';
const UPDATED = new Date(Date.now() - 60_000).toISOString();
const page = coingeckoPage([
  { id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin', circulating: '19876543.125', total: '21000000' },
  { id: 'ethereum', symbol: 'ETH', name: 'Ethereum', circulating: '7', total: '7' },
]).replaceAll('2026-11-16T11:58:03.412Z', UPDATED);
const supplies: RigLayout = {
  id: 'supplies',
  hosts: ['api.coingecko.com'],
  refusal: { status: 429, body: {} },
  answer: ({ url }) =>
    url.pathname === '/api/v3/coins/markets' ? { status: 200, body: JSON.parse(page) as object } : undefined,
};

const world = new RigWorld({ size: 'small' });
const commands = new CommandSession();
const folder = mkdtempSync(join(tmpdir(), 'live-supplies-'));
const file = join(folder, 'supplies.csv');
const data = join(folder, 'data');
let rig: Rig;

const started = (argv: readonly string[]) =>
  startService({
    folder: data,
    argv: [
      '--source',
      'live',
      '--exchanges',
      EXCHANGES.join(','),
      '--exchange-gateway',
      rig.gateway,
      '--demo',
      ...argv,
    ],
  });

const configured = () => [
  '--supply-file',
  file,
  '--supply-url',
  'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&per_page=250&page={page}',
  '--supply-mapping',
  'coingecko',
  '--supply-key-file',
  join(folder, 'key'),
];

beforeAll(async () => {
  rig = await Rig.start([...LAYOUTS, supplies]);
  for (const key of EXCHANGES) rig.set(key, world.instrumentsOf(key, Date.now()));
  writeFileSync(file, FILE);
  writeFileSync(join(folder, 'key'), 'k3y-of-ours');
});

afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Caps {
  readonly content: readonly Readonly<Record<string, string>>[];
}

/** Live data uses the machine's time, so this waits for a slot like an operator. */
async function capsOf(service: TestService, isThere: (caps: Caps) => boolean): Promise<Caps> {
  const deadline = Date.now() + 8 * SLOT_MS;
  for (;;) {
    const response = await service.get('/v3/market-cap');
    const caps = response.status === 200 ? ((await response.json()) as Caps) : { content: [] };
    if (isThere(caps) || Date.now() > deadline) return caps;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const bySupply = ({ content }: Caps) =>
  Object.fromEntries(
    content.map(({ assetId, freeFloatSupply, totalSupply }) => [
      assetId,
      `${freeFloatSupply}/${totalSupply}`,
    ]),
  );
const EXPECTED = {
  [WELL_KNOWN_ASSETS.BTC]: '19876543.125/21000000',
  [WELL_KNOWN_ASSETS.ETH]: '120000000.25/120000001.5',
};
const isComplete = ({ content }: Caps) => content.length >= 2;

test('says why it has no market caps if no supplies are configured', async () => {
  const service = await started([]);
  try {
    expect(await capsOf(service, () => true)).toEqual({ content: [] });
    const ready = (await (await fetch(`${service.baseUrl}/readyz`)).json()) as { supplies: { why: string } };
    const why = expect.stringContaining('no supplies are configured (--supply-file, --supply-url)') as string;
    expect(ready.supplies).toEqual({ assets: 0, why, origins: [], findings: 0 });
    const { stdout } = await commands.run(['status', '--data', data]);
    expect(stdout).toMatch(/^supplies +no supplies are configured \(--supply-file, --supply-url\)/m);
    const sources = await commands.run(['sources', 'status', '--data', data]);
    expect(sources.stdout).toContain('\nno supplies are configured');
  } finally {
    await service.close();
  }
});

test('has market caps from the file and the address, and keeps them without network and address', async () => {
  const service = await started(configured());
  try {
    expect(bySupply(await capsOf(service, isComplete))).toEqual(EXPECTED);
    const { stdout } = await commands.run(['status', '--data', data]);
    expect(stdout).toMatch(
      /^supplies +of 2 assets: file 1, dated up to 2026-11-01T00:00:00.000Z; url 1, dated up to /m,
    );
    const sources = await commands.run(['sources', 'status', '--data', data]);
    expect(sources.stdout).toMatch(/^url +1 +\d+ (?:s|min) +\d+ (?:s|min) +0$/m);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/^tidemark_supply_age_seconds\{origin="url"\} \d/m);
    expect(metrics).toContain('tidemark_supply_readings{outcome="read"} 1');
    expect(service.logLines.join('')).not.toContain('k3y-of-ours');
  } finally {
    await service.close();
  }
  rig.fault('supplies', UNAVAILABLE);
  const offline = await started(configured());
  try {
    expect(bySupply(await capsOf(offline, isComplete))).toEqual(EXPECTED);
    expect(readFileSync(join(data, 'live-supplies.json'), 'utf8')).toContain('19876543.125');
  } finally {
    await offline.close();
  }
}, 900_000);
