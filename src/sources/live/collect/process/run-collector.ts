import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { OperatorError } from '../../../../core/errors.ts';
import { SystemClock, type Clock } from '../../../../core/clocks/clock.ts';
import { PAYLOADS_FOLDER } from '../../../../core/payloads-folder.ts';
import { surviveClosedErrorOutput } from '../../../../core/network/closed-pipe.ts';
import { SLOT_MS } from '../../../../core/time.ts';
import { openExchangeNetwork, type Dial } from '../../http/exchange-network.ts';
import { socketAgentOf } from '../../http/socket-agent.ts';
import { PayloadStore } from '../../payloads/payload-store.ts';
import { readApiKeys, type ApiKeys } from '../../settings/api-keys.ts';
import { pollSupplies } from '../../supply/supply-poller.ts';
import { Collector, type CollectorParts } from '../collector.ts';
import type {
  CollectorInput,
  CollectorShare,
  FromCollectorProcess,
  ToCollector,
} from './collector-messages.ts';
import { FollowedMarkets } from '../trades/followed-markets.ts';
import { LoadMeter } from './load-meter.ts';
import { FileSnapshots } from '../market-snapshots.ts';
import { openContractsApis } from '../open-contracts.ts';
import { openExchange } from '../open-exchange.ts';
import { SharedReadings, type Read } from './shared-readings.ts';

/** Prefixes and names of what a collector reads. */
const SPOT = 'spot ';
const DERIVATIVES = 'derivatives ';
const SUPPLIES = 'supplies';

/** Reads exchanges in a separate process until a stop message arrives or the parent process is gone. */
export async function runCollectorProcess(
  dial: Dial,
  agentOf = socketAgentOf,
  options: Pick<CollectorParts, 'schedule'> = {},
): Promise<void> {
  const stop = new AbortController();
  // Every exchange adds several listeners.
  setMaxListeners(0, stop.signal);
  process.once('disconnect', () => stop.abort());
  process.on('SIGINT', () => undefined); // sent by a terminal: the service decides when to stop
  surviveClosedErrorOutput(process);
  const followed = new FollowedMarkets();
  const begun = await begin(stop, followed);
  if (!begun) return;
  const { input, shares } = begun;
  const clock = new SystemClock();
  const network = openExchangeNetwork(input.network, clock, dial);
  const onUnusable = (exchange: string, reason: string) => send({ kind: 'unusable', exchange, reason });
  const snapshots = new FileSnapshots(join(input.folder, 'live-markets'), (path) =>
    send({ kind: 'damaged-snapshot', path }),
  );
  const payloads = payloadStore(input, clock);
  const emit: CollectorParts['emit'] = (event) => {
    payloads?.take(event);
    send({ kind: 'event', event });
  };
  const collector = new Collector({ ...options, clock, snapshots, emit, random: Math.random, followed });
  const apiKeys = apiKeysOf(input, onUnusable);
  const opening = { input, network, payloads, clock, agentOf, onUnusable, apiKeys };
  const open = async (name: string): Promise<Read | undefined> => {
    if (name === SUPPLIES) return supplyReading(input, network, clock);
    if (name.startsWith(DERIVATIVES)) {
      const [api] = await openContractsApis([name.slice(DERIVATIVES.length)], network, clock, onUnusable);
      return api && ((signal) => collector.readContracts(api, signal));
    }
    const api = await openExchange(name.slice(SPOT.length), opening);
    return api && ((signal) => collector.read(api, signal));
  };
  const readings = new SharedReadings({ open, signal: stop.signal });
  shares.onShare(async (share, number) => {
    await readings.set(namesOf(share));
    send({ kind: 'settled', number });
  });
  const meter = new LoadMeter(clock);
  const reporting = setInterval(() => send({ kind: 'load', load: meter.take() }), SLOT_MS);
  await readings.ended();
  clearInterval(reporting);
  meter.close();
  await network.close();
  await payloads?.close();
  if (process.connected) process.disconnect();
}

function payloadStore({ folder, keepPayloadsMs }: CollectorInput, clock: Clock): PayloadStore | undefined {
  if (keepPayloadsMs === undefined) return undefined;
  const onProblem = (reason: string) => send({ kind: 'payloads-not-kept', reason });
  return new PayloadStore({
    folder: join(folder, PAYLOADS_FOLDER),
    keepMs: keepPayloadsMs,
    clock,
    onProblem,
  });
}

/** If the file was damaged after the check at the start, exchanges are read without keys. */
function apiKeysOf(
  { apiKeysFile }: CollectorInput,
  onUnusable: (exchange: string, reason: string) => void,
): ApiKeys {
  try {
    return apiKeysFile === undefined ? new Map() : readApiKeys(apiKeysFile);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    onUnusable('--exchange-keys', error.message);
    return new Map();
  }
}

function supplyReading(
  { supply: endpoint }: CollectorInput,
  network: ReturnType<typeof openExchangeNetwork>,
  clock: SystemClock,
): Read | undefined {
  const http = network.of('supplies');
  const emit: Parameters<typeof pollSupplies>[0]['emit'] = (reading) => send({ kind: 'supply', reading });
  return endpoint && ((signal) => pollSupplies({ endpoint, http, clock, emit, random: Math.random }, signal));
}

function namesOf({ exchanges, derivatives, supply }: CollectorShare): readonly string[] {
  return [
    ...exchanges.map((key) => SPOT + key),
    ...derivatives.map((key) => DERIVATIVES + key),
    ...(supply ? [SUPPLIES] : []),
  ];
}

function send(message: FromCollectorProcess): void {
  if (process.connected) process.send?.(message);
}

/** The latest `read` message. It may arrive before anything can be read. */
class LatestShare {
  #latest: readonly [share: CollectorShare, number: number] | undefined;
  #listener: ((share: CollectorShare, number: number) => Promise<void>) | undefined;

  set(share: CollectorShare, number: number): void {
    this.#latest = [share, number];
    void this.#listener?.(share, number);
  }

  onShare(listener: (share: CollectorShare, number: number) => Promise<void>): void {
    this.#listener = listener;
    if (this.#latest) void listener(...this.#latest);
  }
}

interface Begun {
  readonly input: CollectorInput;
  readonly shares: LatestShare;
}

/** Waits for the input; undefined if a stop message comes first. */
function begin(stop: AbortController, followed: FollowedMarkets): Promise<Begun | undefined> {
  const shares = new LatestShare();
  return new Promise((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    process.on('message', (message: ToCollector) => {
      if (message.kind === 'stop') stop.abort();
      else if (message.kind === 'follow') followed.set(message.markets);
      else if (message.kind === 'read') shares.set(message.share, message.number);
      else {
        const { input } = message;
        if (!input.waits) shares.set(allOf(input), 0);
        resolve({ input, shares });
      }
    });
  });
}

function allOf({ exchanges, derivatives = [], supply }: CollectorInput): CollectorShare {
  return { exchanges, derivatives, supply: supply !== undefined };
}
