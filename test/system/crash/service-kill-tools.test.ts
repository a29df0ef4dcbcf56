import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restore } from '../../../src/app/operate/backup/restore.ts';
import type { ExportKind } from '../../../src/app/operate/export/export.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { DAY_MS, type Millis } from '../../../src/core/time.ts';
import { candleText } from '../../../src/latest/candles/candle-text.ts';
import { readProgress } from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { exportedText } from '../../support/exported-text.ts';
import { candlesOn, FIRST_DAY } from '../../support/stored-world.ts';
import {
  eventually,
  soon,
  Tidemark,
  type RunningService,
  type TidemarkProcess,
} from '../../support/tidemark-process.ts';

const FLAGS = ['--start', '2026-03-01T12:00:05Z', '--speed', '300'];
/** Number of polls after the command has started its work. */
const KILLS_AFTER = [0, 6];
const tidemark = new Tidemark();

const exported = (data: string, kind: ExportKind, format: 'csv' | 'ndjson' = 'csv', to?: Millis) =>
  exportedText({ data, kind, format, to });

/** Kills the service this long after a matching file appears in a folder, or after the command has ended. */
async function killDuring(
  service: RunningService,
  command: TidemarkProcess,
  { folder, kind, looks }: { readonly folder: string; readonly kind: string; readonly looks: number },
): Promise<void> {
  const ended = command.ended.then(() => true);
  const hasBegun = () => readdirSync(folder).some((name) => name.startsWith(kind));
  while (!hasBegun() && !(await Promise.race([ended, soon()]))) continue;
  for (let look = 0; look < looks; look++) await soon();
  service.kill('SIGKILL');
  expect(await service.ended).toMatchObject({ signal: 'SIGKILL' });
}

test('an import through a service that is killed is complete or absent', async () => {
  const folder = tidemark.newFolder();
  const file = join(tidemark.newFolder(), 'days.ndjson');
  for (const [attempt, looks] of KILLS_AFTER.entries()) {
    const candles = Array.from({ length: 30 }, (_, day) =>
      candlesOn(FIRST_DAY - (attempt * 30 + day + 1) * DAY_MS),
    ).flat();
    writeFileSync(file, candles.map((candle) => `${candleText(candle)}\n`).join(''));
    const service = await tidemark.serve(['--data', folder, ...FLAGS]);
    const before = await exported(folder, 'ohlcv', 'ndjson');
    const command = tidemark.start(['import', 'ohlcv', file, '--data', folder]);
    await killDuring(service, command, { folder, kind: 'import-', looks });
    const { code, stderr } = await command.ended;
    const stored = new Set(before.split('\n'));
    const added = (await exported(folder, 'ohlcv', 'ndjson')).split('\n').filter((line) => !stored.has(line));
    expect([0, candles.length], stderr).toContain(added.length);
    // The command completes the import itself after the service has died.
    expect([code, added.toSorted()], stderr).toEqual([0, candles.map(candleText).toSorted()]);
    expect(readdirSync(folder).filter((name) => name.startsWith('import-'))).toEqual([]);
  }
});

test('a backup through a service that is killed is complete or has no name', async () => {
  const folder = join(tidemark.newFolder(), 'data');
  const target = tidemark.newFolder();
  for (const looks of KILLS_AFTER) {
    const service = await tidemark.serve(['--data', folder, ...FLAGS]);
    // Values of the past stored meanwhile would be in the directory and not in the backup.
    await eventually(async () => readProgress(folder)?.changesLeft === undefined);
    const known = readdirSync(target);
    const command = tidemark.start(['backup', target, '--data', folder, '--json']);
    await killDuring(service, command, { folder, kind: 'cut-', looks });
    const { code, stdout, stderr } = await command.ended;
    expect(readdirSync(folder).filter((name) => name.startsWith('cut-'))).toEqual([]);
    const made = readdirSync(target).filter((name) => !known.includes(name));
    expect([code, made.length], stderr).toEqual([0, 1]);
    const { lastTick } = JSON.parse(stdout) as { lastTick?: string };
    const restored = join(tidemark.newFolder(), 'restored');
    await restore({ backup: join(target, made[0]!), data: restored, clock: new SystemClock() });
    const to = lastTick === undefined ? undefined : Date.parse(lastTick) + 1;
    expect(await exported(restored, 'ticks')).toBe(await exported(folder, 'ticks', 'csv', to));
    expect(await exported(restored, 'ohlcv')).toBe(await exported(folder, 'ohlcv'));
  }
});

test('a backup that is killed together with the service leaves no name', async () => {
  const folder = join(tidemark.newFolder(), 'data');
  const target = tidemark.newFolder();
  const service = await tidemark.serve(['--data', folder, ...FLAGS]);
  // Enough data for copying to take a moment.
  writeFileSync(join(folder, 'large'), Buffer.alloc(200 * 2 ** 20));
  const command = tidemark.start(['backup', target, '--data', folder]);
  while (readdirSync(target).length === 0) await soon();
  command.kill('SIGKILL');
  service.kill('SIGKILL');
  await Promise.all([command.ended, service.ended]);
  expect(readdirSync(target)).toEqual([expect.stringMatching(/^incomplete-/)]);
  const cuts = readdirSync(folder).filter((name) => name.startsWith('cut-'));
  expect(cuts).toHaveLength(1);
  const anHourAgo = Date.now() / 1000 - 3600;
  utimesSync(join(folder, cuts[0]!), anHourAgo, anHourAgo);
  const again = await tidemark.serve(['--data', folder, ...FLAGS]);
  expect(readdirSync(folder).filter((name) => name.startsWith('cut-'))).toEqual([]);
  expect(await again.stop()).toMatchObject({ code: 0 });
});
