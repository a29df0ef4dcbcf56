import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import type { NatsConnection, Subscription } from 'nats';
import type { Clock } from '../core/clock.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import type { Bus, BusOptions, Unsubscribe } from './bus.ts';
import type { Hear } from './deliver.ts';
import { LastMessages } from './last-messages.ts';
import type { NatsAddress } from './nats-address.ts';
import { NatsLink } from './nats-link.ts';
import { Assembly, cut, type Refusal, type WholeMessage } from './pieces.ts';
import { Subjects } from './subjects.ts';
import { TopicChannel } from './topic-channel.ts';
import { decode, encode } from './wire.ts';

export interface NatsBusOptions<Topics> extends BusOptions<Topics> {
  readonly address: NatsAddress;
  readonly clock: Clock;
  /** Of the bus on its servers; by default `tidemark`. */
  readonly name?: string;
  readonly watch?: BusWatch;
}

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

/** The servers do not take the message: nobody hears it, as far as is known. */
export class BusAway extends Error {
  constructor() {
    super('the bus has no connection to its servers');
  }
}

/** One that is smaller is sent as it is. */
const DEFLATED_FROM = 1024;
const LARGEST_PIECE = 512 * 1024;
const SERVER_TAKES = 1024 * 1024;
/** What an inflated message may have at most: a small one that claims to be large is none of ours. */
const MOST_INFLATED = 512 * 1024 * 1024;
const SEND_MS = 2000;

const deflated = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/** A topic that is heard. */
interface Hearing {
  readonly channel: TopicChannel;
  /** Messages are inflated one after the other: they are heard in the order in which they came. */
  readonly arrivals: SerialQueue;
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
 * Messages over NATS: deflated, cut into pieces that the servers take, numbered and checked on arrival. After a connection was lost, those
 * who publish send the last message of each retained topic again, and those who hear look for it: what was sent in between is missed, and
 * told as such. While there is no connection, `publish` rejects, and nothing is kept to be sent later.
 */
export class NatsBus<Topics> implements Bus<Topics> {
  readonly #publisher = randomBytes(8).toString('hex');
  readonly #subjects: Subjects;
  readonly #retained: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #watch: BusWatch;
  readonly #last: LastMessages;
  readonly #link: NatsLink;
  readonly #hearings = new Map<string, Hearing>();
  readonly #tellings = new Map<string, Telling>();
  #closed = false;

  constructor({ address, clock, retained = [], name = 'tidemark', watch = {} }: NatsBusOptions<Topics>) {
    this.#subjects = new Subjects(name);
    this.#retained = new Set(retained.map(String));
    this.#clock = clock;
    this.#watch = watch;
    this.#last = new LastMessages(this.#subjects, clock);
    this.#link = new NatsLink({
      address,
      clock,
      name,
      onUp: (connection) => void this.#up(connection),
      onDown: () => watch.down?.(),
    });
  }

  get isUp(): boolean {
    return this.#link.connection !== undefined;
  }

  async publish<T extends keyof Topics>(topic: T, message: Topics[T]): Promise<void> {
    if (this.#closed) throw new Error('the bus is closed');
    const telling = this.#telling(String(topic));
    await telling.queue.run(async () => {
      const whole = await this.#packed(message, ++telling.number);
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

  async close(): Promise<void> {
    this.#closed = true;
    for (const hearing of this.#hearings.values()) this.#end(hearing);
    this.#hearings.clear();
    await this.#link.close();
  }

  /** There is a connection, for the first time or again. */
  async #up(connection: NatsConnection): Promise<void> {
    this.#watch.up?.();
    for (const [topic, hearing] of this.#hearings)
      if (hearing.channel.hasSubscribers && hearing.subscription === undefined)
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
    const assembly = new Assembly((refusal) => this.#watch.refused?.(topic, refusal));
    hearing.subscription = connection.subscribe(this.#subject(topic, '*'), {
      callback: (error, { data }) => {
        const whole = error ? undefined : assembly.take(data);
        if (whole) void hearing.arrivals.run(() => this.#arrived(topic, hearing, whole));
      },
    });
  }

  async #arrived(topic: string, { channel }: Hearing, whole: WholeMessage): Promise<void> {
    const message = await this.#unpacked(topic, whole);
    if (message && !this.#closed) channel.arrived(message);
  }

  async #findLast(connection: NatsConnection, topic: string, { channel, arrivals }: Hearing): Promise<void> {
    const whole = await this.#last.find(connection, topic).catch(() => undefined);
    // In the line of those that arrive: each is told once, whichever way it came.
    await arrivals.run(async () => {
      const message = whole && (await this.#unpacked(topic, whole));
      if (!this.#closed) channel.found(message);
    });
  }

  #end(hearing: Hearing): void {
    hearing.subscription?.unsubscribe();
    hearing.subscription = undefined;
    hearing.channel.forget();
  }

  async #packed(message: unknown, number: number): Promise<WholeMessage> {
    const bytes = encode(message);
    const isLarge = bytes.length >= DEFLATED_FROM;
    return {
      publisher: this.#publisher,
      number,
      deflated: isLarge,
      bytes: isLarge ? await deflated(bytes, { level: constants.Z_BEST_SPEED }) : bytes,
    };
  }

  /** Undefined where it says nothing that this version understands. */
  async #unpacked(topic: string, { publisher, number, deflated: isDeflated, bytes }: WholeMessage) {
    try {
      const content = isDeflated ? await inflated(bytes, { maxOutputLength: MOST_INFLATED }) : bytes;
      return { publisher, number, message: decode(content) };
    } catch {
      this.#watch.refused?.(topic, 'damaged');
      return undefined;
    }
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

  /** Those who listen hear it as it arrives; it is also waited for that the servers keep it. */
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
    const waiting = new AbortController();
    const tooLate = this.#clock.wait(SEND_MS, waiting.signal).then(
      () => Promise.reject(new BusAway()),
      () => undefined,
    );
    try {
      await Promise.race([connection.flush(), tooLate]);
    } finally {
      waiting.abort();
    }
  }

  /** Whoever asks for the last message of a topic is sent it by those who published one. */
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
    const channel = new TopicChannel(this.#retained.has(topic), missed);
    const hearing = { channel, arrivals: new SerialQueue(), subscription: undefined };
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

function piecesFor({ info }: NatsConnection, whole: WholeMessage): Buffer[] {
  return cut(whole, Math.min(LARGEST_PIECE, info?.max_payload ?? SERVER_TAKES));
}
