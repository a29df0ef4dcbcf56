import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { SystemClock } from '../../../core/clocks/clock.ts';
import { surviveClosedErrorOutput } from '../../../core/network/closed-pipe.ts';
import { SECOND_MS } from '../../../core/time.ts';
import type { ReferenceData } from '../../../core/reference-data.ts';
import { readTiers, withTiers } from '../../../reference/tier-file.ts';
import { WellKnown } from '../../../reference/well-known/well-known.ts';
import { CcxtCandles } from '../ccxt/ccxt-candles.ts';
import { CcxtExchange } from '../ccxt/ccxt-exchange.ts';
import type { CandlesApi } from '../ports/candles-api.ts';
import { FileSnapshots } from '../collect/market-snapshots.ts';
import { profileOf } from '../settings/exchange-profiles.ts';
import { openExchangeNetwork, type ExchangeNetwork } from '../http/exchange-network.ts';
import { TokenBucket } from '../http/token-bucket.ts';
import { readFacts } from '../understand/live-log.ts';
import { LiveMarket } from '../understand/live-market.ts';
import { Overrides, readOverrides } from '../understand/overrides.ts';
import { seedDays } from './seed-days.ts';
import type { FromSeeding, SeedInput, ToSeeding } from './seed-messages.ts';

/** Slower than readings of tickers, which use the same hosts and have priority. */
const INTERVAL_MS = SECOND_MS / 2;

/** Reads daily candles of exchanges in a separate process until it is done, or the parent process is gone. */
export async function runSeedProcess(): Promise<void> {
  const stop = new AbortController();
  process.once('disconnect', () => stop.abort());
  process.on('SIGINT', () => undefined); // sent by a terminal: the parent process decides when to stop
  surviveClosedErrorOutput(process);
  // Every exchange adds several listeners.
  setMaxListeners(0, stop.signal);
  const input = await begun(stop);
  if (!input) return;
  const clock = new SystemClock();
  const network = openExchangeNetwork(input.network, clock, undefined, slowBuckets(clock));
  try {
    await send({ kind: 'end', outcome: await seed(input, network, clock, stop.signal) });
  } catch (error) {
    if (!stop.signal.aborted) await send({ kind: 'broken', reason: reasonOf(error) });
  }
  await network.close();
  if (process.connected) process.disconnect();
}

async function seed(input: SeedInput, network: ExchangeNetwork, clock: SystemClock, signal: AbortSignal) {
  const { order, exchanges, folder, overrides } = input;
  const wellKnown = new WellKnown();
  const market = new LiveMarket({
    exchanges: exchanges.map((key) => profileOf(key, wellKnown)),
    wellKnown,
    overrides: overrides === undefined ? new Overrides([]) : readOverrides(overrides),
    facts: readFacts(folder),
    remember: () => undefined,
    now: clock.now(),
  });
  const report = (message: FromSeeding) => void send(message);
  return seedDays(
    {
      order,
      apis: await open(exchanges, network, clock),
      exchanges: market.exchanges,
      reference: tiered(market.content(), order.tiers),
      snapshots: new FileSnapshots(join(folder, 'live-markets'), () => undefined),
      folder,
      clock,
      random: Math.random,
      handlers: {
        onProgress: (done) => report({ kind: 'progress', done }),
        onFailure: (exchange, failure) => report({ kind: 'failure', exchange, failure }),
        onRecords: (records) => report({ kind: 'records', records }),
      },
    },
    signal,
  );
}

function tiered(data: ReferenceData, tiers: string | undefined): ReferenceData {
  return tiers === undefined ? data : withTiers({ ...data, lx: [], traded: [] }, readTiers(tiers));
}

/** An exchange that does not load is left out; the process that reads tickers reports it. */
async function open(
  keys: readonly string[],
  network: ExchangeNetwork,
  clock: SystemClock,
): Promise<CandlesApi[]> {
  const opened = await Promise.all(
    keys.map((key) => CcxtExchange.open(key, network.of(key), clock).catch(() => undefined)),
  );
  return opened.flatMap((exchange) => (exchange ? new CcxtCandles(exchange) : []));
}

function slowBuckets(clock: SystemClock): (host: string) => TokenBucket {
  const byHost = new Map<string, TokenBucket>();
  return (host) => {
    const known = byHost.get(host);
    if (known) return known;
    const bucket = new TokenBucket({ clock, intervalMs: INTERVAL_MS, burst: 1 });
    byHost.set(host, bucket);
    return bucket;
  };
}

/** Resolves when the message was handed over, so that nothing is lost at the end. */
function send(message: FromSeeding): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, () => resolve());
    else resolve();
  });
}

/** Waits for the input; undefined if the process is stopped before. */
function begun(stop: AbortController): Promise<SeedInput | undefined> {
  return new Promise((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    process.once('message', ({ input }: ToSeeding) => resolve(input));
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
