import { hash } from 'node:crypto';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import { CcxtExchange } from '../../../src/sources/live/ccxt/ccxt-exchange.ts';
import type { CollectorEvent } from '../../../src/sources/live/collect/collector-events.ts';
import type { MarketList } from '../../../src/sources/live/ports/exchange-api.ts';
import { profileOf } from '../../../src/sources/live/settings/exchange-profiles.ts';
import { ExchangeHttp } from '../../../src/sources/live/http/exchange-http.ts';
import type { TokenBucket } from '../../../src/sources/live/http/token-bucket.ts';
import { LiveSource } from '../../../src/sources/live/live-source.ts';
import { Overrides } from '../../../src/sources/live/understand/overrides.ts';
import { RecordingSource } from '../../../src/sources/recording/recording-source.ts';
import { ManualClock } from '../manual-clock.ts';
import { computedTicks, recordHash } from './computed-ticks.ts';
import { rigDialler } from './rig-dialler.ts';
import { RigWorld } from './rig-world.ts';
import { Rig } from './rig.ts';
import { RIG_EXCHANGES } from './layouts.ts';

export const RECORDED_FROM: Millis = Date.parse('2026-11-02T12:00:00Z');
export const RECORDED_SLOTS = 120;
/** Note in the file. */
export const ABOUT =
  'made-up values: exchanges of a test rig, priced by the simulated world; none of them was ever traded';
const MARKETS = 10;

/** An exchange of a new collector, which always reads in the same order. */
interface ReadExchange {
  readonly api: CcxtExchange;
  readonly list: MarketList;
}

/**
 * Records live exchanges of the rig from a fixed instant on, in simulated time, and computes them as the service does.
 * The same call gives the same file and the same tick hashes.
 */
export async function recordRig(
  folders: { readonly source: string; readonly recording: string },
  slots: number,
) {
  const rig = await Rig.start();
  const dispatcher = rigDialler(rig.port);
  try {
    const reader = await RigReader.open(rig, dispatcher);
    const source = await reader.source(folders);
    const ticks = await computedTicks(source, reader.clock, slots, () => reader.read());
    return ticks.map(recordHash);
  } finally {
    await dispatcher.destroy();
    await rig.close();
  }
}

class RigReader {
  readonly clock = new ManualClock(RECORDED_FROM + 1);
  readonly #rig: Rig;
  readonly #world = new RigWorld({ size: 'small', seed: 'recorded hour' });
  readonly #exchanges: ReadExchange[] = [];
  #emit: (event: CollectorEvent) => void = () => undefined;
  #began: Promise<void> | undefined;

  private constructor(rig: Rig) {
    this.#rig = rig;
  }

  static async open(rig: Rig, dispatcher: ReturnType<typeof rigDialler>): Promise<RigReader> {
    const reader = new RigReader(rig);
    const clock = new SystemClock();
    const unlimited = { take: () => Promise.resolve() } as unknown as TokenBucket;
    const http = new ExchangeHttp({ clock, dispatcher, bucketOf: () => unlimited });
    for (const key of RIG_EXCHANGES.toSorted((a, b) => phaseOf(a) - phaseOf(b))) {
      reader.#show(key);
      const api = await CcxtExchange.open(key, http, clock);
      reader.#exchanges.push({ api, list: await api.markets(NEVER) });
    }
    return reader;
  }

  async source({ source, recording }: { readonly source: string; readonly recording: string }) {
    const wellKnown = new WellKnown();
    const fail = (problem: unknown) => {
      throw new Error(JSON.stringify(problem));
    };
    const opening = LiveSource.open({
      clock: this.clock,
      wellKnown,
      overrides: new Overrides([]),
      folder: source,
      network: {},
      tradeMarkets: [],
      exchanges: RIG_EXCHANGES.map((key) => profileOf(key, wellKnown)),
      startCollector: (_, { onMessage }) => {
        this.#emit = (event) => onMessage({ kind: 'event', event });
        this.#began = this.#begin();
        return { follow: () => undefined, close: () => Promise.resolve() };
      },
      onWarning: fail,
    });
    const live = await opening;
    // Opens with what was received by then; everything else has the same instant, however busy the machine is.
    await this.#began;
    return new RecordingSource(live, {
      folder: recording,
      source: 'live',
      origin: 'simulated',
      about: ABOUT,
      onFailure: fail,
    });
  }

  /** Reads the exchanges that are due in the next second of the cycle. */
  async read(): Promise<void> {
    const now = this.clock.now();
    const inCycle = now % SLOT_MS;
    for (const exchange of this.#exchanges) {
      const phase = phaseOf(exchange.api.key);
      if (phase >= inCycle && phase < inCycle + 1000) await this.#readOne(exchange);
    }
  }

  /** Reads all at once, as at a start. */
  async #begin(): Promise<void> {
    for (const exchange of this.#exchanges) {
      const { markets, currencies } = exchange.list;
      this.#emit({ kind: 'markets', exchange: exchange.api.key, list: { markets, currencies } });
      // No trades are read, so none are missing.
      this.#emit({ kind: 'trade-feed', exchange: exchange.api.key, way: 'none' });
      await this.#readOne(exchange);
    }
  }

  async #readOne({ api, list }: ReadExchange): Promise<void> {
    this.#show(api.key);
    const exchange = api.key;
    const readings = await api.tickers(list, NEVER);
    this.#emit({ kind: 'tickers', exchange, readings });
    const result = { outcome: 'read', tickers: readings.length } as const;
    this.#emit({ kind: 'cycle', exchange, result, tookMs: 100, failing: 0 });
  }

  #show(key: string): void {
    this.#rig.set(key, this.#world.instrumentsOf(key, this.clock.now(), MARKETS));
  }
}

const NEVER = new AbortController().signal;

/** When the exchange is read within each cycle: spread over its first 20 seconds, always the same. */
function phaseOf(exchange: string): number {
  return Number.parseInt(hash('sha256', exchange).slice(0, 8), 16) % 20_000;
}
