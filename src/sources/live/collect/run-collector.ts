import { join } from 'node:path';
import { ProxyAgent, type Dispatcher } from 'undici';
import { SystemClock } from '../../../core/clock.ts';
import { CcxtExchange } from '../../ccxt/ccxt-exchange.ts';
import { askOver } from '../../declarative/ask-exchange.ts';
import { DeclaredExchange } from '../../declarative/declared-exchange.ts';
import type { ExchangeApi } from '../exchange-api.ts';
import { ExchangeHttp } from '../http/exchange-http.ts';
import { HostBuckets } from '../http/host-buckets.ts';
import { collect } from './collector.ts';
import type { CollectorInput, FromCollector, ToCollector } from './collector-messages.ts';
import { FileSnapshots } from './market-snapshots.ts';

/** Connections to one host: a reading asks for one thing after the other. */
const CONNECTIONS = 4;

/** How a dispatcher without a proxy is made; the process of a test dials elsewhere. */
export type Dial = (options: { readonly connections: number }) => Dispatcher;

/** Reads exchanges in a process of its own until it is told to stop, or the process that started it is gone. */
export async function runCollectorProcess(dial: Dial): Promise<void> {
  const stop = new AbortController();
  process.once('disconnect', () => stop.abort());
  process.on('SIGINT', () => undefined); // of a terminal: the service says when to stop
  const input = await begun(stop);
  if (!input) return;
  const dispatcher = dispatcherOf(input, dial);
  const clock = new SystemClock();
  const http = new ExchangeHttp({
    clock,
    dispatcher,
    bucketOf: new HostBuckets(clock).of,
    gateway: input.network.gateway,
  });
  const exchanges = await open(input, http, clock);
  const snapshots = new FileSnapshots(join(input.folder, 'live-markets'), (path) =>
    say({ kind: 'damaged-snapshot', path }),
  );
  const tell = (event: Parameters<Parameters<typeof collect>[0]['tell']>[0]) => say({ kind: 'event', event });
  await collect({ exchanges, clock, snapshots, tell, random: Math.random }, stop.signal);
  await dispatcher.destroy();
  if (process.connected) process.disconnect();
}

function say(message: FromCollector): void {
  if (process.connected) process.send?.(message);
}

/** What it is to do; undefined where it is stopped before. */
function begun(stop: AbortController): Promise<CollectorInput | undefined> {
  return new Promise((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    process.on('message', (message: ToCollector) => {
      if (message.kind === 'stop') stop.abort();
      else resolve(message.input);
    });
  });
}

function dispatcherOf({ network }: CollectorInput, dial: Dial): Dispatcher {
  return network.proxy === undefined
    ? dial({ connections: CONNECTIONS })
    : new ProxyAgent({ uri: network.proxy, connections: CONNECTIONS });
}

/** One that does not load leaves the others as they are. */
async function open(
  { exchanges, declared = [] }: CollectorInput,
  http: ExchangeHttp,
  clock: SystemClock,
): Promise<readonly ExchangeApi[]> {
  const opened: ExchangeApi[] = declared.map(
    (definition) => new DeclaredExchange(definition, askOver(http, clock)),
  );
  const isDeclared = new Set(declared.map(({ key }) => key));
  for (const key of exchanges.filter((each) => !isDeclared.has(each))) {
    try {
      const exchange = await CcxtExchange.open(key, http, clock);
      if (exchange.hasTickers) opened.push(exchange);
      else say({ kind: 'unusable', exchange: key, reason: 'it does not give all tickers at once' });
    } catch (error) {
      say({
        kind: 'unusable',
        exchange: key,
        reason: error instanceof Error ? error.name : 'it does not load',
      });
    }
  }
  return opened;
}
