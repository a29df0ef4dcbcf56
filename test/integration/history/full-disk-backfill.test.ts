import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProgress } from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { DAY_MS, SLOT_MS } from '../../../src/core/time.ts';
import { exportedText } from '../../support/exported-text.ts';
import { isFilledIn, pastOf, YOUNG_WORLD } from '../past/filled-in-past.ts';
import { MEGABYTE, SmallDisk } from './small-disk.ts';
import { eventually, Tidemark, type RunningService } from '../../support/tidemark-process.ts';

const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const MAX_MS = 120_000;
const { start, firstTick } = YOUNG_WORLD;
/** One day of the past is enough to be interrupted. */
const FIRST_MODELLED = YOUNG_WORLD.firstModelled + DAY_MS;
const tidemark = new Tidemark();

let disk: SmallDisk;
beforeEach(() => {
  disk = new SmallDisk(450);
});
afterEach(() => disk.unmount());

async function isReady(service: RunningService): Promise<boolean> {
  return (await fetch(`${service.baseUrl}/readyz`)).status === 200;
}

test(
  'on a full disk the past gives way to live ticks, and continues when there is space',
  { timeout: 900_000 },
  async () => {
    const folder = join(disk.folder, 'data');
    const done = () => readProgress(folder)?.done ?? {};
    // Enough for live ticks, but not for inputs and the past.
    let filler = disk.fill(260 * MEGABYTE);
    const flags = ['--speed', '30', '--backfill', '1d'];
    const service = await tidemark.serve(['--data', folder, ...start, ...flags]);
    // Reads stored data: a request would also get the rest on demand.
    const stored = async () => {
      const text = await exportedText({ data: folder, kind: 'ticks', format: 'ndjson', indexIds: [BLX] });
      const lines = text.split('\n').filter(Boolean).toReversed();
      const all = lines.map((line) => JSON.parse(line) as { timestamp: string; flags?: string[] });
      const times = all.map(({ timestamp }) => Date.parse(timestamp));
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => b - a));
      // Ticks that could not be stored are missing; the past is filled in without a gap.
      const past = times.filter((at) => at < firstTick);
      expect(past).toEqual(past.map((_, place) => firstTick - (place + 1) * SLOT_MS));
      return { all, newest: times[0]!, oldest: times.at(-1)! };
    };
    const log = () => service.stderr() + service.stdout();
    await eventually(async () => log().includes('the disk is nearly full: the back-fill pauses'), MAX_MS);
    const begun = done();
    const { newest } = await stored();
    await eventually(async () => (await stored()).newest >= newest + 3 * SLOT_MS, MAX_MS);
    expect(log()).toContain('inputs are no longer recorded');
    expect(await isReady(service)).toBe(true);
    expect([done(), (await stored()).oldest]).toEqual([begun, firstTick]);

    rmSync(filler);
    await eventually(async () => done().today !== undefined, MAX_MS);
    // Within a day, for live ticks and the past alike.
    filler = disk.fill(MEGABYTE);
    await eventually(async () => !(await isReady(service)), MAX_MS);
    const full = await stored();
    expect(full.all.at(-1)!.flags).toContain('MODELLED');
    expect((await stored()).newest).toBe(full.newest);

    rmSync(filler);
    await eventually(() => isReady(service), MAX_MS);
    await eventually(async () => isFilledIn(folder), MAX_MS);
    const { all, oldest } = await stored();
    expect(oldest).toBe(FIRST_MODELLED);
    expect(all.filter(({ flags: given }) => given?.includes('MODELLED')).length).toBe(
      (firstTick - FIRST_MODELLED) / SLOT_MS,
    );
    const waited = log().split('the back-fill pauses').length - 1;
    expect(log().split('the back-fill continues').length - 1).toBe(waited);
    expect(await service.stop()).toMatchObject({ code: 0 });
    // Exits with 1 if a file is damaged.
    expect(await pastOf(folder)).toContain('MODELLED');
  },
);
