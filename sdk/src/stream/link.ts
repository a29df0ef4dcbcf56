import type { Clock } from '../clock.ts';
import type { ConnectedMessage, ErrorMessage, ServerMessage } from '../contract.ts';
import { errorOf } from '../errors.ts';
import { TICK_MS } from '../durations.ts';
import { checkTick, timeOf } from '../ticks.ts';
import { Keeper, type KeeperParts } from './keeper.ts';
import type { Line } from './line.ts';
import { keyOf, keysOf, Topic, type Message, type Subject } from './topic.ts';

/** State of the stream. */
export interface StreamState {
  readonly connected: boolean;
  /** Start of this state, in milliseconds since 1970. */
  readonly since: number;
  /** Number of reconnects. */
  readonly reconnects: number;
  /**
   * Time between the timestamp of the last index tick and its arrival, by the service's clock; undefined
   * before the first, and for a simulated or replayed market whose time runs ahead of that clock.
   */
  readonly lagMs?: number | undefined;
  /** Trades and exchange tickers dropped because a reader was too slow. */
  readonly dropped: number;
  /** Ticks that the service left out for readers with `conflate`, because this program received too slowly. */
  readonly skipped: number;
  /** Source of simulated or replayed data; undefined for live data. */
  readonly source?: string | undefined;
  /** Why the last connection ended. */
  readonly lastClose?: { readonly code: number; readonly reason: string } | undefined;
}

/** A record received on this connection: the service does not send it again. */
interface ReceivedRecord {
  readonly record: unknown;
  /** Keys of the topics that it belongs to. */
  readonly keys: readonly string[];
  readonly receivedAt: number;
}

/**
 * A tick is never sent before its timestamp, so an earlier arrival means that market time differs. Two clocks may
 * differ by less.
 */
const EARLIEST_MS = -1000;

/** A subscription fails after this many rate-limit refusals. */
const MAX_REFUSALS = 8;

/**
 * All subscriptions of a stream over one connection, which is open while there are any and is replaced when
 * it breaks.
 */
export class StreamLink {
  onState: (state: StreamState) => void = () => undefined;
  /** Called with errors of the service that belong to no request. They end no subscription. */
  onComplaint: (error: Error) => void = () => undefined;
  readonly #clock: Clock;
  readonly #keeper: Keeper;
  readonly #topics = new Map<string, Topic>();
  readonly #requests = new Map<number, Topic>();
  /**
   * By index or listing: values of this connection that the service does not send again to a later reader.
   */
  readonly #latest = new Map<string, ReceivedRecord>();
  #hadConnection = false;
  /** Whether a connection has failed or ended and has not been replaced yet. */
  #isOutage = false;
  /** Offset of the service's clock from the machine's. */
  #aheadMs = 0;
  #count = 0;
  #state: StreamState;

