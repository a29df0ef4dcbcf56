import type { IndexTicker } from '../../../sdk/src/contract.ts';
import type { OpenSocket, SocketHandlers } from '../../../sdk/src/stream/socket.ts';
import { FakeService, json, settled, T0 } from './fake-service.ts';

export const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
export const ETH = 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6';
const TICK_MS = 30_000;
const DAY_MS = 86_400_000;

export const slotTime = (slot: number) => new Date(T0 + slot * TICK_MS).toISOString();

export const tickOf = (indexId: string, slot: number, more: object = {}): IndexTicker => ({
  id: `${indexId} ${slot}`,
  indexId,
  indexType: 'GWA',
  price: String(100 + slot),
  volume: '1',
  timestamp: slotTime(slot),
  ...more,
});

interface Sent {
  readonly event: string;
  readonly requestId: number;
  readonly indexId?: string;
  readonly indexType?: string;
  readonly since?: string;
  readonly conflate?: boolean;
}

/** The server's side of one connection. */
export class FakeConnection {
  readonly sent: Sent[] = [];
  readonly subscribed = new Set<string>();
  /** By index, the newest tick that it was sent. */
  readonly had = new Map<string, string>();
  /** Closed by the client, or by the server with `close`. */
  isOver = false;
  /** The network is gone, and neither side was notified. */
  isLost = false;
  readonly url: string;
  readonly token: string;
  readonly #handlers: SocketHandlers;
  readonly #onMessage: (connection: FakeConnection, message: Sent) => void;

  constructor(
    [url, token, handlers]: Parameters<OpenSocket>,
    onMessage: (connection: FakeConnection, message: Sent) => void,
  ) {
    this.url = url;
    this.token = token;
    this.#handlers = handlers;
    this.#onMessage = onMessage;
  }

  readonly socket = {
    send: (text: string) => {
      if (this.isLost) return;
      const message = JSON.parse(text) as Sent;
      this.sent.push(message);
      this.#onMessage(this, message);
    },
    close: () => {
      this.isOver = true;
    },
  };

  push(message: object): void {
    this.pushText(JSON.stringify({ timestamp: '', ...message }));
  }

  pushText(text: string): void {
    if (this.isOver || this.isLost) return;
    this.#handlers.received();
    this.#handlers.message(text);
  }

  ping(): void {
    this.#handlers.received();
  }

  /** `at`: by the service's clock. */
  connected(at?: number): void {
    const timestamp = at === undefined ? '' : new Date(at).toISOString();
    this.push({ event: 'CONNECTED', source: 'simulator', timestamp });
  }

  tick(tick: IndexTicker): void {
    this.had.set(tick.indexId, tick.timestamp);
    this.push({ event: 'INDEX_TICKER', ...tick });
  }

  close(code: number, reason = ''): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#handlers.closed(code, reason);
  }
}

/**
 * A service with a history of two indices that answers subscriptions and ranges like the real one. It accepts connections by
 * itself unless it is `manual`.
 */
export class FakeStream {
  readonly service = new FakeService();
  readonly connections: FakeConnection[] = [];
  readonly history: IndexTicker[] = [];
  /** Answers to subscriptions instead of the usual ones. */
  answer: ((connection: FakeConnection, message: Sent) => boolean) | undefined;
  isManual = false;
  pageSize = 2;
  /** Number of connections to refuse. */
  refusals = 0;
  /** Number of subscriptions without an answer: the connection breaks instead. */
  cutSubscriptions = 0;
  /** Number of confirmed subscriptions after which the connection breaks before the last missed tick is sent. */
  cutResumes = 0;
  /** Number of requests for past ticks that break off. */
  rangeFailures = 0;
  slot = 0;
  /** How far the clock of the client's machine is wrong. */
  localErrorMs = 0;

