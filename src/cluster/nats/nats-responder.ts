import type { Msg, NatsConnection } from 'nats';
import type { Clock } from '../../core/clocks/clock.ts';
import { withTimeout } from '../../core/async/with-timeout.ts';
import { Deferred } from '../../core/async/deferred.ts';
import { LimitedSubscription } from './limited-subscription.ts';
import { QuestionFreshness } from './messages/freshness.ts';
import {
  answerPurpose,
  NO_TRUST,
  questionPurpose,
  type MessageTrust,
  type VerifiedSender,
} from './messages/message-trust.ts';
import { noticeText, type Notice } from './notice.ts';
import { packMessage, piecesFor, unpackMessage } from './messages/packing.ts';
import {
  Assembly,
  HEAD_BYTES,
  pieceHeadOf,
  classifyForeignBytes,
  type PieceHead,
  type MessageId,
  type MessageRefusal,
  type WholeMessage,
} from './messages/pieces.ts';
import type { ResponseOutcome, Responder } from './responding.ts';
import { SenderLimits } from './sender-limits.ts';
import type { Subjects } from './subjects.ts';

export interface NatsResponderParts {
  readonly question: string;
  readonly responder: Responder;
  readonly subjects: Subjects;
  /** The id of this node in its answers. */
  readonly node: string;
  readonly clock: Clock;
  /** Limit of the inflated size of a question. */
  readonly maxBytes: number;
  /** Limit of questions that this process receives, of all senders. One sender may use half of it. */
  readonly maxPerSecond: number;
  readonly trust: MessageTrust;
  /** The roles that may ask it. */
  readonly roles: readonly string[];
  /** A question was rejected. `sender`: only if its signature is verified. */
  readonly refused: (refusal: MessageRefusal, sender?: VerifiedSender) => void;
  /** Undefined while there is no connection. */
  readonly connection: () => NatsConnection | undefined;
}

/** Queue group: one of its nodes receives a question that is for any node. */
const QUEUE = 'nodes';
const BEAT_MS = 1000;
/** The other pieces of a question arrive within this time, or their sender is gone. */
const RECEIVE_MS = 10_000;
/** Limit of large questions received at the same time. */
const MAX_RECEIVING = 8;

/** Answers one question for this node, over the current connection. */
export class NatsResponder {
  readonly #parts: NatsResponderParts;
  readonly #freshness = new QuestionFreshness();
  readonly #subscriptions: readonly LimitedSubscription[];
  readonly #senders: SenderLimits;
  #receiving = 0;
  #answers = 0;

