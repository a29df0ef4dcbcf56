import { readFileSync } from 'node:fs';
import { EventSource, type FetchLike } from 'eventsource';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLOT_MS, StreamRig, T } from '../../contract/stream/stream-rig.ts';
import { CuttingProxy } from '../../support/cutting-proxy.ts';

/** The published client of server-sent events, unmodified: what browsers have, for Node. */
const iso = (n: number) => new Date(T + n * SLOT_MS).toISOString();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

let rig: StreamRig;
let proxy: CuttingProxy;
const sources: EventSource[] = [];
beforeEach(async () => {
  rig = await StreamRig.start();
  proxy = await CuttingProxy.listen(Number(new URL(rig.baseUrl).port));
});
afterEach(async () => {
  for (const source of sources.splice(0)) source.close();
  proxy.close();
  await rig.close();
});

interface Tick {
  readonly at: string;
  readonly indexId: string;
  readonly id: string;
}

async function open(names: string, fetchLike?: FetchLike) {
  const url = `http://127.0.0.1:${proxy.port}/v3/stream?names=${names}&access_token=${await rig.token()}`;
  const source = new EventSource(url, fetchLike ? { fetch: fetchLike } : {});
  sources.push(source);
  const ticks: Tick[] = [];
  source.addEventListener('INDEX_TICKER', ({ data, lastEventId }) => {
    const { timestamp, indexId } = JSON.parse(data as string) as Record<'timestamp' | 'indexId', string>;
    ticks.push({ at: timestamp, indexId, id: lastEventId });
  });
  return { source, ticks };
}

test('gets every slot, and after a cut connects again and misses nothing', async () => {
  const { source, ticks } = await open('BTC,ETH,BTC_USD');
  while (ticks.length < 3) await turn();
  await rig.tick(T + SLOT_MS);
  while (ticks.length < 6) await turn();
  proxy.cut();
  while (source.readyState === EventSource.OPEN) await turn();
  for (const n of [2, 3]) await rig.tick(T + n * SLOT_MS);
  while (ticks.length < 12) await turn();
  await rig.tick(T + 4 * SLOT_MS);
  while (ticks.length < 15) await turn();
  expect(ticks.map(({ at }) => at)).toEqual(
    [0, 1, 2, 3, 4].flatMap((n) => Array(3).fill(iso(n)) as string[]),
  );
  expect(ticks.map(({ id }) => id).filter((_id, i) => i % 3 === 2)).toEqual([0, 1, 2, 3, 4].map(iso));
});

test('after a cut within a slot gets the whole slot again', async () => {
  let isCutting = true;
  /** Ends the first response behind the first event of slot 1. */
  const cutting: FetchLike = async (url, init) => {
    const answer = await fetch(url, init);
    if (!isCutting || !answer.body) return answer;
    isCutting = false;
    const decoder = new TextDecoder();
    let text = '';
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        text += decoder.decode(chunk);
        const at = text.indexOf('event:', text.indexOf(`"timestamp":"${iso(1)}"`));
        if (!text.includes(iso(1)) || at < 0) return controller.enqueue(chunk);
        const already = text.length - decoder.decode(chunk).length;
        controller.enqueue(new TextEncoder().encode(text.slice(already, at)));
        controller.terminate();
      },
    });
    return new Response(answer.body.pipeThrough(cut), { status: 200, headers: answer.headers });
  };
  const { ticks } = await open('BTC,ETH,BTC_USD', cutting);
  while (ticks.length < 3) await turn();
  await rig.tick(T + SLOT_MS);
  while (ticks.length < 7) await turn();
  expect(ticks.map(({ at }) => at)).toEqual([
    ...(Array(3).fill(iso(0)) as string[]),
    ...(Array(4).fill(iso(1)) as string[]),
  ]);
  expect(ticks[3]).toMatchObject({ indexId: ticks[4]?.indexId, id: '' });
});

test('the program of the documentation prints prices, and opens another source after a refusal', async () => {
  const page = readFileSync('docs/use/sse.md', 'utf8');
  const [, program = ''] = /```js\n([^]+?)```/.exec(page) ?? [];
  expect(program).toContain('function follow');
  const lines: unknown[][] = [];
  const opened: string[] = [];
  class Opened extends EventSource {
    constructor(url: string) {
      super(url);
      sources.push(this);
      opened.push(url);
    }
  }
  const timeout = (again: () => void) => void setImmediate(again);
  const make = new Function('EventSource', 'newToken', 'console', 'setTimeout', `${program}; return follow;`);
  const follow = make(
    Opened,
    () => rig.token(),
    { log: (...line: unknown[]) => lines.push(line) },
    timeout,
  ) as (token: string) => void;
  const original = globalThis.fetch;
  globalThis.fetch = (url, init) => original(String(url).replace('http://localhost:8080', rig.baseUrl), init);
  try {
    follow('no token');
    while (lines.length < 2) await turn();
  } finally {
    globalThis.fetch = original;
  }
  expect(opened).toHaveLength(2);
  expect(lines.map(([, , timestamp]) => timestamp)).toEqual([iso(0), iso(0)]);
});
