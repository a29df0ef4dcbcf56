import type { Clock } from '../../core/clocks/clock.ts';
import type { Millis } from '../../core/time.ts';
import type { Feed, Feeds, Reading, ReferenceSince } from '../../sources/feeds.ts';
import { MergedFeeds } from '../../sources/merged-feeds.ts';
import type { ExchangeBatch } from '../../sources/source.ts';
import type { CollectRequest } from '../../sources/shared/collect-link.ts';
import type { ReaderContext, UnitReader } from '../../sources/shared/unit-reader.ts';
import type { SimulatorOptions } from '../prepared-simulator.ts';
import { SimulatedMarket } from '../simulated-market.ts';
import { SimulatorFeeds } from '../simulator-feeds.ts';
import { buildWorld } from '../world.ts';
import type { SimulatedMessage } from './simulated-messages.ts';

export interface SimulatorReaderOptions extends Pick<ReaderContext, 'send'> {
  readonly market: SimulatedMarket;
  readonly clock: Clock;
}

export function openSimulatorReader(
  { world, worldVersion, seed, faultRate }: SimulatorOptions,
  place: Pick<ReaderContext, 'clock' | 'send'>,
): SimulatorReader {
  return new SimulatorReader({
    market: new SimulatedMarket(buildWorld(world, worldVersion), { seed, faultRate }),
    ...place,
  });
}

/** Reads some exchanges of the simulated market, each at its planned instant before every slot. */
export class SimulatorReader implements UnitReader {
  readonly units: readonly string[];
  readonly #feeds: SharedFeeds;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor({ market, clock, send }: SimulatorReaderOptions) {
    this.units = market.exchanges.map(({ exchangeId }) => exchangeId);
    this.#feeds = new SharedFeeds(market, (message) => send(message.exchangeId, message));
    this.#running = this.#run(new MergedFeeds({ feeds: this.#feeds, clock }));
  }

  read(units: ReadonlySet<string>): Promise<void> {
    this.#feeds.read = units;
    return Promise.resolve();
  }

  /** Ignores wanted markets, because reference data determine the trades. Sends the last readings of the requested exchanges again. */
  request({ lists }: Pick<CollectRequest, 'lists'>): void {
    this.#feeds.resend(lists);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** The feeds send what they read; the merged sequence only sets the times. */
  async #run(merged: MergedFeeds): Promise<void> {
    for await (const event of merged.events(this.#stop.signal)) void event;
  }
}

const UNCHANGED: ReferenceSince = {
  since: -Infinity,
  data: { assets: [], markets: [], exchanges: [], supplies: [], lx: [], traded: [] },
};
const NOTHING: Reading = { batches: [] };

/** The feeds of the simulated market, restricted to the exchanges that are read at the moment. */
class SharedFeeds implements Feeds {
  readonly name = 'simulator';
  readonly feeds: readonly Feed[];
  read: ReadonlySet<string> = new Set();
  readonly #all: SimulatorFeeds;
  readonly #send: (message: SimulatedMessage) => void;
  readonly #last = new Map<string, SimulatedMessage>();

  constructor(market: SimulatedMarket, send: (message: SimulatedMessage) => void) {
    this.#all = new SimulatorFeeds(market);
    this.#send = send;
    this.feeds = this.#all.feeds.map((feed) => ({ ...feed, read: (slot) => this.#reading(feed, slot) }));
  }

  resend(exchanges: readonly string[]): void {
    for (const exchangeId of exchanges) {
      const last = this.#last.get(exchangeId);
      if (last && this.read.has(exchangeId)) this.#send(last);
    }
  }

  arrivals(after: Millis, at: Millis): ExchangeBatch[] {
    for (const batch of this.#all.arrivals(after, at, this.read))
      if (batch.kind === 'trades')
        this.#send({ kind: 'trades', exchangeId: batch.exchangeId, upTo: at, trades: batch.trades });
    return [];
  }

  referenceAt(): ReferenceSince {
    return UNCHANGED;
  }

  #reading(feed: Feed, slot: Millis): Reading {
    const { exchangeId, beforeSlotMs } = feed;
    if (!this.read.has(exchangeId)) return NOTHING;
    const { batches, failed = false } = feed.read(slot, slot - beforeSlotMs);
    const ticks = batches.flatMap((batch) => (batch.kind === 'ticks' ? batch.ticks : []));
    const derivatives = batches.flatMap((batch) => (batch.kind === 'derivative-ticks' ? batch.ticks : []));
    const message = { kind: 'reading', exchangeId, slot, ticks, derivatives, failed } as const;
    this.#last.set(exchangeId, message);
    this.#send(message);
    return NOTHING;
  }
}
