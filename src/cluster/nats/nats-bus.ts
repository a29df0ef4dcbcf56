import { randomBytes } from 'node:crypto';
import type { NatsConnection, Subscription } from 'nats';
import type { Clock } from '../../core/clocks/clock.ts';
import { withTimeout } from '../../core/async/with-timeout.ts';
import { SerialQueue } from '../../core/async/serial-queue.ts';
import type { Bus, BusOptions, Unsubscribe } from '../../bus/bus.ts';
import type { MessageHandler } from '../../bus/deliver.ts';
import { TopicFreshness } from './messages/freshness.ts';
import { LimitedSubscription } from './limited-subscription.ts';
import { LastMessages } from './last-messages.ts';
import {
  NO_TRUST,
  topicPurpose,
  type MessageTrust,
  type TrustRefusal,
  type VerifiedSender,
} from './messages/message-trust.ts';
import { linkOf, type LinkOrAddress, type UsedLink } from './nats-link.ts';
import { packMessage, piecesFor, refusalOf, unpackMessage } from './messages/packing.ts';
import {
  Assembly,
  MAX_MESSAGE_PIECES_BYTES,
  type MessageRefusal,
  type WholeMessage,
} from './messages/pieces.ts';
import { Subjects } from './subjects.ts';
import { TopicChannel, type ReceivedMessage } from './topic-channel.ts';

export type NatsBusOptions<Topics> = BusOptions<Topics> &
  LinkOrAddress & {
    readonly clock: Clock;
    /** Name of the bus on its servers; default `tidemark`. */
    readonly name?: string;
    /** Limit of the inflated size of a message per topic; larger ones are rejected. */
    readonly maxBytes?: Readonly<Partial<Record<keyof Topics, number>>>;
    /** Signs and verifies messages; by default nodes trust each other. */
    readonly trust?: MessageTrust;
    /** The roles that may publish on a topic. */
    readonly roles?: (topic: keyof Topics) => readonly string[];
    /** The name of the sending process in messages that have one: it must end with the publisher of the message. */
    readonly senders?: { readonly [T in keyof Topics]?: (message: Topics[T]) => string };
    /** Whether this process creates the stream that keeps the last messages; default true. */
    readonly makesStream?: boolean;
    readonly watch?: BusWatch;
  };

/** Callbacks for metrics and logs. */
export interface BusWatch {
  up?(): void;
  down?(): void;
  /** Deflated bytes that were sent to the servers. */
  sent?(topic: string, bytes: number): void;
  /** A received message could not be used. `sender`: only if its signature is verified. */
  refused?(topic: string, refusal: MessageRefusal, sender?: VerifiedSender): void;
  /** The number of messages of a publisher that were lost before the one that arrived. */
  missed?(topic: string, count: number): void;
}

/** The servers did not accept the message: as far as is known, no subscriber receives it. */
export class BusAway extends Error {
  constructor() {
    super('the bus has no connection to its servers');
  }
}

const SEND_MS = 2000;
/** Answers are as large as a refresh of all tickers. */
const MAX_LAST_MESSAGES_PER_SECOND = 16;

/** A topic with subscribers. */
interface SubscribedTopic {
  readonly channel: TopicChannel;
  /** Inflates messages one at a time, to deliver them in the order of arrival. */
  readonly arrivals: SerialQueue;
  readonly freshness: TopicFreshness;
  subscription: Subscription | undefined;
}

/** A topic on which this process publishes. */
interface PublishedTopic {
  readonly queue: SerialQueue;
  number: number;
  /** The last message; only for retained topics. */
  last: WholeMessage | undefined;
  answering: LimitedSubscription | undefined;
  /** The connection on which it answers. */
  answeringOn: NatsConnection | undefined;
}

/**
 * Messages over NATS: deflated, cut into pieces that the servers accept, numbered, and verified on arrival. After a lost connection,
 * publishers send the last message of each retained topic again, and subscribers fetch it: messages sent in between are reported as
 * missed. While there is no connection, `publish` rejects, and nothing is queued.
 */
