import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLOT_MS } from '../../../src/core/time.ts';
import { MEGABYTE, SmallDisk } from './small-disk.ts';
import { eventually, Tidemark, tokenOf, type RunningService } from '../../support/tidemark-process.ts';

interface Page {
  readonly content: { readonly id: string; readonly timestamp: string }[];
}

const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const FLAGS = ['--start', '2026-03-01T12:00:05Z', '--speed', '100'];
const tidemark = new Tidemark();

let disk: SmallDisk;
beforeEach(() => {
  disk = new SmallDisk(400);
});
afterEach(() => disk.unmount());

async function ready(service: RunningService): Promise<boolean> {
  return (await fetch(`${service.baseUrl}/readyz`)).status === 200;
}

test('a full disk stops publishing and readiness, not reading; free space restores both', async () => {
  const service = await tidemark.serve(['--data', join(disk.folder, 'data'), ...FLAGS]);
  const token = await tokenOf(service.baseUrl);
  const read = async (path: string) => {
    const answer = await fetch(`${service.baseUrl}/v3/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.status, page: (await answer.json()) as Page };
  };
  const newest = async () => (await read(`index-ticker?indexId=${BLX}`)).page.content[0]?.timestamp ?? '';
  const tickers = async () => (await read('exchange-ticker?size=1')).page.content[0]?.timestamp ?? '';
  const history = `index-ticker?indexId=${BLX}&timestamp=2100-01-01T00:00:00Z&size=2000`;
  expect(await ready(service)).toBe(true);

  const filler = disk.fill(MEGABYTE);
  await eventually(async () => !(await ready(service)));
  const [before, stored, shown] = [await newest(), await read(history), await tickers()];
  expect(stored.page.content[0]?.timestamp).toBe(before);
  // Exchange tickers continue, index values do not, and stored data can be read.
  await eventually(async () => (await tickers()) > shown);
  expect(await newest()).toBe(before);
  expect(await read(history)).toEqual(stored);
  expect(service.stderr() + service.stdout()).toContain('history cannot be written');

  rmSync(filler);
  await eventually(() => ready(service));
  await eventually(async () => (await newest()) > before);
  const after = await read(history);
  expect(after.page.content.slice(-stored.page.content.length)).toEqual(stored.page.content);
  expect(new Set(after.page.content.map(({ id }) => id)).size).toBe(after.page.content.length);
  // Missing ticks are reported with the reason.
  const times = after.page.content.map(({ timestamp }) => timestamp);
  const gap = {
    from: new Date(Date.parse(before) + SLOT_MS).toISOString(),
    to: times[times.indexOf(before) - 1],
    reason: 'DISK',
  };
  const coverage = (await read(`series/${BLX}/coverage?from=${before}`)).page as unknown as object;
  expect(coverage).toMatchObject({ gaps: [gap] });
  expect(await service.stop()).toMatchObject({ code: 0 });
});

test('a service that cannot store its first tick does not start, and says why', async () => {
  disk.fill(MEGABYTE);
  const { code, stderr } = await tidemark.run([
    'serve',
    '--port',
    '0',
    '--world',
    'small',
    '--data',
    join(disk.folder, 'data'),
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain('history cannot be written: is the disk of the data directory full?');
});
