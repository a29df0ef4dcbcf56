import { RetentionPolicy, StorageType, type JetStreamManager, type NatsConnection } from 'nats';
import { withTimeout } from '../../core/async/with-timeout.ts';
import { Deferred } from '../../core/async/deferred.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { Assembly, pieceHeadOf, type MessageRefusal, type WholeMessage } from './messages/pieces.ts';
import type { Subjects } from './subjects.ts';

const ANSWER_MS = 1000;
/** How often a message is fetched that is replaced during the fetch. */
const ATTEMPTS = 5;
const ENSURE_AGAIN_MS = 10_000;
const MAX_STORED_BYTES = 512 * 1024 * 1024;
const IN_CLUSTER = 3;

/**
 * The last message of each retained topic. Its publishers keep it, and also the servers if they have JetStream, which keeps the
 * newest piece of each subject in memory. It may be missing: a subscriber that finds nothing rebuilds from history.
 */
export class LastMessages {
  readonly #subjects: Subjects;
  readonly #clock: Clock;
  readonly #makesStream: boolean;
  #streams: JetStreamManager | undefined;
  #ensured: Promise<void> = Promise.resolve();
  #nextEnsureAt = -Infinity;

  /** `makesStream`: whether this process may create the stream that keeps messages; other processes only read it. */
  constructor(subjects: Subjects, clock: Clock, makesStream = true) {
    this.#subjects = subjects;
    this.#clock = clock;
    this.#makesStream = makesStream;
  }

  /** Whether the servers keep published messages, as far as this process knows. */
  async serversStore(): Promise<boolean> {
    await this.#ensured;
    return this.#streams !== undefined;
  }

  /** Creates the stream that keeps messages, if the servers have JetStream. Must be called for each connection. */
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
        max_bytes: MAX_STORED_BYTES,
        num_replicas: replicasOf(connection),
      });
      this.#streams = streams;
    } catch {
      // No JetStream, or not enough of its servers: the publishers are asked instead.
    }
  }

  /** Called if the servers did not keep a message. Tries `ensure` again, but not with each message. */
  async notStored(connection: NatsConnection): Promise<void> {
    this.#streams = undefined;
    if (this.#clock.monotonic() >= this.#nextEnsureAt) await this.ensure(connection);
  }

  /** The message that the servers keep, of at most this size. `refused`: they keep something else. */
  async stored(
    topic: string,
    bytes: number,
    refused: (refusal: MessageRefusal) => void,
  ): Promise<WholeMessage | undefined> {
    await this.#ensured;
    const streams = this.#streams;
    if (!streams) return undefined;
    const piece = async (index: number) => {
      const subject = this.#subjects.retained(topic, index);
      const { data } = await streams.streams.getMessage(this.#subjects.stream, { last_by_subj: subject });
      return data;
    };
    let refusal: MessageRefusal = 'incomplete';
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const assembly = new Assembly((each) => (refusal = each), { bytes });
        const first = await piece(0);
        let whole = assembly.take(first);
        const count = pieceHeadOf(first)?.count ?? 0;
        for (let index = 1; index < count && !whole; index++) whole = assembly.take(await piece(index));
        if (whole) return whole;
      }
      refused(refusal);
    } catch {
      // There is none, or the servers do not answer.
    }
    return undefined;
  }

  /** Asks the publishers of the topic, and takes the first reply. */
  async asked(connection: NatsConnection, topic: string, bytes: number): Promise<WholeMessage | undefined> {
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
      return await withTimeout(this.#clock, ANSWER_MS, answer.promise);
    } finally {
      subscription.unsubscribe();
    }
  }
}

const NO_RESPONDERS = 503;

/** One on a single server; in a cluster enough that one server may fail. */
function replicasOf({ info }: NatsConnection): number {
  return info?.cluster !== undefined && (info.connect_urls?.length ?? 0) >= IN_CLUSTER ? IN_CLUSTER : 1;
}
