import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProgress, writeProgress } from '../../src/app/backfill/backfill-progress.ts';
import type { Status } from '../../src/app/status/status.ts';
import { fillInUndisturbed, pastOf, YOUNG_WORLD } from './filled-in-past.ts';
import { eventually, Tidemark } from './tidemark-process.ts';

/** What is modelled gives way to all other work of the machine: it takes seconds where that does nothing else. */
const MOST_MS = 300_000;
const tidemark = new Tidemark();
const root = mkdtempSync(join(tmpdir(), 'tidemark-lost-'));
const whole = join(root, 'whole');
const LOST_DAY = '2019-06-01';
let past: string;

/** A directory whose past is filled in; what lies further back is said to be outside of its plan. */
beforeAll(async () => {
  const service = await tidemark.serve(['--data', whole, ...YOUNG_WORLD.start, '--speed', '0.01']);
  expect(await service.stop()).toMatchObject({ code: 0 });
  await fillInUndisturbed(whole);
  past = await pastOf(whole);
}, MOST_MS);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyWithout(kind: 'days' | 'candles', name: string): string {
  const folder = join(tidemark.newFolder(), 'data');
  cpSync(whole, folder, { recursive: true });
  const files = readdirSync(join(folder, 'history', kind)).filter((file) => file.startsWith(name));
  expect(files).toHaveLength(1);
  rmSync(join(folder, 'history', kind, files[0]!));
  return folder;
}

async function backfillOf(folder: string): Promise<NonNullable<Status['backfill']>> {
  const { stdout } = await tidemark.run(['status', '--json', '--data', folder]);
  return (JSON.parse(stdout) as Status).backfill!;
}

test('a modelled day whose file is lost is told, and modelled again', { timeout: MOST_MS }, async () => {
  const folder = copyWithout('days', LOST_DAY);
  expect((await backfillOf(whole)).since.values['everything']).toBe(LOST_DAY);
  expect(await backfillOf(folder)).toMatchObject({
    since: { values: { first: '2019-06-02', largest: '2019-06-02', everything: '2019-06-02' } },
    missing: { days: 1, oldest: LOST_DAY, newest: LOST_DAY },
  });
  const { stdout } = await tidemark.run(['status', '--data', folder]);
  expect(stdout).toMatch(
    /^missing +1 day, 2019-06-01: filled in before and lost; 'tidemark backfill' fills in/m,
  );
  const service = await tidemark.serve(['--data', folder, ...YOUNG_WORLD.start, '--speed', '0.01']);
  expect((await backfillOf(folder)).missing).toMatchObject({ days: 1 });
  const asked = await tidemark.run(['backfill', '--days', String(YOUNG_WORLD.days), '--data', folder]);
  expect(asked.stdout).toBe('the running service fills in 1 day that was lost, and 2 days of everything\n');
  await eventually(async () => readProgress(folder)?.missing === undefined, MOST_MS);
  const { missing, since } = await backfillOf(folder);
  expect(missing).toBeUndefined();
  expect(since.values).toEqual({ first: LOST_DAY, largest: LOST_DAY, everything: LOST_DAY });
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect(await pastOf(folder)).toBe(past);
});

test(
  'end-of-day records whose file is lost are made again, and nothing else',
  { timeout: MOST_MS },
  async () => {
    const folder = copyWithout('candles', '2016');
    expect(await backfillOf(folder)).toMatchObject({
      since: { records: { largest: '2017-01-01' } },
      missing: { days: 366, oldest: '2016-01-01', newest: '2016-12-31' },
    });
    // The rest of the year before the first tick takes long, and is not what this is about.
    const progress = readProgress(folder)!;
    writeProgress(folder, {
      ...progress,
      done: { ...progress.done, 'everything-records': Date.parse('2019-05-01') },
    });
    const backfill = tidemark.start([
      'backfill',
      '--days',
      String(YOUNG_WORLD.days),
      '--data',
      folder,
      '--world',
      'small',
    ]);
    await eventually(async () => readProgress(folder)?.missing?.['largest-records'] !== undefined, MOST_MS);
    await eventually(async () => readProgress(folder)?.missing === undefined, MOST_MS);
    backfill.kill('SIGKILL');
    await backfill.ended;
    const { missing, since } = await backfillOf(folder);
    expect([missing, since.records['largest']]).toEqual([undefined, '2014-01-01']);
    expect(await pastOf(folder)).toBe(past);
  },
);