  constructor(parts: NatsResponderParts) {
    this.#parts = parts;
    const { question, subjects, clock, maxPerSecond } = parts;
    this.#senders = new SenderLimits(maxPerSecond / 2);
    const limits = {
      clock,
      maxPerSecond,
      receive: ({ data, reply }: Pick<Msg, 'data' | 'reply'>) => {
        // If the connection closes meanwhile, the calling process notices.
        if (reply !== undefined && reply !== '') this.#take(data, reply).catch(() => undefined);
      },
    };
    this.#subscriptions = [
      new LimitedSubscription({ ...limits, subject: subjects.question(question, 'any'), queue: QUEUE }),
      new LimitedSubscription({ ...limits, subject: subjects.question(question, 'all') }),
    ];
  }

  /** Must be called with each connection: subscriptions end with their connection. */
  listen(connection: NatsConnection): void {
    for (const subscription of this.#subscriptions) subscription.listen(connection);
  }

  end(): void {
    for (const subscription of this.#subscriptions) subscription.end();
  }

  async #take(first: Uint8Array, reply: string): Promise<void> {
    const { clock, maxBytes, refused } = this.#parts;
    const head = pieceHeadOf(first);
    if (!head) return refused(classifyForeignBytes(first));
    if (head.total > maxBytes || first.length > HEAD_BYTES + head.total) return refused('too-large');
    // The signature covers the digest of all pieces, so a rejected question is not received further.
    if (!this.#isTrusted(head)) return;
    const isAllowed = this.#senders.allows(head.publisher, clock.monotonic());
    if (!isAllowed) refused('too-many', this.#senderOf(head));
    if (!isAllowed || (head.count > 1 && this.#receiving >= MAX_RECEIVING))
      return this.#send(head, reply, { kind: 'busy' });
    const whole = head.count > 1 ? await this.#received(head, first, reply) : this.#wholeOf(first);
    if (whole) await this.#answer(whole, reply);
  }

  #wholeOf(piece: Uint8Array): WholeMessage | undefined {
    return new Assembly(this.#parts.refused).take(piece);
  }

  #isTrusted(head: PieceHead): boolean {
    const { question, subjects, trust, roles, refused } = this.#parts;
    if (trust === NO_TRUST) return true;
    const content = { ...head, purpose: questionPurpose(subjects.name, question) };
    const unverified = trust.refusal(content, head, roles);
    if (unverified) refused(unverified);
    const refusal = unverified ? undefined : this.#freshness.refusal(head, trust.now());
    if (refusal) refused(refusal, this.#senderOf(head));
    return !unverified && !refusal;
  }

  /** Call only with the head of a trusted question. */
  #senderOf(head: PieceHead): VerifiedSender | undefined {
    const role = this.#parts.trust.roleOf(head);
    return role === undefined ? undefined : { role, publisher: head.publisher };
  }

  /** Receives the rest of a question. It is sent to this node only, even if the question was for any node. */
  async #received({ count }: PieceHead, first: Uint8Array, reply: string): Promise<WholeMessage | undefined> {
    const { clock, maxBytes } = this.#parts;
    const connection = this.#parts.connection();
    if (!connection) return undefined;
    const received = new Deferred<WholeMessage | undefined>();
    const limits = { bytes: maxBytes };
    const assembly = new Assembly(() => received.resolve(undefined), limits);
    assembly.take(first);
    const inbox = this.#parts.subjects.rest();
    const subscription = connection.subscribe(inbox, {
      max: count - 1,
      callback: (error, { data }) => {
        const whole = error ? undefined : assembly.take(data);
        if (whole) received.resolve(whole);
      },
    });
    this.#receiving++;
    try {
      this.#sendNotice('more', reply, inbox);
      return await withTimeout(clock, RECEIVE_MS, received.promise);
    } finally {
      this.#receiving--;
      subscription.unsubscribe();
    }
  }

  async #answer(whole: WholeMessage, reply: string): Promise<void> {
    const { responder, maxBytes } = this.#parts;
    const done = new AbortController();
    // If the connection closes meanwhile, the calling process notices.
    this.#beat(reply, done.signal).catch(() => undefined);
    try {
      const content = await unpackMessage(whole, maxBytes).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      await this.#send(
        whole,
        reply,
        'value' in content ? await responder.respond(content.value) : responder.failed(content.error),
      );
    } finally {
      done.abort();
    }
  }

  /** Reports to the calling process that the question is accepted, and repeatedly that this node is still alive. */
  async #beat(reply: string, done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      this.#sendNotice('taken', reply);
      await this.#parts.clock.wait(BEAT_MS, done).catch(() => undefined);
    }
  }

  #sendNotice(kind: Notice['kind'], to: string, reply?: string): void {
    const text = noticeText({ kind, node: this.#parts.node });
    this.#parts.connection()?.publish(to, text, reply === undefined ? {} : { reply });
  }

  async #send(asked: MessageId, reply: string, outcome: ResponseOutcome): Promise<void> {
    const { responder, connection } = this.#parts;
    try {
      for (const piece of await this.#pieces(asked, outcome)) connection()?.publish(reply, piece);
    } catch (error) {
      // Not plain data, or too large: report a failure instead.
      for (const piece of await this.#pieces(asked, responder.failed(error)))
        connection()?.publish(reply, piece);
    }
  }

  async #pieces(asked: MessageId, outcome: ResponseOutcome): Promise<readonly Buffer[]> {
    const { node, connection, question, subjects, trust } = this.#parts;
    const purpose = answerPurpose(subjects.name, question, asked);
    const whole = await packMessage(outcome, { publisher: node, number: ++this.#answers, purpose, trust });
    const current = connection();
    return current ? piecesFor(current, whole) : [];
  }
}
