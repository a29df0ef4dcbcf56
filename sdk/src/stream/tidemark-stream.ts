import { instantText, type CallOptions, type Instant } from '../api.ts';
import type { AlertMessage, ExchangeTicker, IndexTicker, TradeMessage } from '../contract.ts';
import { TidemarkError } from '../errors.ts';
import type { IndexNames, ListingSelection, Names } from '../names.ts';
import { Follower } from '../shared.ts';
import { TICK_MS } from '../durations.ts';
import { checkFollows, checkValue } from '../strict.ts';
import { LatestLine } from './latest-line.ts';
import type { Line } from './line.ts';
import type { StreamLink, StreamState } from './link.ts';
import type { Past, PastSelector } from './past.ts';
import { Queue } from './queue.ts';
import { TickLine } from './tick-line.ts';
import type { Channel, Subject } from './topic.ts';

export interface StreamOptions {
  /** Maximum number of records that wait for a reader (10,000). */
  readonly queueSize?: number;
}

/** Indices by their names or ids, or all of a type. */
export type TickSelection = IndexNames | { readonly indexType: IndexTicker['indexType'] };

export interface TickOptions extends CallOptions {
  /** Ticks after this instant are sent first, in order. */
  readonly since?: Instant;
  /**
   * Only the newest tick of each index: a waiting one is replaced by the next, and missed ones are not
   * requested. Cannot be combined with `since`.
   */
  readonly latest?: boolean;
  /**
   * Like `latest`, and if the connection is too slow, the service leaves out ticks that were replaced by newer ones,
   * instead of ending it. `state.skipped` counts them.
   */
  readonly conflate?: boolean;
}

/** An alert of this client that fired or resolved. */
export type RaisedAlert = Omit<AlertMessage, 'event'>;

/** A trade, on arrival. */
export type Trade = Omit<TradeMessage, 'event'>;

interface StreamParts extends StreamOptions {
  readonly names: Names;
  readonly link: StreamLink;
  readonly past: Past;
  readonly strict: boolean;
}

const QUEUE_SIZE = 10_000;

interface Listeners {
  readonly state: Set<(state: StreamState) => void>;
  readonly error: Set<(error: unknown) => void>;
}

/**
 * Ticks, exchange tickers and trades over one connection, which is open while there are subscriptions. It
 * reconnects automatically; index ticks then continue without a gap or a duplicate, the others with the
 * current value.
 */
export class TidemarkStream {
  readonly #parts: StreamParts;
  /** For each reading, a function that ends it. */
  readonly #readings = new Set<() => void>();
  /** Aborts everything started before `close`. */
  #closed = new AbortController();
  readonly #listeners: Listeners = { state: new Set(), error: new Set() };

  constructor(parts: StreamParts) {
    const { queueSize = QUEUE_SIZE } = parts;
    if (!(Number.isFinite(queueSize) && queueSize >= 1))
      throw new TidemarkError(`queueSize must be a whole number above 0 (got ${queueSize})`);
    this.#parts = parts;
    parts.link.onState = (state) => notify(this.#listeners.state, state);
    parts.link.onComplaint = (error) => notify(this.#listeners.error, error);
  }

  get state(): StreamState {
    return this.#parts.link.state;
  }

  /** The current value of each index, then each tick of it. */
  async *ticks(
    selection: TickSelection,
    { since, conflate = false, latest = conflate, signal }: TickOptions = {},
  ): AsyncGenerator<IndexTicker, void, undefined> {
    const after = since === undefined ? undefined : Date.parse(instantText(since));
    if ((latest || conflate) && since !== undefined)
      throw new TidemarkError(`${conflate ? 'conflate' : 'latest'} cannot be combined with since`);
    const { link, past, strict } = this.#parts;
    const before = new Map<string, IndexTicker>();
    const seriesOf = ({ indexId }: IndexTicker) => indexId;
    const records = this.#read(
      signal,
      (options) => this.#selectors(selection, options),
      (selectors, queue: Queue<IndexTicker>, ended) =>
        selectors.map((selector) => {
          const read = (fromMs: number) => past.ticks(selector, fromMs, ended);
          const line: Line<IndexTicker> = latest
            ? new LatestLine({ queue, seriesOf, conflates: conflate, onDropped: () => link.countDropped() })
            : new TickLine({ queue, past: read, signal: ended }, after);
          const subject: Subject = { channel: 'INDEX_TICKER', ...selector };
          return link.join(subject, line, after === undefined ? undefined : new Date(after).toISOString());
        }),
      latest ? seriesOf : undefined,
    );
    for await (const tick of records) {
      if (strict) {
        checkValue(tick);
        if (!latest) checkFollows(before.get(tick.indexId), tick, TICK_MS);
        before.set(tick.indexId, tick);
      }
      yield tick;
    }
  }

  /** The current ticker of each listing, then one per refresh. */
  exchangeTickers(
    selection: ListingSelection,
    { signal }: CallOptions = {},
  ): AsyncGenerator<ExchangeTicker, void, undefined> {
    return this.#latest<ExchangeTicker>(
      'EXCHANGE_TICKER',
      selection,
      signal,
      ({ exchangeId, marketId }) => `${exchangeId} ${marketId}`,
    );
  }

  /** Trades as they arrive. Trades missed while disconnected are not sent later. */
  trades(selection: ListingSelection, { signal }: CallOptions = {}): AsyncGenerator<Trade, void, undefined> {
    return this.#latest<Trade>('TRADE', selection, signal, () => undefined);
  }

