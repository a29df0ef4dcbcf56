import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Tidemark } from '../../../sdk/src/node.ts';
import type { IndexTicker, ValueProof } from '../../../sdk/src/contract.ts';
import { verifyProof, type IntegrityKeys } from '../../../sdk/src/verify/index.ts';
import type { Service } from '../../../src/app/compose/compose.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { usePostgres } from '../../support/postgres-schemas.ts';
import { startSmallNode } from '../../support/small-node.ts';

/** Ticks are 30 seconds apart, and roles run in real time. */
const PATIENCE_MS = 900_000;
const INDICES = ['BTC_USD', 'BTC', 'BLX'];
const { url } = usePostgres();
const folders: string[] = [];
const nodes = new Map<string, Service>();
let nats: NatsServer;
let tidemark: Tidemark;
let keys: IntegrityKeys;

async function start(name: string, role: 'collect' | 'compute' | 'serve'): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-proofs-'));
  folders.push(folder);
  const store = `${url()}?schema=cluster_proofs`;
  const { service: node } = await startSmallNode({ role, store, bus: nats.url, folder });
  nodes.set(name, node);
  return node;
}

async function stop(name: string): Promise<void> {
  const node = nodes.get(name);
  nodes.delete(name);
  await node?.close();
}

/** A tick of each index that is published after this one. */
async function ticksAfter(timestamp: string): Promise<IndexTicker[]> {
  const stream = tidemark.stream();
  const seen = new Map<string, IndexTicker>();
  try {
    for await (const tick of stream.ticks(INDICES)) {
      if (tick.timestamp > timestamp) seen.set(tick.indexId, tick);
      if (seen.size === INDICES.length) break;
    }
  } finally {
    stream.close();
  }
  return [...seen.values()];
}

async function expectReceipts(ticks: readonly IndexTicker[]): Promise<void> {
  for (const { id, price } of ticks) {
    const receipt = await tidemark.receipt({ id });
    expect(receipt).toMatchObject({ id, price, methodology: '3' });
    expect(await verifyProof(receipt, keys)).toMatchObject({
      isRight: true,
      shows: ['value', 'inputs', 'record', 'signature'],
    });
  }
}

async function demoToken(base: string): Promise<string> {
  const answer = await fetch(`${base}/v3/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'demo',
      client_secret: 'demo',
      audience: base,
    }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function expectValueProofs(base: string, ticks: readonly IndexTicker[]): Promise<void> {
  const token = await demoToken(base);
  for (const { id, price } of ticks) {
    const answer = await fetch(`${base}/v3/integrity/proof/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    const proof = (await answer.json()) as ValueProof;
    expect(proof).toMatchObject({ id, price });
    expect(await verifyProof(proof, keys)).toMatchObject({
      isRight: true,
      shows: ['value', 'record', 'signature'],
    });
  }
}

let base: string;
beforeAll(async () => {
  nats = await NatsServer.start();
  await start('collect', 'collect');
  await start('a', 'compute');
  await start('b', 'compute');
  base = (await start('serve', 'serve')).baseUrl;
  const open = () => new Tidemark({ url: base, clientId: 'demo', clientSecret: 'demo' });
  keys = await open().integrityKeys();
  // Liquid indices have names once they have values; a client caches the names that it has read.
  await vi.waitFor(() => open().receipt('BLX'), { timeout: PATIENCE_MS / 2, interval: 2000 });
  tidemark = open();
}, PATIENCE_MS);

afterAll(async () => {
  for (const name of [...nodes.keys()].toReversed()) await stop(name);
  await nats?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

test(
  'a serving node returns valid receipts and proofs, with either compute node and without any',
  async () => {
    // A standby has the inputs of the ticks that it has followed, which excludes the first one after its start.
    const [{ timestamp: first }] = (await ticksAfter('')) as [IndexTicker];
    const before = await ticksAfter(first);
    await expectReceipts(before);
    await expectValueProofs(base, before);

    // The previous leader is gone: the other node leads, and has also recorded the earlier inputs.
    await stop('a');
    const [{ timestamp }] = before as [IndexTicker];
    const after = await ticksAfter(timestamp);
    await expectReceipts([...before, ...after]);
    await expectValueProofs(base, [...before, ...after]);

    // No node has the inputs any more: values are still proven, from the database.
    await stop('b');
    await expectValueProofs(base, [...before, ...after]);
  },
  PATIENCE_MS,
);
