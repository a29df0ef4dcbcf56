import { performance } from 'node:perf_hooks';
import { quantile } from '../support/statistics.ts';
import { EventFarmClient } from './event-farm-client.ts';
import { FarmClient } from './farm-client.ts';
import type { SharedImage } from './tick-image.ts';
import type { Crowd, CrowdResult, FromFarm, ToFarm } from './messages.ts';

const CONNECTING_AT_ONCE = 200;
const POLL_MS = 5;

type Client = FarmClient | EventFarmClient;

const crowds = new Map<string, Client[]>();
const say = (message: FromFarm) => process.send?.(message);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

process.on('message', (message: ToFarm) => void handle(message));
process.on('disconnect', () => process.exit(0));

async function handle(message: ToFarm): Promise<void> {
  if (message.kind === 'connect') await connectCrowd(message);
  else if (message.kind === 'await') await awaitTick(message);
  else if (message.kind === 'reconnect') await reconnect(message.crowd);
  else if (message.kind === 'release') await release(message);
  else {
    for (const client of (crowds.get(message.crowd) ?? []).slice(0, message.clients)) client.stall();
    say({ kind: 'stalled' });
  }
}

let ready = 0;

async function connectCrowd(message: Extract<ToFarm, { kind: 'connect' }>): Promise<void> {
  const startedAt = performance.now();
  const { crowd } = message;
  const clients: Client[] = [];
  crowds.set(crowd.name, clients);
  const { conflate: conflates } = crowd;
  const isShared = crowd.indices === 0 && !conflates;
  const shared: SharedImage | undefined = isShared ? { image: undefined } : undefined;
  const hasBegun = () => void ready++;
  ready = 0;
  for (let i = 0; i < crowd.clients; i++) {
    while (clients.length - ready >= CONNECTING_AT_ONCE && !clients.some(({ ended }) => ended))
      await pause(POLL_MS);
    const client = crowd.events
      ? new EventFarmClient({ ...message, names: namesOf(crowd, i, message.names), ready: hasBegun })
      : new FarmClient({
          ...message,
          subscriptions: subscriptionsOf(crowd, i, message.indexIds),
          conflates,
          shared,
          ready: hasBegun,
        });
    clients.push(client);
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

/** Those that had stopped read on, until ticks received and skipped add up to all that were published. */
async function release({ crowd, ticks }: Extract<ToFarm, { kind: 'release' }>): Promise<void> {
  const startedAt = performance.now();
  const clients = (crowds.get(crowd) ?? []).filter(({ stalled }) => stalled);
  for (const client of clients) client.resume();
  const hasAll = ({ messages, skipped, ended }: Client) => ended || messages + skipped >= ticks;
  while (!clients.every(hasAll)) await pause(POLL_MS);
  const sum = (of: (client: Client) => number) => clients.reduce((all, client) => all + of(client), 0);
  say({
    kind: 'released',
    ms: performance.now() - startedAt,
    messages: sum(({ messages }) => messages),
    skipped: sum(({ skipped }) => skipped),
    ended: clients.filter(({ ended }) => ended).length,
  });
}

/** Each client's own choice of names. */
function namesOf(crowd: Crowd, client: number, names: readonly string[]): string[] {
  return Array.from({ length: crowd.indices }, (_, i) => names[(client * 31 + i * 397) % names.length] ?? '');
}

/** Each client's own choice, the same in every run. */
function subscriptionsOf(crowd: Crowd, client: number, ids: readonly string[]): object[] {
  const event = 'SUBSCRIBE_INDEX_TICKER';
  const conflate = crowd.conflate ? { conflate: true } : {};
  const single = Array.from({ length: crowd.indices }, (_, i) => ({
    event,
    indexId: ids[(client * 31 + i * 397) % ids.length],
  }));
  return [...crowd.indexTypes.map((indexType) => ({ event, indexType, ...conflate })), ...single];
}

async function awaitTick({ at, patienceMs }: Extract<ToFarm, { kind: 'await' }>): Promise<void> {
  const readers = [...crowds.values()].flat().filter(({ stalled }) => !stalled);
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && readers.some((client) => client.completeAt < at && !client.ended))
    await pause(POLL_MS);
  say({ kind: 'received', crowds: [...crowds].map(([name, clients]) => resultOf(name, clients, at)) });
}

function resultOf(name: string, clients: readonly Client[], at: number): CrowdResult {
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
