import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesIn } from '../../../src/history/inputs/disk-space.ts';
import { eventually, Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();

test('the past is filled in only as far as the disk budget allows', { timeout: 900_000 }, async () => {
  const folder = tidemark.newFolder();
  const maxBytes = 28 * 2 ** 20;
  const flags = ['--backfill', 'auto', '--max-disk', String(maxBytes)];
  const service = await tidemark.serve(['--data', folder, ...flags]);
  expect(service.stderr()).toContain('--max-disk 28MiB holds about a day of the small world');
  let mostBytes = 0;
  await eventually(async () => {
    mostBytes = Math.max(mostBytes, bytesIn(folder));
    return service.stderr().includes('raise --max-disk to continue it');
  });
  expect(mostBytes).toBeGreaterThan(4 * 2 ** 20);
  // The past may exceed its share by a day; the space that live ticks need is still free.
  expect(bytesIn(folder)).toBeLessThan(maxBytes / 2);
  expect(mostBytes).toBeLessThan(maxBytes / 2);
  expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
  expect(await service.stop()).toMatchObject({ code: 0 });
});

test('a disk budget that cannot hold the world is refused before anything is written', async () => {
  const folder = join(tidemark.newFolder(), 'data');
  const flags = ['--port', '0', '--world', 'small', '--max-disk', '10MiB'];
  const { code, stderr } = await tidemark.run(['serve', '--data', folder, ...flags]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('the small world needs at least 24MiB')]);
  expect(existsSync(folder)).toBe(false);
});
