import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clocks/clock.ts';
import {
  MAX_PENDING_CALLS,
  NoReply,
  type RpcWatch,
  type RpcMethod,
  type RpcMethods,
  type StopAnswering,
} from './rpc.ts';
import { BaseRpc } from './base-rpc.ts';
import type { Wanted } from './gathering.ts';
import { NatsResponder } from './nats-responder.ts';
import { NatsCall } from './nats-call.ts';
import { linkOf, type LinkOrAddress, type UsedLink } from './nats-link.ts';
import { NO_TRUST, questionPurpose, type MessageTrust } from './messages/message-trust.ts';
import { packMessage } from './messages/packing.ts';
import { MAX_MESSAGE_PIECES_BYTES, type MessageRefusal } from './messages/pieces.ts';
import type { Responder } from './responding.ts';
import { Subjects } from './subjects.ts';

export type NatsRpcOptions<Questions> = LinkOrAddress & {
  readonly clock: Clock;
  /** Name of the bus on its servers; default `tidemark`. */
  readonly name?: string;
  /** Limits of the inflated size of a question and of its answer; larger ones are rejected. */
  readonly maxBytes?: Readonly<Partial<Record<keyof Questions, MostBytes>>>;
  /** Limits of questions that this process receives from all others; default 1024. */
  readonly maxPerSecond?: Readonly<Partial<Record<keyof Questions, number>>>;
  /** Signs and verifies questions and answers; by default nodes trust each other. */
  readonly trust?: MessageTrust;
  /** The roles that may ask a question, and those that may answer it. */
  readonly roles?: Readonly<Partial<Record<keyof Questions, QuestionRoles>>>;
  readonly watch?: RpcWatch;
};

export type QuestionRoles = Readonly<Record<keyof RpcMethod, readonly string[]>>;
type MostBytes = Readonly<Record<keyof RpcMethod, number>>;

const MAX_PER_SECOND = 1024;

/**
 * Questions over NATS. If no node answers a question, the servers report it at once. A node that accepts a question sends a notice,
 * and repeats it while it works: the calling process detects within 3 s that the node died, and can wait long for a live one. A lost
 * connection ends all pending questions. Questions and answers are deflated, cut into pieces and verified like messages. Of a large
 * question, one node receives the first piece and requests the others.
 */
export class NatsRpc<Questions extends RpcMethods<Questions>> extends BaseRpc<Questions> {
  readonly #node: string;
  readonly #subjects: Subjects;
  readonly #clock: Clock;
  readonly #maxBytes: Readonly<Partial<Record<string, MostBytes>>>;
  readonly #maxPerSecond: Readonly<Partial<Record<string, number>>>;
  readonly #trust: MessageTrust;
  readonly #roles: Readonly<Partial<Record<string, QuestionRoles>>>;
  readonly #watch: RpcWatch;
  readonly #link: UsedLink;
  readonly #answering = new Set<NatsResponder>();
  readonly #underWay = new Set<NatsCall>();
  #lastNumber = 0;
  #pending = 0;
  #closed = false;

  constructor(options: NatsRpcOptions<Questions>) {
    const { clock, name = 'tidemark', maxBytes = {}, maxPerSecond = {}, watch = {} } = options;
    const { trust = NO_TRUST, roles = {} } = options;
    super(watch);
    this.#link = linkOf({ ...options, name });
    this.#subjects = new Subjects(name, this.#link.inboxes);
    this.#trust = trust;
    this.#node = trust.publisher ?? randomBytes(8).toString('hex');
    this.#roles = roles;
    this.#watch = watch;
    this.#clock = clock;
    this.#maxBytes = maxBytes;
    this.#maxPerSecond = maxPerSecond;
    this.#link.follow({
      up: (connection) => {
        for (const answering of this.#answering) answering.listen(connection);
      },
      down: () => {
        for (const ask of this.#underWay) ask.end('away');
      },
    });
  }

  get isUp(): boolean {
    return this.#link.connection !== undefined;
  }

  protected override listen(question: string, responder: Responder): StopAnswering {
    const answering = new NatsResponder({
      question,
      responder,
      subjects: this.#subjects,
      node: this.#node,
      clock: this.#clock,
      maxBytes: this.#maxBytes[question]?.asks ?? MAX_MESSAGE_PIECES_BYTES,
      maxPerSecond: this.#maxPerSecond[question] ?? MAX_PER_SECOND,
      trust: this.#trust,
      roles: this.#roles[question]?.asks ?? [],
      refused: (refusal, sender) => this.#watch.refused?.(question, refusal, sender),
      connection: () => (this.#closed ? undefined : this.#link.connection),
    });
    this.#answering.add(answering);
    const { connection } = this.#link;
    if (connection) answering.listen(connection);
    return () => {
      this.#answering.delete(answering);
      answering.end();
    };
  }

  override async close(): Promise<void> {
    this.#closed = true;
    await super.close();
    for (const ask of this.#underWay) ask.end('closed');
    await this.#link.close();
  }

  protected override async send(question: string, asks: unknown, wanted: Wanted, timeoutMs: number) {
    if (this.#pending >= MAX_PENDING_CALLS) throw new NoReply(question, 'busy');
    this.#pending++;
    try {
      const content = await packMessage(asks, {
        publisher: this.#node,
        number: ++this.#lastNumber,
        purpose: questionPurpose(this.#subjects.name, question),
        trust: this.#trust,
      });
      if (this.#closed) throw new NoReply(question, 'closed');
      const { connection } = this.#link;
      if (!connection) throw new NoReply(question, 'away');
      const asked = {
        connection,
        clock: this.#clock,
        question,
        subjects: this.#subjects,
        trust: this.#trust,
        roles: this.#roles[question]?.answers ?? [],
        refused: (refusal: MessageRefusal) => this.#watch.refused?.(question, refusal),
        content,
        wanted,
        timeoutMs,
        maxBytes: this.#maxBytes[question]?.answers ?? MAX_MESSAGE_PIECES_BYTES,
      };
      const ask = new NatsCall(asked);
      this.#underWay.add(ask);
      try {
        return await ask.result();
      } finally {
        this.#underWay.delete(ask);
      }
    } finally {
      this.#pending--;
    }
  }
}
