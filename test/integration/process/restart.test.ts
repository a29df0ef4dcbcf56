import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

interface Ticker {
  readonly id: string;
  readonly indexType: string;
  readonly indexId: string;
  readonly timestamp: string;
  readonly price: string;
}

interface Page {
  readonly content: Ticker[];
  readonly nextId?: string;
}

const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const SLOT_MS = 30_000;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-restart-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(start: string, speed: number, data = folder): Promise<TestService> {
  return startService({
    folder: data,
    argv: ['--start', start, '--speed', String(speed), '--fault-rate', '0'],
  });
}

async function read(service: TestService, query: string): Promise<Page> {
  const answer = await service.get(`/v3/index-ticker?${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

async function newest(service: TestService): Promise<number> {
  const { content } = await read(service, `indexId=${BLX}`);
  return Date.parse(content[0]?.timestamp ?? '');
}

/** Everything at or before an instant, by following nextId. */
async function readAll(service: TestService, timestamp: string, size: number): Promise<Ticker[]> {
  const all: Ticker[] = [];
  for (let query = `timestamp=${timestamp}&size=${size}`; ;) {
    const { content, nextId } = await read(service, query);
    all.push(...content);
    if (nextId === undefined) return all;
    query = `startAfter=${nextId}&size=${size}`;
  }
}

async function runFor(service: TestService, ticks: number): Promise<number> {
  const first = await newest(service);
  let last = first;
  const look = async () => (last = await newest(service));
  await expect.poll(look).toBeGreaterThanOrEqual(first + ticks * SLOT_MS);
  return last;
}

test('a restart within a slot shows that slot again, to the character, and stores nothing twice', async () => {
  const begin = '2026-03-01T12:00:05Z';
  const at = '2026-03-01T12:00:00.000Z';
  // A few points of the past are filled in while the service runs.
  const ofTick = async (service: TestService) =>
    (await readAll(service, at, 500)).filter(({ timestamp }) => timestamp === at);
  const before = await start(begin, 0.01);
  const paths = ['index-ticker', 'market-cap', 'exchange-ticker'].map((name) => `/v3/${name}`);
  const answers = async (service: TestService) =>
    Promise.all(paths.map(async (path) => (await service.get(path)).text()));
  const shown = await answers(before);
  const stored = await ofTick(before);
  await before.close();
  const after = await start(begin, 0.01);
  expect(await answers(after)).toEqual(shown);
  expect(await ofTick(after)).toEqual(stored);
  expect(stored.length).toBeGreaterThan(100);
  await after.close();
});

test('a client that follows nextId across restarts sees every record once, in order', async () => {
  const begin = '2026-03-01T23:58:05Z';
  const first = await start(begin, 100);
  const settled = await runFor(first, 6);
  const timestamp = new Date(settled).toISOString();
  const expected = await readAll(first, timestamp, 2000);
  expect(expected.length).toBeGreaterThan(3 * 500);
  const page = await read(first, `timestamp=${timestamp}&size=500`);
  await first.close();

  const second = await start(begin, 100);
  const next = await read(second, `startAfter=${page.nextId}&size=500`);
  await runFor(second, 3);
  await second.close();

  const third = await start(begin, 100);
  const seen = [...page.content, ...next.content];
  for (let { nextId } = next; nextId !== undefined;) {
    const more = await read(third, `startAfter=${nextId}&size=500`);
    seen.push(...more.content);
    nextId = more.nextId;
  }
  expect(seen).toEqual(expected);
  const all = await readAll(third, '2027-01-01T00:00:00Z', 2000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(await newest(third)).toBeGreaterThan(settled);
  await third.close();
});

describe('a restart at real time with a clock behind the last stored slot', () => {
  let stored: string;
  let ahead: number;

  beforeAll(async () => {
    stored = mkdtempSync(join(tmpdir(), 'tidemark-restart-'));
    const before = await start(new Date(Date.now() + 3_600_000).toISOString(), 1, stored);
    ahead = await newest(before);
    await before.close();
  });
  afterAll(() => rmSync(stored, { recursive: true, force: true }));
  beforeEach(() => cpSync(stored, folder, { recursive: true }));

  test('publishes nothing, is not ready and says why, and serves what is stored', async () => {
    const service = await startService({ folder });
    const ready = await fetch(`${service.baseUrl}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain(
      `s behind the last tick, ${new Date(ahead).toISOString()}: no tick is published until the clock has passed it`,
    );
    const latest = await service.get(`/v3/index-ticker?indexId=${BLX}`);
    const [, seconds] = /max-age=(\d+)/.exec(latest.headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(30);
    expect(await newest(service)).toBe(ahead);
    const { content } = await read(service, `indexId=${BLX}&timestamp=2100-01-01T00:00:00Z&size=1`);
    expect(content[0]?.timestamp).toBe(new Date(ahead).toISOString());
    expect(
      service.logLines.filter((line) => line.includes('the clock is behind the last tick')),
    ).toHaveLength(1);
    expect(await (await service.get('/metrics')).text()).toMatch(/^tidemark_clock_behind_seconds 3[45]\d\d/m);
    await service.close();
  });

  test('a world with a start time continues at that time', async () => {
    const service = await start(new Date(ahead).toISOString(), 100);
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
    expect(await runFor(service, 2)).toBeGreaterThan(ahead);
    await service.close();
  });
});
