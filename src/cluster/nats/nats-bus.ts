import { randomBytes } from 'node:crypto';
import type { NatsConnection, Subscription } from 'nats';
import type { Clock } from '../../core/clocks/clock.ts';
import { inTime } from '../../core/async/in-time.ts';
import { SerialQueue } from '../../core/async/serial-queue.ts';
import type { Bus, BusOptions, Unsubscribe } from '../../bus/bus.ts';
import type { Hear } from '../../bus/deliver.ts';
import { TopicFreshness } from './messages/freshness.ts';
import { LastMessages } from './last-messages.ts';
import { NO_TRUST, topicPurpose, type MessageTrust, type TrustRefusal } from './messages/message-trust.ts';
import { linkOf, type LinkOrAddress, type UsedLink } from './nats-link.ts';
import { pack, piecesFor, refusalOf, unpack } from './messages/packing.ts';
import { Assembly, MOST_BYTES, type Refusal, type WholeMessage } from './messages/pieces.ts';
import { Subjects } from './subjects.ts';
import { TopicChannel, type HeardMessage } from './topic-channel.ts';

export type NatsBusOptions<Topics> = BusOptions<Topics> &
  LinkOrAddress & {
    readonly clock: Clock;
    /** Of the bus on its servers; by default `tidemark`. */
    readonly name?: string;
    /** What a message of a topic may have at most, inflated; what claims more is refused. */
    readonly mostBytes?: Readonly<Partial<Record<keyof Topics, number>>>;
    /** Signs and checks messages; by default nodes trust each other. */
    readonly trust?: MessageTrust;
    /** Which roles may publish on a topic. */
    readonly roles?: (topic: keyof Topics) => readonly string[];
    /** Whether the servers are asked here to keep the last messages; by default they are. */
    readonly makesStream?: boolean;
    readonly watch?: BusWatch;
  };

/** What happens on the way, for metrics and logs. */
export interface BusWatch {
  up?(): void;
  down?(): void;
  /** As many bytes went to the servers, after they were deflated. */
  sent?(topic: string, bytes: number): void;
  /** Something arrived that could not be used. */
  refused?(topic: string, refusal: Refusal): void;
  /** So many messages of a publisher did not arrive, before one that did. */
  missed?(topic: string, count: number): void;
}

/** The servers do not take the message: no subscriber hears it, as far as is known. */
export class BusAway extends Error {
  constructor() {
    super('the bus has no connection to its servers');
  }
}

const SEND_MS = 2000;

/** A topic that is heard. */
interface Hearing {
  readonly channel: TopicChannel;
  /** Messages are inflated one after the other: they are heard in the order in which they came. */
  readonly arrivals: SerialQueue;
  readonly freshness: TopicFreshness;
  subscription: Subscription | undefined;
}

/** A topic that is published on. */
interface Telling {
  readonly queue: SerialQueue;
  number: number;
  /** The last message, of retained topics. */
  last: WholeMessage | undefined;
  answering: Subscription | undefined;
}

/**
 * Messages over NATS: deflated, cut into pieces that the servers take, numbered and checked on arrival. After a connection was lost,
 * publishers send the last message of each retained topic again, and subscribers look for it: what was sent in between is missed, and
 * told as such. While there is no connection, `publish` rejects, and nothing is kept to be sent later.
 */
export class NatsBus<Topics> implements Bus<Topics> {
  readonly #publisher = randomBytes(8).toString('hex');
  readonly #subjects: Subjects;
  readonly #retained: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #watch: BusWatch;
  readonly #trust: MessageTrust;
  readonly #roles: (topic: keyof Topics) => readonly string[];
  readonly #mostBytes: Readonly<Partial<Record<string, number>>>;
  readonly #last: LastMessages;
  readonly #link: UsedLink;
  readonly #hearings = new Map<string, Hearing>();
  readonly #tellings = new Map<string, Telling>();
  #closed = false;

