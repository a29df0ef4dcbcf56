import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLOT_MS } from '../../../src/core/time.ts';
import { framesOf } from '../../../src/sources/recording/recording-file.ts';
import { inspectRecording } from '../../../src/sources/recording/inspect-recording.ts';
import { ReplaySource } from '../../../src/sources/replay/replay-source.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { computedTicks, recordHash } from '../../support/rig/computed-ticks.ts';
import { ABOUT, RECORDED_FROM, RECORDED_SLOTS, recordRig } from '../../support/rig/recorded-hour.ts';
import { startService } from '../../support/service.ts';

// The recorded hour in the repository: its description, the values of its replay, and that it can be regenerated.

const FILE = new URL('../../../examples/recordings/2026-11-02T12-00-00Z.recording', import.meta.url).pathname;
const GOLDEN = new URL('../../golden/recorded-hour.json', import.meta.url);
const { records } = JSON.parse(readFileSync(GOLDEN, 'utf8')) as { records: readonly string[] };
/** Enough to show that the whole hour would be the same. */
const FIRST_SLOTS = 6;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hour-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function replayed(): Promise<readonly string[]> {
  const clock = new ManualClock(RECORDED_FROM + 1);
  const said: string[] = [];
  const source = new ReplaySource({ files: [FILE], clock, onWarning: (what) => said.push(what) });
  const ticks = await computedTicks(source, clock, RECORDED_SLOTS);
  expect(said[0]).toBe('the recording does not contain prices of real markets');
  return ticks.map(recordHash);
}

test('describes itself', () => {
  const { source, origin, about, slots, gaps, damage, exchanges, tickers, bytes } = inspectRecording(FILE);
  expect({ source, origin, about, slots, gaps, damage }).toEqual({
    source: 'live',
    origin: 'simulated',
    about: ABOUT,
    slots: RECORDED_SLOTS,
    gaps: [],
    damage: undefined,
  });
  expect(exchanges).toHaveLength(20);
  expect(exchanges.every((exchange) => exchange.batches >= RECORDED_SLOTS - 1)).toBe(true);
  expect(tickers).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(1.5 * 2 ** 20);
});

test('gives the values of the run that it was recorded from, each time', async () => {
  expect(records).toHaveLength(RECORDED_SLOTS);
  expect(await replayed()).toEqual(records);
  expect(await replayed()).toEqual(records);
});

test('can be regenerated with the same events and values', async () => {
  const hashes = await recordRig({ source: folder, recording: folder }, FIRST_SLOTS);
  expect(hashes).toEqual(records.slice(0, FIRST_SLOTS));
  const made = framesOf(join(folder, '2026-11-02T12-00-00Z.recording'));
  const stored = framesOf(FILE);
  for (let i = 0; i <= FIRST_SLOTS; i++) {
    const again = made.next().value;
    expect(again).toHaveProperty('kind');
    expect(again).toEqual(stored.next().value);
  }
});

test('is served as replayed data by the whole service', async () => {
  const service = await startService({
    argv: ['--source', 'replay', '--replay', FILE, '--speed', '1000', '--demo'],
  });
  try {
    const last = new Date(RECORDED_FROM + RECORDED_SLOTS * SLOT_MS).toISOString();
    let head: { slot?: string; recordHash?: string } = {};
    const deadline = Date.now() + 240_000;
    while (head.slot !== last && Date.now() < deadline) {
      head = (await (await service.get('/v3/integrity/head')).json()) as typeof head;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(head).toMatchObject({ slot: last, recordHash: records.at(-1) });
    const response = await service.get('/v3/index-ticker?indexType=GWA');
    expect(response.headers.get('tidemark-source')).toBe('replay');
    expect(service.logLines.some((line) => line.includes('made-up values'))).toBe(true);
  } finally {
    await service.close();
  }
});