  /** The client's own alerts as they fire and resolve. Those missed while disconnected are not sent later. */
  alerts({ signal }: CallOptions = {}): AsyncGenerator<RaisedAlert, void, undefined> {
    const { link } = this.#parts;
    return this.#read(
      signal,
      async () => true,
      (_found, queue: Queue<RaisedAlert>) => {
        const seriesOf = () => undefined;
        const line = new LatestLine({ queue, seriesOf, onDropped: () => link.countDropped() });
        return [link.join({ channel: 'ALERT' }, line)];
      },
    );
  }

  /**
   * Calls a listener with each record. Returns a function that ends it. Errors that end it are emitted as
   * `error`.
   */
  on(
    event: 'tick',
    selection: TickSelection,
    listener: (tick: IndexTicker) => void,
    options?: TickOptions,
  ): () => void;
  on(
    event: 'exchangeTicker',
    selection: ListingSelection,
    listener: (ticker: ExchangeTicker) => void,
    options?: CallOptions,
  ): () => void;
  on(
    event: 'trade',
    selection: ListingSelection,
    listener: (trade: Trade) => void,
    options?: CallOptions,
  ): () => void;
  /** Calls a listener when the connection is established or lost. */
  on(event: 'state', listener: (state: StreamState) => void): () => void;
  /**
   * Calls a listener with the error that ended a subscription made by `on`. Without a listener the error is
   * thrown.
   */
  on(event: 'error', listener: (error: unknown) => void): () => void;
  on(event: string, ...rest: unknown[]): () => void {
    switch (event) {
      case 'tick':
        return this.#listen(rest, this.ticks);
      case 'exchangeTicker':
        return this.#listen(rest, this.exchangeTickers);
      case 'trade':
        return this.#listen(rest, this.trades);
      case 'state':
      case 'error': {
        const listeners = this.#listeners[event] as Set<unknown>;
        listeners.add(rest[0]);
        return () => listeners.delete(rest[0]);
      }
      default:
        throw new TidemarkError(`there is no event "${event}"`);
    }
  }

  /** Ends all readings and the connection. */
  close(): void {
    for (const end of this.#readings) end();
    this.#closed.abort();
    this.#closed = new AbortController();
  }

  #listen(
    [selection, listener, { signal, ...options } = {}]: unknown[] & { 2?: TickOptions },
    open: (selection: never, options: TickOptions) => AsyncIterable<unknown>,
  ): () => void {
    const ended = new Follower(signal);
    const run = async () => {
      for await (const record of open.call(this, selection as never, { ...options, signal: ended.signal }))
        (listener as (record: unknown) => void)(record);
    };
    run()
      .catch((error: unknown) => {
        if (!ended.signal.aborted) this.#report(error);
      })
      .finally(() => ended.release());
    return () => ended.abort();
  }

  #report(error: unknown): void {
    const { error: listeners } = this.#listeners;
    notify(listeners, error);
    if (listeners.size === 0) throwLater(error);
  }

  #latest<T extends { readonly timestamp: string }>(
    channel: Channel,
    selection: ListingSelection,
    signal: AbortSignal | undefined,
    seriesOf: (record: T) => string | undefined,
  ): AsyncGenerator<T, void, undefined> {
    const { link, names } = this.#parts;
    return this.#read(
      signal,
      (options) => names.listing(selection, options),
      (listing, queue: Queue<T>) => {
        const line = new LatestLine({ queue, seriesOf, onDropped: () => link.countDropped() });
        return [link.join({ channel, ...listing }, line)];
      },
    );
  }

  /**
   * Queues the records of subscriptions to the found indices or listings. `seriesOf`: set if only the newest record
   * of each series is needed.
   */
  async *#read<S, T>(
    signal: AbortSignal | undefined,
    search: (options: CallOptions) => Promise<S>,
    join: (found: S, queue: Queue<T>, ended: AbortSignal) => (() => void)[],
    seriesOf?: (record: T) => string,
  ): AsyncGenerator<T, void, undefined> {
    const { signal: closed } = this.#closed;
    const found = await unlessClosed(closed, signal, search);
    signal?.throwIfAborted();
    if (!found || closed.aborted) return;
    const ended = new AbortController();
    const queue = new Queue<T>(this.#parts.queueSize ?? QUEUE_SIZE, seriesOf);
    const leave = join(found, queue, ended.signal);
    const end = () => {
      this.#readings.delete(end);
      queue.end();
      ended.abort();
      for (const one of leave) one();
    };
    this.#readings.add(end);
    try {
      for (;;) {
        const record = await queue.next(signal);
        if (record === undefined) return;
        yield record;
      }
    } finally {
      end();
    }
  }

  async #selectors(selection: TickSelection, options: CallOptions): Promise<PastSelector[]> {
    if (typeof selection === 'object' && 'indexType' in selection)
      return [{ indexType: selection.indexType }];
    const found = await this.#parts.names.indexIds(selection as IndexNames, options);
    if (!found[0]) throw new TidemarkError('name at least one index');
    return found.map((indexId) => ({ indexId }));
  }
}

/** Undefined if the stream has been closed. */
async function unlessClosed<T>(
  closed: AbortSignal,
  signal: AbortSignal | undefined,
  search: (options: CallOptions) => Promise<T>,
): Promise<T | undefined> {
  const either = new Follower(closed, signal);
  try {
    return await search({ signal: either.signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (closed.aborted) return undefined;
    throw error;
  } finally {
    either.release();
  }
}

/** An error of a listener does not affect the stream or other listeners. */
function notify<T>(listeners: Iterable<(value: T) => void>, value: T): void {
  for (const listener of listeners)
    try {
      listener(value);
    } catch (error) {
      throwLater(error);
    }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
