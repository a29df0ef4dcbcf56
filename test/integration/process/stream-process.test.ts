import { expect, test } from 'vitest';
import { StreamClient } from '../../support/stream-client.ts';
import { Tidemark, tokenOf, type RunningService } from '../../support/tidemark-process.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const SLOT_MS = 30_000;
const tidemark = new Tidemark();

async function connect({ baseUrl, wsUrl }: RunningService): Promise<StreamClient> {
  return StreamClient.open(`${wsUrl}?access_token=${await tokenOf(baseUrl, undefined, wsUrl)}`);
}

/** Times of the next index ticks. */
async function ticks(client: StreamClient, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const message = await client.next();
    if (message.event === 'INDEX_TICKER') times.push(Date.parse(String(message['timestamp'])));
  }
  return times;
}

test('SIGTERM closes every client with 1012, and the process ends in order', async () => {
  const service = await tidemark.serve(['--data', tidemark.newFolder()]);
  const clients = await Promise.all(Array.from({ length: 20 }, () => connect(service)));
  const stopped = service.stop();
  for (const client of clients) expect(await client.ended).toEqual({ code: 1012, reason: 'service restart' });
  expect(await stopped).toMatchObject({ code: 0 });
  expect(service.stderr()).not.toContain('access_token');
});

test('a client resumes across a restart of the process, without gap or duplicate', async () => {
  const flags = ['--data', tidemark.newFolder(), '--speed', '60', '--start', '2026-03-01T12:00:05Z'];
  const first = await tidemark.serve(flags);
  const before = await connect(first);
  before.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC_USD });
  const seen = await ticks(before, 3);
  await first.stop();

  const second = await tidemark.serve(flags);
  const after = await connect(second);
  const since = new Date(seen.at(-1) ?? 0).toISOString();
  after.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC_USD, since });
  seen.push(...(await ticks(after, 6)));
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));

  const token = await tokenOf(second.baseUrl);
  const query = `indexId=${BTC_USD}&timestamp=${new Date(seen.at(-1) ?? 0).toISOString()}&size=2000`;
  const page = await fetch(`${second.baseUrl}/v3/index-ticker?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { content } = (await page.json()) as { content: { timestamp: string }[] };
  const stored = content.map(({ timestamp }) => Date.parse(timestamp)).filter((at) => at >= (seen[0] ?? 0));
  // The client received exactly the history: downtime of the service is a gap in both.
  expect(seen).toEqual(stored.toReversed());
  expect(seen.every((at) => at % SLOT_MS === 0)).toBe(true);
  after.close();
});