  constructor() {
    this.service
      .on('/index-ticker', ({ query }) => {
        const { indexId, indexType, from, startAfter } = query;
        const isWanted = (tick: IndexTicker) => tick.indexId === indexId || tick.indexType === indexType;
        if (from === undefined) return json({ content: [tickOf(indexId ?? BTC, this.slot)] });
        if (this.rangeFailures > 0) {
          this.rangeFailures--;
          throw new TypeError('reset');
        }
        const found = this.history.filter((tick) => isWanted(tick) && tick.timestamp >= from);
        const start = startAfter === undefined ? 0 : found.findIndex(({ id }) => id === startAfter) + 1;
        const content = found.slice(start, start + this.pageSize);
        const hasMore = start + this.pageSize < found.length;
        return json({ content, ...(hasMore ? { nextId: content.at(-1)!.id } : {}) });
      })
      .on('/market', () => json({ content: [{ id: 'market-1', name: 'BTC_USD' }] }))
      .on('/exchange', () => json({ content: [{ id: 'exchange-1', name: 'Kraken' }] }));
  }

  readonly open: OpenSocket = (...parts) => {
    const connection = new FakeConnection(parts, (of, message) => this.#reply(of, message));
    this.connections.push(connection);
    const isRefused = this.refusals > 0 && this.refusals-- > 0;
    if (isRefused) queueMicrotask(() => connection.close(1006));
    else if (!this.isManual) queueMicrotask(() => connection.connected(this.serverTime()));
    return connection.socket;
  };

  serverTime(): number {
    return this.service.clock.now() - this.localErrorMs;
  }

  /** The newest. */
  get connection(): FakeConnection {
    return this.connections.at(-1)!;
  }

  client(options: Parameters<FakeService['client']>[0] = {}) {
    return this.service.client(options, this.open);
  }

  /** Advances time and stores and sends a tick of both indices. */
  async publish(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) {
      this.slot++;
      this.service.clock.advance(TICK_MS);
      for (const indexId of [BTC, ETH]) {
        const tick = tickOf(indexId, this.slot);
        this.history.push(tick);
        const open = this.connections.filter(({ isOver }) => !isOver);
        for (const connection of open)
          if (connection.subscribed.has(indexId) || connection.subscribed.has('GWA')) connection.tick(tick);
      }
      await settled();
    }
  }

  #reply(connection: FakeConnection, message: Sent): void {
    if (this.answer?.(connection, message)) return;
    const { event, requestId, indexId, indexType, since } = message;
    const subject = indexId ?? indexType ?? '';
    if (event === 'UNSUBSCRIBE_INDEX_TICKER') {
      connection.subscribed.delete(subject);
      return connection.push({ event: 'UNSUBSCRIBED_INDEX_TICKER', indexId, requestId });
    }
    if (event !== 'SUBSCRIBE_INDEX_TICKER') return;
    if (this.cutSubscriptions > 0 && this.cutSubscriptions-- > 0) return connection.close(1006);
    if (since !== undefined && Date.parse(since) < this.service.clock.now() - DAY_MS)
      return connection.push({
        event: 'ERROR',
        code: '400',
        message: 'since may lie at most 24 hours back',
        requestId,
      });
    connection.subscribed.add(subject);
    connection.push({ event: 'SUBSCRIBED_INDEX_TICKER', indexId, indexType, requestId });
    const own = this.history.filter((tick) => tick.indexId === indexId || tick.indexType === indexType);
    const missed =
      since === undefined
        ? own.filter(({ timestamp }) => timestamp === slotTime(this.slot))
        : own.filter(({ timestamp }) => timestamp > since);
    const isNew = ({ indexId: of, timestamp }: IndexTicker) => timestamp > (connection.had.get(of) ?? '');
    const news = missed.filter(isNew);
    const isCut = this.cutResumes > 0 && this.cutResumes-- > 0;
    for (const tick of isCut ? news.slice(0, -1) : news) connection.tick(tick);
    if (isCut) connection.close(1006);
  }
}

/** The records read so far, in the background. */
export class Reader<T> {
  readonly read: T[] = [];
  error: unknown;
  isDone = false;

  constructor(records: AsyncIterable<T>) {
    this.#run(records).catch((error: unknown) => (this.error = error));
  }

  async #run(records: AsyncIterable<T>): Promise<void> {
    for await (const record of records) this.read.push(record);
    this.isDone = true;
  }
}
