import { signal, type ReadonlySignal } from '@preact/signals';
import { UnauthorizedError, type IndexTicker, type Tidemark, type TidemarkStream } from '@tidemark/sdk';
import type { Clock } from '../clock.ts';
import { FrameQueue, type FrameListener } from './frame-queue.ts';
import { Poller } from './poller.ts';
import { quoteOf, type Quote } from './quote.ts';

/** How the page is connected. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly since: number }
  /** Without a stream: asked for with each tick. */
  | { readonly kind: 'polled' }
  | { readonly kind: 'refused' };

interface LiveParts {
  readonly tidemark: Tidemark;
  readonly clock: Clock;
  /** The service does not let this client in any more. */
  readonly onRefused: (error: unknown) => void;
  /** Whether values are asked for again and again: the reader has no token for the stream. */
  readonly isPolled: boolean;
}

/** Values older than this behind the newest tick look stale: two ticks were missed. */
export const STALE_MS = 75_000;

/**
 * The newest value of every index that is followed: all GWA, and others by id. Everything comes over one connection. Those
 * who listen are told once a frame, with the ids that changed.
 */
export class LiveStore {
  readonly #parts: LiveParts;
  readonly #stream: TidemarkStream;
  readonly #quotes = new Map<string, Quote>();
  readonly #frames: FrameQueue;
  readonly #state = signal<LinkState>({ kind: 'connecting' });
  readonly #newest = signal(0);
  readonly #reconnects = signal(0);
  readonly #followed = new Map<string, { count: number; end: () => void }>();
  readonly #poller: Poller | undefined;
  #endOfAll: (() => void) | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#stream = parts.tidemark.stream();
    this.#frames = new FrameQueue(() => this.#tellNewest());
    this.#stream.on('state', ({ connected }) => (connected ? this.#connected() : this.#lost()));
    this.#stream.on('error', (error) => this.#failed(error));
    if (parts.isPolled) this.#poller = this.#makePoller();
  }

  /** Of the connection. */
  get state(): ReadonlySignal<LinkState> {
    return this.#state;
  }

  /** The newest tick that was seen, in milliseconds since 1970; 0 before the first. */
  get newest(): ReadonlySignal<number> {
    return this.#newest;
  }

  /** Grows when the connection is back after it was lost: what was loaded before may lack what came meanwhile. */
  get reconnects(): ReadonlySignal<number> {
    return this.#reconnects;
  }

  /** For what is not an index tick: exchange tickers and trades share the connection. */
  get stream(): TidemarkStream {
    return this.#stream;
  }

  quote(indexId: string): Quote | undefined {
    return this.#quotes.get(indexId);
  }

  /** Whether a value was left behind by the others. */
  isStale(quote: Quote): boolean {
    return quote.at < this.#newestAt - STALE_MS;
  }

  /** A value that came by REST: taken where it is newer. */
  offer(indexId: string, quote: Quote): void {
    const known = this.#quotes.get(indexId);
    if (known && known.at >= quote.at) return;
    this.#quotes.set(indexId, quote);
    this.#newestAt = Math.max(this.#newestAt, quote.at);
    this.#frames.add(indexId);
  }

  /** Begins to follow all GWA; nothing where it does already. */
  followAll(): void {
    if (this.#poller) this.#poller.all();
    else this.#endOfAll ??= this.#readAll();
  }

  /** Follows indices by id until the returned function is called. */
  follow(indexIds: readonly string[]): () => void {
    for (const id of indexIds) {
      const followed = this.#followed.get(id);
      if (followed) followed.count++;
      else {
        this.#followed.set(id, { count: 1, end: this.#readOne(id) });
      }
    }
    return () => indexIds.forEach((id) => this.#unfollow(id));
  }

  /** Called at most once a frame, with the ids whose value changed since. Returns what ends it. */
  onFrame(listener: FrameListener): () => void {
    return this.#frames.listen(listener);
  }

  close(): void {
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
  }

  #readOne(indexId: string): () => void {
    const poller = this.#poller;
    if (!poller) return this.#stream.on('tick', { indexId }, (tick) => this.#hear(tick));
    poller.add(indexId);
    return () => poller.remove(indexId);
  }

  #makePoller(): Poller {
    return new Poller({
      tidemark: this.#parts.tidemark,
      hear: (tick) => this.#hear(tick),
      onState: (isAnswered) => (isAnswered ? this.#connected() : this.#lost()),
      onRefused: (error) => this.#failed(error),
    });
  }

  #readAll(): () => void {
    return this.#stream.on('tick', { indexType: 'GWA' }, (tick) => this.#hear(tick));
  }

  #hear(tick: IndexTicker): void {
    const before = this.#quotes.get(tick.indexId);
    const quote = quoteOf(tick, before);
    if (before && before.at > quote.at) return;
    this.#quotes.set(tick.indexId, quote);
    if (quote.at > this.#newestAt) this.#newestAt = quote.at;
    this.#frames.add(tick.indexId);
  }

  #tellNewest(): void {
    this.#newest.value = this.#newestAt;
  }

  #connected(): void {
    if (this.#state.peek().kind === 'lost') this.#reconnects.value++;
    this.#state.value = { kind: this.#parts.isPolled ? 'polled' : 'live' };
  }

  #lost(): void {
    const { kind } = this.#state.peek();
    if (kind === 'lost' || kind === 'refused') return;
    this.#state.value = { kind: 'lost', since: this.#parts.clock.now() };
    this.#beginAnew();
  }

  /**
   * A reading of a whole type would go on with every tick that was missed, of every asset. The page needs the current values only,
   * which a new reading begins with. It begins before the old one ends, so that the stream keeps connecting.
   */
  #beginAnew(): void {
    const endOfOld = this.#endOfAll;
    if (!endOfOld) return;
    this.#endOfAll = this.#readAll();
    setTimeout(endOfOld);
  }

  /** One subscription that was refused, for its scope, takes nothing from the others. */
  #failed(error: unknown): void {
    if (!(error instanceof UnauthorizedError)) return;
    this.#state.value = { kind: 'refused' };
    this.#parts.onRefused(error);
  }
}
