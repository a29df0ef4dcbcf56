import { RetentionPolicy, StorageType, type JetStreamManager, type NatsConnection } from 'nats';
import { inTime } from '../../core/async/in-time.ts';
import { Deferred } from '../../core/async/deferred.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { Assembly, headOf, type WholeMessage } from './messages/pieces.ts';
import type { Subjects } from './subjects.ts';

const ANSWER_MS = 1000;
/** A message that is replaced while it is fetched is fetched again. */
const ATTEMPTS = 5;
const ENSURE_AGAIN_MS = 10_000;
const MOST_STORED_BYTES = 512 * 1024 * 1024;
const IN_CLUSTER = 3;

/**
 * The last message of each retained topic: kept by the servers where they have JetStream, which keeps the newest piece of each subject in memory,
 * and by its publishers. None of them is the truth: a subscriber that finds nothing rebuilds from history.
 */
export class LastMessages {
  readonly #subjects: Subjects;
  readonly #clock: Clock;
  readonly #makesStream: boolean;
  #streams: JetStreamManager | undefined;
  #ensured: Promise<void> = Promise.resolve();
  #nextEnsureAt = -Infinity;

  /** `makesStream`: whether this process may have the servers keep messages; others only read what they keep. */
  constructor(subjects: Subjects, clock: Clock, makesStream = true) {
    this.#subjects = subjects;
    this.#clock = clock;
    this.#makesStream = makesStream;
  }

  /** Whether the servers keep what is published, as far as is known. */
  async areKept(): Promise<boolean> {
    await this.#ensured;
    return this.#streams !== undefined;
  }

  /** Has the servers keep messages, where they can. To be called for each connection. */
  ensure(connection: NatsConnection): Promise<void> {
    this.#nextEnsureAt = this.#clock.monotonic() + ENSURE_AGAIN_MS;
    this.#ensured = this.#ensure(connection);
    return this.#ensured;
  }

  async #ensure(connection: NatsConnection): Promise<void> {
    this.#streams = undefined;
    try {
      if (!this.#makesStream) {
        this.#streams = await connection.jetstreamManager({ timeout: ANSWER_MS, checkAPI: false });
        return;
      }
      const streams = await connection.jetstreamManager({ timeout: ANSWER_MS });
      await streams.streams.add({
        name: this.#subjects.stream,
        subjects: [this.#subjects.allRetained],
        storage: StorageType.Memory,
        retention: RetentionPolicy.Limits,
        max_msgs_per_subject: 1,
        max_bytes: MOST_STORED_BYTES,
        num_replicas: replicasOf(connection),
      });
      this.#streams = streams;
    } catch {
      // No JetStream, or not enough of its servers: publishers are asked instead.
    }
  }

  /** The servers do not keep a message, or never did: they are asked again later, not with each message. */
  async lost(connection: NatsConnection): Promise<void> {
    this.#streams = undefined;
    if (this.#clock.monotonic() >= this.#nextEnsureAt) await this.ensure(connection);
  }

  /** `mostBytes`: what it may have. */
  async find(
    connection: NatsConnection,
    topic: string,
    mostBytes: number,
  ): Promise<WholeMessage | undefined> {
    return (await this.#stored(topic, mostBytes)) ?? (await this.#asked(connection, topic, mostBytes));
  }

  async #stored(topic: string, bytes: number): Promise<WholeMessage | undefined> {
    await this.#ensured;
    const streams = this.#streams;
    if (!streams) return undefined;
    const piece = async (index: number) => {
      const subject = this.#subjects.retained(topic, index);
      const { data } = await streams.streams.getMessage(this.#subjects.stream, { last_by_subj: subject });
      return data;
    };
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const assembly = new Assembly(() => undefined, { bytes });
        const first = await piece(0);
        let whole = assembly.take(first);
        const count = headOf(first)?.count ?? 0;
        for (let index = 1; index < count && !whole; index++) whole = assembly.take(await piece(index));
        if (whole) return whole;
      }
    } catch {
      // Not there, or the servers do not answer.
    }
    return undefined;
  }

  /** Of the publisher on the topic that answers first. */
  async #asked(connection: NatsConnection, topic: string, bytes: number): Promise<WholeMessage | undefined> {
    const answer = new Deferred<WholeMessage | undefined>();
    const assembly = new Assembly(() => undefined, { bytes });
    const inbox = this.#subjects.inbox();
    const subscription = connection.subscribe(inbox, {
      callback: (error, { data, headers }) => {
        if (error || headers?.code === NO_RESPONDERS) return answer.resolve(undefined);
        const whole = assembly.take(data);
        if (whole) answer.resolve(whole);
      },
    });
    try {
      connection.publish(this.#subjects.ask(topic), undefined, { reply: inbox });
      return await inTime(this.#clock, ANSWER_MS, answer.promise);
    } finally {
      subscription.unsubscribe();
    }
  }
}

const NO_RESPONDERS = 503;

/** Of a single server as many as it has; in a cluster so many that one may go. */
function replicasOf({ info }: NatsConnection): number {
  return info?.cluster !== undefined && (info.connect_urls?.length ?? 0) >= IN_CLUSTER ? IN_CLUSTER : 1;
}
