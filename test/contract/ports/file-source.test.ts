import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ReferenceContent } from '../../../src/core/reference-data.ts';
import type { Millis } from '../../../src/core/time.ts';
import type { Source } from '../../../src/sources/source.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { FILE_SOURCE, type FileLine } from '../../support/file-source.ts';
import { collect, describeSourceContract } from './source-contract.ts';

const START = Date.UTC(2026, 4, 6, 12, 0, 11, 250);
const FIRST_SLOT = Date.UTC(2026, 4, 6, 12, 0, 30);
const DURATION_MS = 130_000;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-file-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

function referenceOf(markets: readonly string[]): ReferenceContent {
  const listings = markets.map((marketId) => ({ marketId, status: 'ACTIVE' as const, qualified: true }));
  return {
    assets: [],
    markets: markets.map((id) => ({ id, baseAssetId: 'base', quoteAssetId: 'quote' })),
    exchanges: ['one', 'two'].map((id) => ({
      id,
      name: id,
      url: '',
      status: 'ACTIVE',
      tier: 'A',
      listings,
      ownSymbols: [],
    })),
    supplies: [],
    lx: [],
    traded: [{ exchangeId: 'one', marketId: 'm' }],
  };
}

/** Two exchanges show a ticker every ten seconds, one of them trades; after a minute a second market is listed. */
const LISTED_AT = FIRST_SLOT + 60_000;
const REFERENCE: FileLine[] = [
  { kind: 'reference', from: 0, data: referenceOf(['m']) },
  { kind: 'reference', from: LISTED_AT, data: referenceOf(['m', 'n']) },
];

function linesAt(receivedAt: Millis, i: number): FileLine[] {
  const shown = receivedAt > LISTED_AT - 30_000 ? ['m', 'n'] : ['m'];
  const tick = (exchangeId: string, marketId: string) => {
    return { exchangeId, marketId, last: String(100 + i), volume: '1', lastMoved: receivedAt - 500 };
  };
  const ticks = ['one', 'two'].map((exchangeId): FileLine => {
    return { kind: 'ticks', exchangeId, receivedAt, ticks: shown.map((id) => tick(exchangeId, id)) };
  });
  const key = { exchangeId: 'one', marketId: 'm' };
  const trade = { ...key, tradeId: String(i), price: '1', amount: '1', exchangeTimestamp: receivedAt - 200 };
  return [...ticks, { kind: 'trades', exchangeId: 'one', receivedAt, trades: [trade] }];
}

const FEEDS = Array.from({ length: 16 }, (_, i) => linesAt(START + i * 10_000, i)).flat();

async function create(extra: readonly FileLine[] = []) {
  const file = join(folder, `${extra.length}.ndjson`);
  writeFileSync(file, [...REFERENCE, ...FEEDS, ...extra].map((line) => JSON.stringify(line)).join('\n'));
  return FILE_SOURCE.prepare({ file }, { folder, onWarning: (what) => expect.fail(what) });
}

const [whole, failing] = [
  await create(),
  await create([{ kind: 'silence', exchangeId: 'two', from: START, to: START + 60_000 }]),
];
const opened = (prepared: typeof whole) => {
  const clock = new ManualClock(START);
  return { source: prepared.open(clock) as Source, clock };
};

describeSourceContract('A file', {
  create: () => opened(whole),
  createFailing: () => opened(failing),
  durationMs: DURATION_MS,
});

test('a file announces the reference data that it has for later', async () => {
  const events = (await collect(opened(whole), DURATION_MS)).map(({ event }) => event);
  const updates = events.filter(({ kind }) => kind === 'reference');
  expect(updates).toMatchObject([{ data: referenceOf(['m', 'n']) }]);
});