export class NatsBus<Topics> implements Bus<Topics> {
  /** The id of this process in its messages. */
  readonly publisher: string;
  readonly #subjects: Subjects;
  readonly #retained: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #watch: BusWatch;
  readonly #trust: MessageTrust;
  readonly #roles: (topic: keyof Topics) => readonly string[];
  readonly #senders: { readonly [T in keyof Topics]?: (message: Topics[T]) => string };
  readonly #maxBytes: Readonly<Partial<Record<string, number>>>;
  readonly #last: LastMessages;
  readonly #link: UsedLink;
  readonly #subscribed = new Map<string, SubscribedTopic>();
  readonly #published = new Map<string, PublishedTopic>();
  #closed = false;

  constructor(options: NatsBusOptions<Topics>) {
    const { clock, retained = [], name = 'tidemark', maxBytes = {}, watch = {} } = options;
    const { trust = NO_TRUST, roles = () => [], senders = {}, makesStream = true } = options;
    this.publisher = trust.publisher ?? randomBytes(8).toString('hex');
    this.#link = linkOf({ ...options, name });
    this.#subjects = new Subjects(name, this.#link.inboxes);
    this.#trust = trust;
    this.#roles = roles;
    this.#senders = senders;
    this.#retained = new Set(retained.map(String));
    this.#clock = clock;
    this.#watch = watch;
    this.#maxBytes = maxBytes;
    this.#last = new LastMessages(this.#subjects, clock, makesStream);
    this.#link.follow({
      up: (connection) => void this.#up(connection),
      down: () => watch.down?.(),
    });
  }

  get isUp(): boolean {
    return this.#link.connection !== undefined;
  }

  async publish<T extends keyof Topics>(topic: T, message: Topics[T]): Promise<void> {
    if (this.#closed) throw new Error('the bus is closed');
    const published = this.#publishedTopic(String(topic));
    await published.queue.run(async () => {
      const whole = await packMessage(message, {
        publisher: this.publisher,
        number: ++published.number,
        purpose: topicPurpose(this.#subjects.name, String(topic)),
        trust: this.#trust,
      });
      if (this.#retained.has(String(topic))) published.last = whole;
      await this.#send(String(topic), whole);
    });
  }

  subscribe<T extends keyof Topics>(topic: T, receive: (message: Topics[T]) => void): Unsubscribe {
    const name = String(topic);
    const subscribed = this.#subscribedTopic(name);
    const isFirst = !subscribed.channel.hasSubscribers;
    const end = subscribed.channel.subscribe(receive as MessageHandler);
    const { connection } = this.#link;
    if (isFirst && connection) this.#begin(connection, name, subscribed);
    return () => {
      end();
      if (!subscribed.channel.hasSubscribers) this.#end(subscribed);
    };
  }

  /** Forgets the last messages of retained topics: this process does not send them again, nor to nodes that ask. The servers keep theirs. */
  forget(): void {
    for (const published of this.#published.values()) {
      published.last = undefined;
      published.answering?.end();
      published.answering = undefined;
      published.answeringOn = undefined;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const subscribed of this.#subscribed.values()) this.#end(subscribed);
    this.#subscribed.clear();
    for (const { answering } of this.#published.values()) answering?.end();
    await this.#link.close();
  }

  /** The connection was made, for the first time or again. */
  async #up(connection: NatsConnection): Promise<void> {
    this.#watch.up?.();
    for (const published of this.#published.values()) published.answeringOn = undefined;
    for (const [topic, subscribed] of this.#subscribed)
      if (subscribed.channel.hasSubscribers && (subscribed.subscription?.isClosed() ?? true))
        this.#listen(connection, topic, subscribed);
    const retained = [...this.#subscribed].filter(([topic]) => this.#retained.has(topic));
    for (const [, { channel }] of retained) channel.holdBack();
    await this.#last.ensure(connection);
    await Promise.all([
      ...[...this.#published].map(([topic, published]) => this.#sendAgain(topic, published)),
      ...retained.map(([topic, subscribed]) => this.#findLast(connection, topic, subscribed)),
    ]);
  }

  #begin(connection: NatsConnection, topic: string, subscribed: SubscribedTopic): void {
    this.#listen(connection, topic, subscribed);
    if (!this.#retained.has(topic)) return;
    subscribed.channel.holdBack();
    void this.#findLast(connection, topic, subscribed);
  }

  #listen(connection: NatsConnection, topic: string, subscribed: SubscribedTopic): void {
    const limits = { bytes: this.#maxBytesOf(topic) };
    const assembly = new Assembly((refusal) => this.#watch.refused?.(topic, refusal), limits);
    subscribed.subscription = connection.subscribe(this.#subject(topic, '*'), {
      callback: (error, { data }) => {
        const whole = error ? undefined : assembly.take(data);
        if (whole) void subscribed.arrivals.run(() => this.#arrived(topic, subscribed, whole));
      },
    });
  }

  async #arrived(topic: string, subscribed: SubscribedTopic, whole: WholeMessage): Promise<void> {
    const message = await this.#unpacked(topic, subscribed, whole);
    if (message && !this.#closed) subscribed.channel.arrive(message);
  }

  async #findLast(connection: NatsConnection, topic: string, subscribed: SubscribedTopic): Promise<void> {
    const bytes = this.#maxBytesOf(topic);
    const refused = (refusal: MessageRefusal) => this.#watch.refused?.(topic, refusal);
    const unpacked = (whole: WholeMessage | undefined) => whole && this.#unpacked(topic, subscribed, whole);
    // Whatever else the servers keep does not hide the message that the publishers have.
    const message =
      (await unpacked(await this.#last.stored(topic, bytes, refused))) ??
      (await unpacked(await this.#last.asked(connection, topic, bytes).catch(() => undefined)));
    // In the same queue as arriving messages, so that each message is delivered once.
    await subscribed.arrivals.run(async () => {
      if (!this.#closed) subscribed.channel.retainedFound(message);
    });
  }

  #end(subscribed: SubscribedTopic): void {
    subscribed.subscription?.unsubscribe();
    subscribed.subscription = undefined;
    subscribed.channel.reset();
  }

  /** Undefined if the sender may not send it, or if this version cannot read it. */
  async #unpacked(
    topic: string,
    subscribed: SubscribedTopic,
    whole: WholeMessage,
  ): Promise<ReceivedMessage | undefined> {
    const { publisher, number } = whole;
    const refusal = this.#refusal(topic, subscribed, whole);
    if (refusal) {
      this.#watch.refused?.(topic, refusal);
      return undefined;
    }
    try {
      const message = await unpackMessage(whole, this.#maxBytesOf(topic));
      if (this.#isFrom(topic as keyof Topics, publisher, message)) return { publisher, number, message };
      this.#watch.refused?.(topic, 'wrong-publisher');
      return undefined;
    } catch (error) {
      this.#watch.refused?.(topic, refusalOf(error));
      return undefined;
    }
  }

  #refusal(topic: string, { freshness }: SubscribedTopic, whole: WholeMessage): TrustRefusal | undefined {
    const trust = this.#trust;
    if (trust === NO_TRUST) return undefined;
    const content = { ...whole, purpose: topicPurpose(this.#subjects.name, topic) };
    return (
      trust.refusal(content, whole, this.#roles(topic as keyof Topics)) ??
      freshness.refusal(whole.sentAt, trust.now())
    );
  }

  #isFrom<T extends keyof Topics>(topic: T, publisher: string, message: unknown): boolean {
    return this.#senders[topic]?.(message as Topics[T]).endsWith(publisher) ?? true;
  }

  #maxBytesOf(topic: string): number {
    return this.#maxBytes[topic] ?? MAX_MESSAGE_PIECES_BYTES;
  }

  async #send(topic: string, whole: WholeMessage): Promise<void> {
    const isRetained = this.#retained.has(topic);
    const areKept = isRetained && (await this.#last.serversStore());
    const { connection } = this.#link;
    if (!connection) throw new BusAway();
    const pieces = piecesFor(connection, whole);
    this.#watch.sent?.(
      topic,
      pieces.reduce((bytes, piece) => bytes + piece.length, 0),
    );
    if (isRetained) this.#answer(connection, topic);
    if (areKept) await this.#sendKept(connection, topic, pieces);
    else await this.#sendOnce(connection, topic, pieces);
    if (isRetained && !areKept) void this.#last.notStored(connection);
  }

  async #sendOnce(connection: NatsConnection, topic: string, pieces: readonly Buffer[]): Promise<void> {
    for (const [index, piece] of pieces.entries()) connection.publish(this.#subject(topic, index), piece);
    await this.#flushed(connection);
  }

  /** Sends a message and waits until the servers have stored it. Subscribers receive it as usual. */
  async #sendKept(connection: NatsConnection, topic: string, pieces: readonly Buffer[]): Promise<void> {
    const kept = pieces.map((piece, index) =>
      connection.request(this.#subject(topic, index), piece, { timeout: SEND_MS }),
    );
    const outcomes = await Promise.allSettled(kept);
    if (this.#closed || outcomes.every(({ status }) => status === 'fulfilled')) return;
    if (!this.#link.connection) throw new BusAway();
    await this.#last.notStored(connection);
  }

  async #sendAgain(topic: string, published: PublishedTopic): Promise<void> {
    await published.queue.run(async () => {
      // The connection was lost again: the next one tries again.
      if (published.last && !this.#closed) await this.#send(topic, published.last).catch(() => undefined);
    });
  }

  /** Waits until the servers have received and forwarded everything. */
  async #flushed(connection: NatsConnection): Promise<void> {
    const flushed = connection.flush().then(() => true);
    if (!(await withTimeout(this.#clock, SEND_MS, flushed))) throw new BusAway();
  }

  /** Answers subscribers that ask the publishers for the last message of a topic. */
  #answer(connection: NatsConnection, topic: string): void {
    const published = this.#publishedTopic(topic);
    if (published.answeringOn === connection) return;
    published.answeringOn = connection;
    published.answering ??= new LimitedSubscription({
      clock: this.#clock,
      subject: this.#subjects.ask(topic),
      maxPerSecond: MAX_LAST_MESSAGES_PER_SECOND,
      receive: ({ reply }) => {
        const { connection: current } = this.#link;
        if (!current || reply === undefined || !published.last) return;
        for (const piece of piecesFor(current, published.last)) current.publish(reply, piece);
      },
    });
    published.answering.listen(connection);
  }

  #subject(topic: string, piece: number | '*'): string {
    return this.#retained.has(topic)
      ? this.#subjects.retained(topic, piece)
      : this.#subjects.passing(topic, piece);
  }

  #subscribedTopic(topic: string): SubscribedTopic {
    const known = this.#subscribed.get(topic);
    if (known) return known;
    const isRetained = this.#retained.has(topic);
    const channel = new TopicChannel({
      isRetained,
      missed: (count) => this.#watch.missed?.(topic, count),
      refused: (refusal) => this.#watch.refused?.(topic, refusal),
    });
    const freshness = new TopicFreshness(isRetained);
    const subscribed = { channel, freshness, arrivals: new SerialQueue(), subscription: undefined };
    this.#subscribed.set(topic, subscribed);
    return subscribed;
  }

  #publishedTopic(topic: string): PublishedTopic {
    const known = this.#published.get(topic);
    if (known) return known;
    const published = {
      queue: new SerialQueue(),
      number: 0,
      last: undefined,
      answering: undefined,
      answeringOn: undefined,
    };
    this.#published.set(topic, published);
    return published;
  }
}
