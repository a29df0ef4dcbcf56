import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Status } from '../../../src/app/operate/status/status.ts';
import { CommandSession } from '../../support/command-session.ts';
import { eventually, Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const commands = new CommandSession();
const START = ['--start', '2026-03-01T12:10:05Z'];

async function statusOf(folder: string): Promise<Status> {
  const { stdout } = await commands.run(['status', '--json', '--data', folder]);
  return JSON.parse(stdout) as Status;
}

test('published ticks that the journal has lost are reported by status, readiness and a metric, also after a restart', async () => {
  const folder = tidemark.newFolder();
  const first = await tidemark.serve(['--data', folder, ...START, '--speed', '60']);
  await eventually(async () => (await statusOf(folder)).lastTick! >= '2026-03-01T12:12');
  await first.stop();
  expect(await statusOf(folder)).not.toHaveProperty('lostTicks');
  const journal = join(folder, 'history', 'journal');
  for (const name of readdirSync(journal)) rmSync(join(journal, name));
  for (let start = 1; start <= 2; start++) {
    const service = await tidemark.serve(['--data', folder, ...START, '--speed', '0.01']);
    const { lostTicks } = await statusOf(folder);
    expect(lostTicks?.ticks).toBeGreaterThanOrEqual(4);
    expect(lostTicks?.newest).toMatchObject([
      { from: expect.stringMatching(/^2026-03-01T12:10:/) as string },
    ]);
    const ready = await fetch(`${service.baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { lostTicks: { ticks: lostTicks?.ticks } },
    ]);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(metrics).toContain(`tidemark_lost_ticks ${lostTicks?.ticks}\n`);
    expect(await service.stop()).toMatchObject({ code: 0 });
  }
  const { stdout } = await commands.run(['status', '--data', folder]);
  expect(stdout).toMatch(/^lost ticks +\d+ that were published: 2026-03-01T12:10:\S+ to \S+ \(found \S+\)$/m);
});