  constructor(options: NatsBusOptions<Topics>) {
    const { clock, retained = [], name = 'tidemark', mostBytes = {}, watch = {} } = options;
    const { trust = NO_TRUST, roles = () => [], makesStream = true } = options;
    this.#link = linkOf({ ...options, name });
    this.#subjects = new Subjects(name, this.#link.inboxes);
    this.#trust = trust;
    this.#roles = roles;
    this.#retained = new Set(retained.map(String));
    this.#clock = clock;
    this.#watch = watch;
    this.#mostBytes = mostBytes;
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
    const telling = this.#telling(String(topic));
    await telling.queue.run(async () => {
      const whole = await pack(message, {
        publisher: this.#publisher,
        number: ++telling.number,
        purpose: topicPurpose(this.#subjects.name, String(topic)),
        trust: this.#trust,
      });
      if (this.#retained.has(String(topic))) telling.last = whole;
      await this.#send(String(topic), whole);
    });
  }

  subscribe<T extends keyof Topics>(topic: T, hear: (message: Topics[T]) => void): Unsubscribe {
    const name = String(topic);
    const hearing = this.#hearing(name);
    const isFirst = !hearing.channel.hasSubscribers;
    const end = hearing.channel.subscribe(hear as Hear);
    const { connection } = this.#link;
    if (isFirst && connection) this.#begin(connection, name, hearing);
    return () => {
      end();
      if (!hearing.channel.hasSubscribers) this.#end(hearing);
    };
  }

  /** The last messages of retained topics are not sent again from here, nor told to nodes that ask for them; the servers keep theirs. */
  forget(): void {
    for (const telling of this.#tellings.values()) {
      telling.last = undefined;
      telling.answering?.unsubscribe();
      telling.answering = undefined;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const hearing of this.#hearings.values()) this.#end(hearing);
    this.#hearings.clear();
    for (const { answering } of this.#tellings.values()) answering?.unsubscribe();
    await this.#link.close();
  }

  /** There is a connection, for the first time or again. */
  async #up(connection: NatsConnection): Promise<void> {
    this.#watch.up?.();
    for (const [topic, hearing] of this.#hearings)
      if (hearing.channel.hasSubscribers && (hearing.subscription?.isClosed() ?? true))
        this.#listen(connection, topic, hearing);
    const retained = [...this.#hearings].filter(([topic]) => this.#retained.has(topic));
    for (const [, { channel }] of retained) channel.await();
    await this.#last.ensure(connection);
    await Promise.all([
      ...[...this.#tellings].map(([topic, telling]) => this.#sendAgain(topic, telling)),
      ...retained.map(([topic, hearing]) => this.#findLast(connection, topic, hearing)),
    ]);
  }

  #begin(connection: NatsConnection, topic: string, hearing: Hearing): void {
    this.#listen(connection, topic, hearing);
    if (!this.#retained.has(topic)) return;
    hearing.channel.await();
    void this.#findLast(connection, topic, hearing);
  }

  #listen(connection: NatsConnection, topic: string, hearing: Hearing): void {
    const limits = { bytes: this.#mostOf(topic) };
    const assembly = new Assembly((refusal) => this.#watch.refused?.(topic, refusal), limits);
    hearing.subscription = connection.subscribe(this.#subject(topic, '*'), {
      callback: (error, { data }) => {
        const whole = error ? undefined : assembly.take(data);
        if (whole) void hearing.arrivals.run(() => this.#arrived(topic, hearing, whole));
      },
    });
  }

  async #arrived(topic: string, hearing: Hearing, whole: WholeMessage): Promise<void> {
    const message = await this.#unpacked(topic, hearing, whole);
    if (message && !this.#closed) hearing.channel.arrived(message);
  }

  async #findLast(connection: NatsConnection, topic: string, hearing: Hearing): Promise<void> {
    const { channel, arrivals } = hearing;
    const whole = await this.#last.find(connection, topic, this.#mostOf(topic)).catch(() => undefined);
    // In the line of those that arrive: each is told once, whichever way it came.
    await arrivals.run(async () => {
      const message = whole && (await this.#unpacked(topic, hearing, whole));
      if (!this.#closed) channel.found(message);
    });
  }

  #end(hearing: Hearing): void {
    hearing.subscription?.unsubscribe();
    hearing.subscription = undefined;
    hearing.channel.forget();
  }

  /** Undefined if it was sent by a process that may not send it, or says nothing that this version understands. */
  async #unpacked(topic: string, hearing: Hearing, whole: WholeMessage): Promise<HeardMessage | undefined> {
    const { publisher, number } = whole;
    const refusal = this.#refusal(topic, hearing, whole);
    if (refusal) {
      this.#watch.refused?.(topic, refusal);
      return undefined;
    }
    try {
      return { publisher, number, message: await unpack(whole, this.#mostOf(topic)) };
    } catch (error) {
      this.#watch.refused?.(topic, refusalOf(error));
      return undefined;
    }
  }

  #refusal(topic: string, { freshness }: Hearing, whole: WholeMessage): TrustRefusal | undefined {
    const trust = this.#trust;
    if (trust === NO_TRUST) return undefined;
    const content = { ...whole, purpose: topicPurpose(this.#subjects.name, topic) };
    return (
      trust.refusal(content, whole, this.#roles(topic as keyof Topics)) ??
      freshness.refusal(whole.sentAt, trust.now())
    );
  }

  #mostOf(topic: string): number {
    return this.#mostBytes[topic] ?? MOST_BYTES;
  }

  async #send(topic: string, whole: WholeMessage): Promise<void> {
    const isRetained = this.#retained.has(topic);
    const areKept = isRetained && (await this.#last.areKept());
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
    if (isRetained && !areKept) void this.#last.lost(connection);
  }

  async #sendOnce(connection: NatsConnection, topic: string, pieces: readonly Buffer[]): Promise<void> {
    for (const [index, piece] of pieces.entries()) connection.publish(this.#subject(topic, index), piece);
    await this.#flushed(connection);
  }

  /** Subscribers hear it as it arrives; it is also waited for that the servers keep it. */
  async #sendKept(connection: NatsConnection, topic: string, pieces: readonly Buffer[]): Promise<void> {
    const kept = pieces.map((piece, index) =>
      connection.request(this.#subject(topic, index), piece, { timeout: SEND_MS }),
    );
    const outcomes = await Promise.allSettled(kept);
    if (this.#closed || outcomes.every(({ status }) => status === 'fulfilled')) return;
    if (!this.#link.connection) throw new BusAway();
    await this.#last.lost(connection);
  }

  async #sendAgain(topic: string, telling: Telling): Promise<void> {
    await telling.queue.run(async () => {
      // Lost once more: the next connection is the next chance.
      if (telling.last && !this.#closed) await this.#send(topic, telling.last).catch(() => undefined);
    });
  }

  /** The servers have all of it, and have passed it on. */
  async #flushed(connection: NatsConnection): Promise<void> {
    const flushed = connection.flush().then(() => true);
    if (!(await inTime(this.#clock, SEND_MS, flushed))) throw new BusAway();
  }

  /** A subscriber that asks for the last message of a topic is sent it by its publishers. */
  #answer(connection: NatsConnection, topic: string): void {
    const telling = this.#telling(topic);
    if (telling.answering && !telling.answering.isClosed()) return;
    telling.answering = connection.subscribe(this.#subjects.ask(topic), {
      callback: (error, { reply }) => {
        if (error || reply === undefined || !telling.last) return;
        for (const piece of piecesFor(connection, telling.last)) connection.publish(reply, piece);
      },
    });
  }

  #subject(topic: string, piece: number | '*'): string {
    return this.#retained.has(topic)
      ? this.#subjects.retained(topic, piece)
      : this.#subjects.passing(topic, piece);
  }

  #hearing(topic: string): Hearing {
    const known = this.#hearings.get(topic);
    if (known) return known;
    const missed = (count: number) => this.#watch.missed?.(topic, count);
    const isRetained = this.#retained.has(topic);
    const channel = new TopicChannel(isRetained, missed);
    const freshness = new TopicFreshness(isRetained);
    const hearing = { channel, freshness, arrivals: new SerialQueue(), subscription: undefined };
    this.#hearings.set(topic, hearing);
    return hearing;
  }

  #telling(topic: string): Telling {
    const known = this.#tellings.get(topic);
    if (known) return known;
    const telling = { queue: new SerialQueue(), number: 0, last: undefined, answering: undefined };
    this.#tellings.set(topic, telling);
    return telling;
  }
}
