import { performance } from 'node:perf_hooks';
import { quantile } from '../support/statistics.ts';
import { FarmClient } from './farm-client.ts';
import type { SharedImage } from './tick-image.ts';
import type { Crowd, CrowdResult, FromFarm, ToFarm } from './messages.ts';

const CONNECTING_AT_ONCE = 200;
const POLL_MS = 5;

const crowds = new Map<string, FarmClient[]>();
const say = (message: FromFarm) => process.send?.(message);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

process.on('message', (message: ToFarm) => void hear(message));
process.on('disconnect', () => process.exit(0));

async function hear(message: ToFarm): Promise<void> {
  if (message.kind === 'connect') await connectCrowd(message);
  else if (message.kind === 'await') await awaitTick(message);
  else if (message.kind === 'reconnect') await reconnect(message.crowd);
  else {
    for (const client of (crowds.get(message.crowd) ?? []).slice(0, message.clients)) client.stall();
    say({ kind: 'stalled' });
  }
}

let ready = 0;

async function connectCrowd(message: Extract<ToFarm, { kind: 'connect' }>): Promise<void> {
  const startedAt = performance.now();
  const { crowd } = message;
  const clients: FarmClient[] = [];
  crowds.set(crowd.name, clients);
  const shared: SharedImage | undefined = crowd.indices === 0 ? { image: undefined } : undefined;
  ready = 0;
  for (let i = 0; i < crowd.clients; i++) {
    while (clients.length - ready >= CONNECTING_AT_ONCE && !clients.some(({ ended }) => ended))
      await pause(POLL_MS);
    const subscriptions = subscriptionsOf(crowd, i, message.indexIds);
    clients.push(new FarmClient({ ...message, subscriptions, shared, ready: () => void ready++ }));
  }
  while (ready < clients.length) {
    if (clients.some(({ ended }) => ended)) throw new Error('a client was disconnected before it was ready');
    await pause(POLL_MS);
  }
  say({ kind: 'connected', ms: performance.now() - startedAt });
}

/** Everybody at the same moment. */
async function reconnect(name: string): Promise<void> {
  const startedAt = performance.now();
  const clients = crowds.get(name) ?? [];
  ready = 0;
  for (const client of clients) client.reconnect();
  while (ready < clients.length) await pause(POLL_MS);
  say({ kind: 'connected', ms: performance.now() - startedAt });
}

/** Each client's own choice, the same in every run. */
function subscriptionsOf(crowd: Crowd, client: number, ids: readonly string[]): object[] {
  const event = 'SUBSCRIBE_INDEX_TICKER';
  const single = Array.from({ length: crowd.indices }, (_, i) => ({
    event,
    indexId: ids[(client * 31 + i * 397) % ids.length],
  }));
  return [...crowd.indexTypes.map((indexType) => ({ event, indexType })), ...single];
}

async function awaitTick({ at, patienceMs }: Extract<ToFarm, { kind: 'await' }>): Promise<void> {
  const readers = [...crowds.values()].flat().filter(({ stalled }) => !stalled);
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && readers.some((client) => client.completeAt < at && !client.ended))
    await pause(POLL_MS);
  say({ kind: 'received', crowds: [...crowds].map(([name, clients]) => resultOf(name, clients, at)) });
}

function resultOf(name: string, clients: readonly FarmClient[], at: number): CrowdResult {
  const readers = clients.filter(({ stalled }) => !stalled);
  const done = readers.filter(({ completeAt }) => completeAt >= at);
  const lateness = done.map(({ completeAt }) => completeAt - at);
  const wrong = readers.reduce((sum, { lost }) => sum + lost, 0);
  return {
    name,
    messages: clients.reduce((sum, { messages }) => sum + messages, 0),
    p50Ms: quantile(lateness, 0.5),
    p99Ms: quantile(lateness, 0.99),
    lastMs: Math.max(0, ...lateness),
    lost: wrong + (readers.length - done.length),
    ended: clients.filter(({ ended }) => ended).length,
  };
}
