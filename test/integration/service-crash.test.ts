import { expect, test } from 'vitest';
import { soon, Tidemark, tokenOf, type RunningService } from './tidemark-process.ts';

interface Ticker {
  readonly id: string;
  readonly timestamp: string;
}

interface Page {
  readonly content: Ticker[];
  readonly nextId?: string;
}

const CYCLES = 15;
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const tidemark = new Tidemark();

/** Everything that was ever seen, as text by id. */
const seen = new Map<string, string>();

async function read(service: RunningService, token: string, path: string): Promise<Page> {
  const answer = await fetch(`${service.baseUrl}/v3/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

async function readAll(service: RunningService, token: string, path: string): Promise<Ticker[]> {
  const first = await read(service, token, `${path}&timestamp=2100-01-01T00:00:00Z&size=2000`);
  const all = [...first.content];
  for (let { nextId } = first; nextId !== undefined;) {
    const page = await read(service, token, `${path}&startAfter=${nextId}&size=2000`);
    all.push(...page.content);
    nextId = page.nextId;
  }
  return all;
}

/** Asks for the latest values again and again, as a client does, until the service dies. */
async function watch(service: RunningService, token: string): Promise<void> {
  for (;;) {
    try {
      for (const indexId of [BLX, BTC]) {
        const { content } = await read(service, token, `index-ticker?indexId=${indexId}`);
        for (const record of content) seen.set(record.id, JSON.stringify(record));
      }
      await soon();
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

test(
  `nothing that a client saw is lost, doubled or altered by ${CYCLES} kills of the service`,
  { timeout: 300_000 },
  async () => {
    const folder = tidemark.newFolder();
    const flags = ['--data', folder, '--start', '2026-12-31T23:50:00Z', '--speed', '150'];
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const service = await tidemark.serve(flags);
      const token = await tokenOf(service.baseUrl);
      const watching = watch(service, token);
      const killed = new Promise((resolve) => setTimeout(resolve, Math.random() * 1200)).then(() =>
        service.kill('SIGKILL'),
      );
      await Promise.all([watching, killed, service.ended]);
    }
    const service = await tidemark.serve(flags);
    const token = await tokenOf(service.baseUrl);
    for (const indexId of [BLX, BTC]) {
      const all = await readAll(service, token, `index-ticker?indexId=${indexId}`);
      const times = all.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...new Set(times)].toSorted().toReversed());
      for (const record of all) {
        const before = seen.get(record.id);
        if (before !== undefined) expect(JSON.stringify(record)).toBe(before);
        seen.delete(record.id);
      }
    }
    expect([...seen.values()]).toEqual([]);
    await service.stop();
  },
);