  constructor(parts: KeeperParts) {
    this.#clock = parts.clock;
    this.#state = { connected: false, reconnects: 0, dropped: 0, skipped: 0, since: parts.clock.now() };
    this.#keeper = new Keeper(parts, {
      message: (message) => this.#handle(message),
      disconnected: ({ code, reason }) => {
        this.#isOutage = true;
        this.#disconnected({ code, reason });
      },
      gaveUp: (error) => this.#failAll(error),
    });
  }

  get state(): StreamState {
    return this.#state;
  }

  /** Returns a function that ends the reading. `since`: for index ticks, later ones are sent first. */
  // oxlint-disable-next-line typescript/no-explicit-any -- of the channel's records
  join(subject: Subject, line: Line<any>, since?: string): () => void {
    const key = keyOf(subject);
    const known = this.#topics.get(key);
    // The service resumes one index for its first reader; history does it for all others.
    const isResumed = !known && subject.indexId !== undefined;
    const topic = known ?? new Topic(subject, isResumed ? since : undefined);
    topic.lines.set(line, this.#clock.now());
    if (known?.isConflated && !line.conflates) this.#sendAll(known, line);
    if (since !== undefined && !isResumed) line.gapPossible?.();
    if (since === undefined) for (const record of this.#latestOf(key)) line.deliver(record);
    if (!known) this.#add(key, topic);
    else if (known.isConfirmed) line.subscribed?.();
    return () => this.#leave(key, topic, line);
  }

  countDropped(): void {
    this.#change({ dropped: this.#state.dropped + 1 });
  }

  /** This reader needs every tick, but the topic is conflated: subscribes again without conflation. */
  #sendAll(topic: Topic, line: Line): void {
    topic.isConflated = false;
    line.gapPossible?.();
    if (!this.#keeper.isConnected) return;
    topic.isConfirmed = false;
    this.#keeper.send(topic.message('UNSUBSCRIBE', ++this.#count));
    this.#subscribe(topic);
  }

  #add(key: string, topic: Topic): void {
    this.#topics.set(key, topic);
    if (this.#keeper.isConnected) this.#subscribeTo([topic]);
    this.#keeper.start();
  }

  /**
   * Current values of a topic that the service does not send again. For topics left some time ago, the service
   * sends current values.
   */
  #latestOf(key: string): unknown[] {
    const isCurrent = ({ keys, receivedAt }: ReceivedRecord) =>
      keys.some((each) => this.#topics.has(each)) || this.#clock.now() - receivedAt < TICK_MS;
    const one = this.#latest.get(key);
    const received = one ? [one] : [...this.#latest.values()].filter(({ keys }) => keys.includes(key));
    return received.filter(isCurrent).map(({ record }) => record);
  }

  #leave(key: string, topic: Topic, line: Line): void {
    topic.lines.delete(line);
    if (topic.lines.size > 0 || this.#topics.get(key) !== topic) return;
    this.#topics.delete(key);
    if (this.#topics.size === 0) this.#stop();
    else if (this.#keeper.isConnected) this.#keeper.send(topic.message('UNSUBSCRIBE', ++this.#count));
  }

  #stop(lastClose?: StreamState['lastClose']): void {
    this.#keeper.stop();
    this.#hadConnection = false;
    this.#isOutage = false;
    this.#disconnected(lastClose);
  }

  #failAll(error: unknown): void {
    const topics = [...this.#topics.values()];
    this.#topics.clear();
    this.#stop(this.#state.lastClose);
    for (const { lines } of topics) for (const line of lines.keys()) line.fail(error);
  }

  #disconnected(lastClose: StreamState['lastClose']): void {
    this.#requests.clear();
    this.#latest.clear();
    for (const topic of this.#topics.values()) {
      topic.isConfirmed = false;
      // The service resumes one index; missed ticks of a whole type come from history.
      if (topic.resumeAfter === undefined) topic.dropResume();
    }
    const { connected, since } = this.#state;
    this.#report({ connected: false, since: connected ? this.#clock.now() : since, lastClose });
  }

  #report(change: Partial<StreamState>): void {
    this.#change(change);
    this.onState(this.#state);
  }

  #change(change: Partial<StreamState>): void {
    this.#state = { ...this.#state, ...change };
  }

  #handle(message: ServerMessage): void {
    switch (message.event) {
      case 'CONNECTED':
        return this.#connected(message);
      case 'INDEX_TICKER':
        return this.#handleTick(message);
      case 'EXCHANGE_TICKER':
      case 'TRADE':
      case 'ALERT': {
        const { event: _, ...record } = message;
        return this.#deliver(message, record);
      }
      case 'SUBSCRIBED_INDEX_TICKER':
      case 'SUBSCRIBED_EXCHANGE_TICKER':
      case 'SUBSCRIBED_TRADE':
      case 'SUBSCRIBED_ALERT':
        return this.#confirmed(message.requestId);
      case 'CONFLATED':
        return this.#change({ skipped: this.#state.skipped + (Number(message.skipped) || 0) });
      case 'ERROR':
        return this.#refused(message);
      default:
    }
  }

  #connected({ source, timestamp }: ConnectedMessage): void {
    const { reconnects } = this.#state;
    const isFirst = !this.#hadConnection;
    const now = this.#clock.now();
    this.#hadConnection = true;
    this.#aheadMs = Date.parse(timestamp) - now || 0;
    const topics = [...this.#topics.values()];
    for (const { lines } of topics)
      for (const [line, joinedAt] of lines)
        if (this.#isOutage || now - joinedAt >= TICK_MS) line.joined?.(joinedAt + this.#aheadMs);
    this.#isOutage = false;
    this.#subscribeTo(topics);
    this.#report({
      connected: true,
      since: now,
      reconnects: isFirst ? reconnects : reconnects + 1,
      source,
    });
  }

  #subscribeTo(topics: readonly Topic[]): void {
    const hasTypes = [...this.#topics.values()].some(({ subject }) => subject.indexType !== undefined);
    // With a subscription to a whole type, newer ticks of an index arrive before the missed ones, so
    // history fills the gap.
    for (const topic of topics) if (hasTypes && topic.resumeAfter !== undefined) topic.dropResume();
    for (const topic of topics)
      if (![...topic.lines.keys()].some(({ wantsAll }) => wantsAll)) topic.resumeAfter = undefined;
    for (const topic of topics) this.#subscribe(topic);
  }

  #subscribe(topic: Topic): void {
    const requestId = ++this.#count;
    this.#requests.set(requestId, topic);
    this.#keeper.send(topic.message('SUBSCRIBE', requestId));
  }

  /** The topic of a reply. */
  #answered(requestId: number | string | undefined): Topic | undefined {
    const id = Number(requestId);
    const topic = this.#requests.get(id);
    this.#requests.delete(id);
    return topic;
  }

  #confirmed(requestId: number | string | undefined): void {
    const topic = this.#answered(requestId);
    if (!topic) return;
    topic.isConfirmed = true;
    topic.refusals = 0;
    for (const line of topic.lines.keys()) line.subscribed?.();
  }

  #handleTick(message: Extract<ServerMessage, { event: 'INDEX_TICKER' }>): void {
    // Over REST the record of an LX has no name: ticks from history must look the same.
    const { event: _, name: _name, ...tick } = message;
    const { timestamp } = tick;
    let at: number;
    try {
      checkTick(tick);
      at = timeOf(tick);
    } catch (error) {
      return this.#fail(message, error as Error);
    }
    // An older tick was published before this connection, so it does not show the delay.
    const sentAt = at - this.#aheadMs;
    const lagMs = this.#clock.now() - sentAt;
    if (sentAt > this.#state.since) this.#change({ lagMs: lagMs < EARLIEST_MS ? undefined : lagMs });
    const topic = this.#topics.get(keysOf(message)[0]!);
    if (topic && timestamp > (topic.resumeAfter ?? '')) topic.resumeAfter = timestamp;
    this.#deliver(message, tick);
  }

  #deliver(message: Message, record: unknown): void {
    const keys = keysOf(message);
    if (message.event !== 'TRADE' && message.event !== 'ALERT')
      this.#latest.set(keys[0]!, { record, keys, receivedAt: this.#clock.now() });
    for (const line of this.#linesOf(keys)) line.deliver(record);
  }

  /** Fails the readers of an invalid record, since they would miss it. */
  #fail(message: Message, error: Error): void {
    const lines = this.#linesOf(keysOf(message));
    if (lines.length === 0) this.onComplaint(error);
    for (const line of lines) line.fail(error);
  }

  #linesOf(keys: readonly string[]): Line<unknown>[] {
    return keys.flatMap((key) => [...(this.#topics.get(key)?.lines.keys() ?? [])]);
  }

  #refused({ code, message, requestId }: ErrorMessage): void {
    const topic = this.#answered(requestId);
    const error = errorOf(Number(code) || 500, { message });
    // Problems with a token are handled when the connection ends.
    if (code === '401') return;
    if (!topic) return requestId === undefined ? this.onComplaint(error) : undefined;
    const key = keyOf(topic.subject);
    // All its readers have left, and another topic may have replaced it.
    if (this.#topics.get(key) !== topic) return;
    if (code === '429' && ++topic.refusals < MAX_REFUSALS) {
      this.#keeper.slowDown();
      return this.#subscribe(topic);
    }
    if (code === '400' && topic.resumeAfter !== undefined) {
      // The gap is too long for the service's stream.
      topic.dropResume();
      return this.#subscribe(topic);
    }
    for (const line of topic.lines.keys()) line.fail(error);
    this.#topics.delete(key);
    if (this.#topics.size === 0) this.#stop();
  }
}
