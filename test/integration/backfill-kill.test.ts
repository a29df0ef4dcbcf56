import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOT_MS } from '../../src/core/time.ts';
import { fillInUndisturbed, isFilledIn, pastOf, skipToTheEnd, YOUNG_WORLD } from './filled-in-past.ts';
import { readAll, WatchingClient } from './rest-history.ts';
import { eventually, Tidemark, tokenOf, type TidemarkProcess } from './tidemark-process.ts';

const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
/** What is modelled gives way to all other work of the machine: it takes seconds where that does nothing else. */
const MOST_MS = 300_000;
/** After a process has begun to fill in; drawn once, so that a failure can be repeated. */
const KILLS_AFTER_MS = [310, 870, 1420];
const { start, firstTick, firstModelled, days } = YOUNG_WORLD;
const tidemark = new Tidemark();

/** A directory with its first tick, and what its past is where nothing disturbs the back-fill. */
const root = mkdtempSync(join(tmpdir(), 'tidemark-past-'));
const served = join(root, 'served');
let undisturbed: string;
beforeAll(async () => {
  const service = await tidemark.serve(['--data', served, ...start, '--speed', '0.01']);
  expect(await service.stop()).toMatchObject({ code: 0 });
  const whole = join(root, 'whole');
  cpSync(served, whole, { recursive: true });
  await fillInUndisturbed(whole);
  undisturbed = await pastOf(whole);
  expect(undisturbed.split('\n').length).toBeGreaterThan(30_000);
}, MOST_MS);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function servedOnce(): string {
  const folder = join(tidemark.newFolder(), 'data');
  cpSync(served, folder, { recursive: true });
  return folder;
}

async function killAfter(process: TidemarkProcess, afterMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  process.kill('SIGKILL');
  expect(await process.ended).toMatchObject({ signal: 'SIGKILL' });
}

test('a service that is killed again and again fills in the same past', { timeout: 600_000 }, async () => {
  const folder = join(tidemark.newFolder(), 'data');
  const flags = ['--data', folder, ...start, '--speed', '30', '--backfill', `${days}d`];
  // Before it is ready, perhaps before its first tick.
  const starting = tidemark.start(['serve', '--port', '0', '--world', 'small', ...flags]);
  await killAfter(starting, 700);
  const client = new WatchingClient([BLX, BTC_USD]);
  for (const afterMs of KILLS_AFTER_MS) {
    const service = await tidemark.serve(flags);
    const watching = client.watch(service, await tokenOf(service.baseUrl));
    await Promise.all([killAfter(service, afterMs), watching]);
  }
  const service = await tidemark.serve(flags);
  await eventually(async () => isFilledIn(folder), MOST_MS);
  const token = await tokenOf(service.baseUrl);
  expect(client.seen.size).toBeGreaterThan(0);
  for (const indexId of [BLX, BTC_USD]) {
    const all = await readAll(service, token, indexId);
    const times = all.map(({ timestamp }) => Date.parse(timestamp));
    expect(times.at(-1)).toBe(firstModelled);
    expect(times).toEqual(times.map((_, place) => times[0]! - place * SLOT_MS));
    const modelled = all.filter(({ flags: given }) => given?.includes('MODELLED'));
    expect(modelled.length).toBe((firstTick - firstModelled) / SLOT_MS);
    client.check(all);
  }
  expect([...client.seen.values()]).toEqual([]);
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect(await pastOf(folder)).toBe(undisturbed);
});

test('a running service fills in what it is asked for by hand', { timeout: MOST_MS }, async () => {
  const folder = servedOnce();
  const service = await tidemark.serve(['--data', folder, ...start, '--speed', '30']);
  const asked = await tidemark.run(['backfill', '--days', String(days), '--data', folder]);
  expect(asked).toMatchObject({
    code: 0,
    stdout: `the running service fills in ${days} days of everything\n`,
    stderr: '',
  });
  await eventually(async () => isFilledIn(folder), MOST_MS);
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect(await pastOf(folder)).toBe(undisturbed);
});

test('a back-fill by hand that is killed goes on where it was', { timeout: MOST_MS }, async () => {
  const folder = servedOnce();
  const backfill = ['backfill', '--days', String(days), '--data', folder, '--world', 'small'];
  for (const afterMs of KILLS_AFTER_MS.slice(0, 2)) await killAfter(tidemark.start(backfill), 500 + afterMs);
  const running = tidemark.start(backfill);
  await eventually(async () => isFilledIn(folder), MOST_MS);
  await killAfter(running, 0);
  skipToTheEnd(folder);
  const ended = await tidemark.run(backfill);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d+ values and .* filled in\n$/) });
  const status = await tidemark.run(['status', '--data', folder]);
  expect(status.stdout).toMatch(/^back-fill +done$/m);
  expect(await pastOf(folder)).toBe(undisturbed);
});
