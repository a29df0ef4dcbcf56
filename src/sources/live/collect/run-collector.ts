import { join } from 'node:path';
import { SystemClock } from '../../../core/clock.ts';
import { SLOT_MS } from '../../../core/time.ts';
import { CcxtExchange } from '../../ccxt/ccxt-exchange.ts';
import { askOver } from '../../declarative/ask-exchange.ts';
import { DeclaredExchange } from '../../declarative/declared-exchange.ts';
import type { ExchangeApi } from '../exchange-api.ts';
import { openExchangeNetwork, type Dial, type ExchangeNetwork } from '../http/exchange-network.ts';
import type { ExchangeHttp } from '../http/exchange-http.ts';
import type { SupplyEndpoint, SupplyReading } from '../supply/supply-endpoint.ts';
import { pollSupplies, type SupplyPollerOptions } from '../supply/supply-poller.ts';
import { routeOf } from '../exchange-routes.ts';
import { socketAgentOf } from '../http/socket-agent.ts';
import { collect, type CollectorOptions } from './collector.ts';
import { openContracts } from './open-contracts.ts';
import type { CollectorInput, FromCollector, ToCollector } from './collector-messages.ts';
import { Followed } from './followed.ts';
import { LoadMeter } from './load-meter.ts';
import { FileSnapshots } from './market-snapshots.ts';

/** Reads exchanges in a process of its own until it is told to stop, or the process that started it is gone. */
export async function runCollectorProcess(
  dial: Dial,
  agentOf = socketAgentOf,
  options: Pick<CollectorOptions, 'phaseOf'> = {},
): Promise<void> {
  const stop = new AbortController();
  process.once('disconnect', () => stop.abort());
  process.on('SIGINT', () => undefined); // of a terminal: the service says when to stop
  const followed = new Followed();
  const input = await begun(stop, followed);
  if (!input) return;
  const clock = new SystemClock();
  const network = openExchangeNetwork(input.network, clock, dial);
  const exchanges = await open(input, network, clock, agentOf);
  const contracts = await openContracts(input.derivatives ?? [], network, clock, (exchange, reason) =>
    say({ kind: 'unusable', exchange, reason }),
  );
  const snapshots = new FileSnapshots(join(input.folder, 'live-markets'), (path) =>
    say({ kind: 'damaged-snapshot', path }),
  );
  const tell = (event: Parameters<Parameters<typeof collect>[0]['tell']>[0]) => say({ kind: 'event', event });
  const meter = new LoadMeter(clock);
  const telling = setInterval(() => say({ kind: 'load', load: meter.take() }), SLOT_MS);
  await Promise.all([
    collect(
      { ...options, exchanges, contracts, clock, snapshots, tell, random: Math.random, followed },
      stop.signal,
    ),
    input.supply && pollSupplies(supplyPolling(input.supply, network.of('supplies'), clock), stop.signal),
  ]);
  clearInterval(telling);
  meter.close();
  await network.close();
  if (process.connected) process.disconnect();
}

function supplyPolling(
  endpoint: SupplyEndpoint,
  http: ExchangeHttp,
  clock: SystemClock,
): SupplyPollerOptions {
  const tell = (reading: SupplyReading) => say({ kind: 'supply', reading });
  return { endpoint, http, clock, tell, random: Math.random };
}

function say(message: FromCollector): void {
  if (process.connected) process.send?.(message);
}

/** What it is to do; undefined where it is stopped before. */
function begun(stop: AbortController, followed: Followed): Promise<CollectorInput | undefined> {
  return new Promise((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    process.on('message', (message: ToCollector) => {
      if (message.kind === 'stop') stop.abort();
      else if (message.kind === 'follow') followed.set(message.markets);
      else resolve(message.input);
    });
  });
}

/** One that does not load leaves the others as they are. */
async function open(
  { exchanges, declared = [], network }: CollectorInput,
  connections: ExchangeNetwork,
  clock: SystemClock,
  agentOf: typeof socketAgentOf,
): Promise<readonly ExchangeApi[]> {
  const opened: ExchangeApi[] = declared.map(
    (definition) => new DeclaredExchange(definition, askOver(connections.of(definition.key), clock)),
  );
  const isDeclared = new Set(declared.map(({ key }) => key));
  for (const key of exchanges.filter((each) => !isDeclared.has(each))) {
    try {
      const agent = agentOf(routeOf(network, key));
      const exchange = await CcxtExchange.open(key, connections.of(key), clock, agent);
      const { readability } = exchange;
      if (readability.how !== 'not') opened.push(exchange);
      else say({ kind: 'unusable', exchange: key, reason: readability.reason });
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
