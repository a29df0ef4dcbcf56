import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventClient } from '../../support/event-client.ts';
import { SLOT_MS, StreamRig, T } from './stream-rig.ts';

const NAMES = 'BTC,ETH,LTC,XRP,BTC_USD,ETH_USD,LTC_USD,XRP_USD,BLX,ELX,XRPLX';
const COUNT = NAMES.split(',').length;
/** Of a slot of these, at least. */
const MIN_BYTES = COUNT * 200;
const BEHIND = 100;
const iso = (n: number) => new Date(T + n * SLOT_MS).toISOString();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

let rig: StreamRig;
beforeEach(async () => {
  rig = await StreamRig.start();
});
afterEach(() => rig.close());

/** A network that takes nothing until it is released: the kernel would take megabytes. */
function stall(socket: Socket): () => void {
  const held: (() => void)[] = [];
  const write = socket._write.bind(socket);
  let isStalled = true;
  Object.assign(socket, {
    _writev: null,
    _write: (bytes: Buffer, encoding: BufferEncoding, done: () => void) => {
      if (isStalled) held.push(() => write(bytes, encoding, done));
      else write(bytes, encoding, done);
    },
  });
  return () => {
    isStalled = false;
    for (const go of held) go();
  };
}

/** Live, and not reading from now on. */
async function frozen(query: string): Promise<{ client: EventClient; release: () => void }> {
  const client = await rig.events(`names=${NAMES}${query}`);
  await client.slot();
  return { client, release: stall(rig.lastSocket!) };
}

/** Slots pass, and each is sent. */
async function tick(first: number, last: number): Promise<void> {
  for (let n = first; n <= last; n++) {
    await rig.tick(T + n * SLOT_MS);
    await turn();
  }
}

test('a stream that is not read is ended once its backlog is too old, and resumes without a loss', async () => {
  const { client } = await frozen('');
  await tick(1, BEHIND);
  expect(rig.stream.backlogBytes).toBeGreaterThan(BEHIND * MIN_BYTES);
  await rig.pass(30_000);
  expect(rig.stream.connections).toBe(1);
  await rig.pass(1000);
  while (rig.stream.connections > 0) await turn();
  expect(await rig.registry.metrics()).toContain('tidemark_stream_ended_total{reason="backlog"} 1');
  expect(rig.logLines.join('')).toContain('a slow client of server-sent events was cut');
  const ids = [iso(0)];
  expect(await client.rest()).toBe('');
  const headers = { authorization: `Bearer ${await rig.token()}`, 'last-event-id': iso(0) };
  const again = await rig.events(`names=${NAMES}`, { headers });
  while (ids.at(-1) !== iso(BEHIND)) {
    const slot = await again.slot();
    expect(slot).toHaveLength(COUNT);
    ids.push(slot.at(-1)?.id ?? '');
  }
  expect(ids).toEqual(Array.from({ length: BEHIND + 1 }, (_, n) => iso(n)));
});

test('a stream that conflates is not ended, and gets the newest values and how many were skipped', async () => {
  const { client, release } = await frozen('&conflate=true');
  await tick(1, BEHIND);
  await rig.pass(60_000);
  const last = BEHIND + 20;
  await tick(BEHIND + 1, last);
  expect(rig.stream.connections).toBe(1);
  expect(rig.stream.backlogBytes).toBeLessThan(BEHIND * MIN_BYTES);
  release();
  let ticks = 0;
  let skipped = 0;
  const ids: (string | undefined)[] = [];
  while (ids.at(-1) !== iso(last)) {
    for (const { event, data, id } of await client.slot()) {
      if (event === 'CONFLATED') skipped += (JSON.parse(data) as { skipped: number }).skipped;
      else ticks++;
      if (id !== undefined) ids.push(id);
    }
  }
  expect(ticks + skipped).toBe(last * COUNT);
  expect(skipped).toBeGreaterThanOrEqual(20 * COUNT);
  await rig.tick(T + (last + 1) * SLOT_MS);
  expect((await client.slot()).map(({ event }) => event)).toEqual(Array(COUNT).fill('INDEX_TICKER'));
});

test('a resume that is not read waits, and is ended like a backlog', async () => {
  await rig.missed(T + SLOT_MS, T + 100 * SLOT_MS);
  await rig.events(`names=${NAMES}&since=${iso(100)}`);
  const stalled = rig.lastSocket!;
  const cut = expect(rig.events(`names=${NAMES}&since=${iso(0)}`)).rejects.toThrow();
  while (rig.lastSocket === stalled) await turn();
  stall(rig.lastSocket!);
  while (rig.stream.connections < 2) await turn();
  for (let i = 0; i < 100; i++) await turn();
  // Pages are not read ahead of the client: of 100 slots, those of one page wait, which has 60.
  expect(rig.stream.backlogBytes).toBeGreaterThan(0);
  expect(rig.stream.backlogBytes).toBeLessThan(65 * COUNT * 250);
  await rig.pass(31_000);
  await cut;
  expect(rig.stream.connections).toBe(1);
  expect(await rig.registry.metrics()).toContain('tidemark_stream_ended_total{reason="backlog"} 1');
});
