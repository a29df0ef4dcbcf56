import { signal, type ReadonlySignal } from '@preact/signals';
import {
  ForbiddenError,
  UnauthorizedError,
  type IndexTicker,
  type Tidemark,
  type TidemarkStream,
  type TickSelection,
} from '@tidemark/sdk';
import type { Clock } from '../clock.ts';
import { FrameQueue, type FrameListener } from './frame-queue.ts';
import { restartingReading } from './lasting-reading.ts';
import { LinkStates, type LinkState } from './link-state.ts';
import { isPermanent } from './permanent.ts';
import { Poller } from './poller.ts';
import { quoteOf, type Quote } from './quote.ts';

interface LiveParts {
  readonly tidemark: Tidemark;
  readonly clock: Clock;
  /** Called when the service no longer accepts this client. */
  readonly onRefused: (error: unknown) => void;
  /** Whether values are polled: the reader has no token for the stream. */
  readonly isPolled: boolean;
}

/** A value this much older than the newest tick looks stale: two ticks were missed. */
export const STALE_MS = 75_000;

/**
 * The newest value of every followed index: all GWA, and others by id, over one connection. Listeners are
 * called once per frame with the changed ids.
 */
export class LiveStore {
  readonly #parts: LiveParts;
  readonly #stream: TidemarkStream;
  readonly #quotes = new Map<string, Quote>();
  readonly #frames: FrameQueue;
  readonly #states: LinkStates;
  readonly #newest = signal(0);
  readonly #followed = new Map<string, { count: number; end: () => void }>();
  readonly #poller: Poller | undefined;
  #endOfAll: (() => void) | undefined;
  /** The open readings, without those whose request was rejected. */
  readonly #readings = new Set<object>();
  #isAllWanted = false;
  #isClosed = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#stream = parts.tidemark.stream();
    this.#frames = new FrameQueue(() => this.#publishNewest());
    this.#states = new LinkStates(parts.clock, parts.isPolled ? 'polled' : 'live');
    this.#stream.on('state', ({ connected, lastClose }) =>
      // If no connection was closed, the stream stopped by itself: nothing is subscribed.
      this.#states.link(connected ? 'connected' : lastClose ? 'lost' : 'none'),
    );
    if (parts.isPolled) this.#poller = this.#makePoller();
  }

  /** State of the connection. */
  get state(): ReadonlySignal<LinkState> {
    return this.#states.state;
  }

  /** Whether there is no stream. */
  get isPolled(): boolean {
    return this.#parts.isPolled;
  }

  /** The newest tick received, in milliseconds since 1970; 0 before the first. */
  get newest(): ReadonlySignal<number> {
    return this.#newest;
  }

  /**
   * Incremented when the connection is restored: data loaded before may lack what was published meanwhile.
   */
  get reconnects(): ReadonlySignal<number> {
    return this.#states.reconnects;
  }

  /** For other channels: exchange tickers and trades share the connection. */
  get stream(): TidemarkStream {
    return this.#stream;
  }

  quote(indexId: string): Quote | undefined {
    return this.#quotes.get(indexId);
  }

  /** Whether a value is older than the others. */
  isStale(quote: Quote): boolean {
    return quote.at < this.#newestAt - STALE_MS;
  }

  /** Takes a value from REST if it is newer. */
  offer(indexId: string, quote: Quote): void {
    const known = this.#quotes.get(indexId);
    if (known && known.at >= quote.at) return;
    this.#quotes.set(indexId, quote);
    this.#newestAt = Math.max(this.#newestAt, quote.at);
    this.#frames.add(indexId);
  }

  /** All GWA will be followed soon: until `unwantAll` the page counts as connecting. */
  wantAll(): void {
    this.#isAllWanted = true;
    this.#requestWanted();
  }

  /** They are followed now, or will not be. */
  unwantAll(): void {
    this.#isAllWanted = false;
    this.#requestWanted();
  }

  /** Starts to follow all GWA; does nothing if it already does, or after the end. */
  followAll(): void {
    if (this.#isClosed) return;
    if (this.#poller) this.#endOfAll ??= this.#pollAll(this.#poller);
    else this.#endOfAll ??= this.#read({ indexType: 'GWA' });
    this.#requestWanted();
  }

  /** Follows indices by id until the returned function is called. */
  follow(indexIds: readonly string[]): () => void {
    if (this.#isClosed) return () => undefined;
    for (const id of indexIds) {
      const followed = this.#followed.get(id);
      if (followed) followed.count++;
      else {
        this.#followed.set(id, { count: 1, end: this.#readOne(id) });
      }
    }
    this.#requestWanted();
    return () => indexIds.forEach((id) => this.#unfollow(id));
  }

  /** Called at most once per frame, with the ids whose value changed. Returns an unsubscribe function. */
  onFrame(listener: FrameListener): () => void {
    return this.#frames.listen(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#endOfAll?.();
    for (const { end } of this.#followed.values()) end();
    this.#poller?.close();
    this.#stream.close();
    this.#frames.close();
  }

  #newestAt = 0;

  #unfollow(id: string): void {
    const followed = this.#followed.get(id);
    if (!followed || --followed.count > 0) return;
    this.#followed.delete(id);
    followed.end();
    this.#requestWanted();
  }

  #requestWanted(): void {
    this.#states.want(this.#isAllWanted || this.#readings.size > 0);
  }

  #readOne(indexId: string): () => void {
    const poller = this.#poller;
    if (!poller) return this.#read({ indexId });
    const reading = {};
    this.#readings.add(reading);
    poller.add(indexId);
    return () => {
      this.#readings.delete(reading);
      poller.remove(indexId);
    };
  }

  #pollAll(poller: Poller): () => void {
    this.#readings.add(poller);
    poller.all();
    return () => this.#readings.delete(poller);
  }

  #makePoller(): Poller {
    const { tidemark, clock } = this.#parts;
    return new Poller({
      tidemark,
      clock,
      receive: (tick) => this.#receive(tick),
      onState: (isAnswered) => this.#states.link(isAnswered ? 'connected' : 'lost'),
      onFailed: (error) => {
        if (this.#ended(error)) return false;
        if (isPermanent(error)) this.#states.end('failed');
        return !isPermanent(error);
      },
    });
  }

  #read(selection: TickSelection): () => void {
    const reading = {};
    this.#readings.add(reading);
    const end = restartingReading({
      stream: this.#stream,
      selection,
      receive: (tick) => this.#receive(tick),
      onFailed: (error) => this.#failed(reading, error),
      onRecovered: () => this.#states.recovered(reading),
    });
    return () => {
      end();
      this.#readings.delete(reading);
      this.#states.recovered(reading);
    };
  }

  #receive(tick: IndexTicker): void {
    const before = this.#quotes.get(tick.indexId);
    const quote = quoteOf(tick, before);
    if (before && before.at > quote.at) return;
    this.#quotes.set(tick.indexId, quote);
    if (quote.at > this.#newestAt) this.#newestAt = quote.at;
    this.#frames.add(tick.indexId);
  }

  #publishNewest(): void {
    this.#newest.value = this.#newestAt;
  }

  /** Whether the reading restarts. A reading whose request was rejected does not affect the others. */
  #failed(reading: object, error: unknown): boolean {
    if (this.#ended(error)) return false;
    if (isPermanent(error)) {
      this.#readings.delete(reading);
      this.#requestWanted();
      return false;
    }
    this.#states.failing(reading, error);
    return true;
  }

  /** Whether the error is about the credentials: then retrying would not help. */
  #ended(error: unknown): boolean {
    if (error instanceof ForbiddenError) this.#states.end('forbidden');
    else if (error instanceof UnauthorizedError) {
      this.#states.end('refused');
      this.#parts.onRefused(error);
    } else return false;
    return true;
  }
}
