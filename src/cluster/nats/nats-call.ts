import type { Msg, NatsConnection, Subscription } from 'nats';
import type { Clock } from '../../core/clocks/clock.ts';
import { NoReply, type NoReplyReason } from './rpc.ts';
import { collectOutcomes, type OutcomeCollector, type Wanted } from './gathering.ts';
import { answerPurpose, NO_TRUST, type MessageTrust } from './messages/message-trust.ts';
import { noticeIn, type Notice } from './notice.ts';
import { piecesFor, unpackMessage } from './messages/packing.ts';
import { Assembly, pieceHeadOf, type MessageRefusal, type WholeMessage } from './messages/pieces.ts';
import { isOutcome } from './responding.ts';
import type { Subjects } from './subjects.ts';

export interface NatsCallOptions {
  readonly connection: NatsConnection;
  readonly clock: Clock;
  readonly question: string;
  readonly subjects: Subjects;
  readonly trust: MessageTrust;
  /** The roles that may answer it. */
  readonly roles: readonly string[];
  /** An answer was rejected. */
  readonly refused: (refusal: MessageRefusal) => void;
  readonly content: WholeMessage;
  readonly wanted: Wanted;
  readonly timeoutMs: number;
  /** Limit of the inflated size of an answer. */
  readonly maxBytes: number;
}

/** Nodes send notices more often than this. One that does not is dead or unreachable. */
const SILENCE_MS = 3000;
/** Nodes that accept a question send a notice at once. Nodes that have not after this time are not waited for. */
const GATHER_MS = 300;
const NO_RESPONDERS = 503;
/** Limit of nodes whose answers may arrive at the same time. */
const MAX_NODES = 64;

/** A node that has received the question. */
interface AskedNode {
  seenAt: number;
  wasTaken: boolean;
  hasAnswered: boolean;
}

/** One pending question over NATS, until `result` is settled. */
export class NatsCall {
  readonly #asked: NatsCallOptions;
  readonly #gathering: OutcomeCollector;
  readonly #pieces: readonly Buffer[];
  readonly #nodes = new Map<string, AskedNode>();
  readonly #assembly: Assembly;
  readonly #ended = new AbortController();
  readonly #subscription: Subscription;
  readonly #begunAt: number;

  constructor(asked: NatsCallOptions) {
    const { connection, clock, question, subjects, content, wanted } = asked;
    this.#asked = asked;
    this.#gathering = collectOutcomes(question, wanted);
    const limits = { publishers: MAX_NODES, bytes: asked.maxBytes };
    this.#assembly = new Assembly((refusal) => this.#refused(refusal), limits);
    this.#pieces = piecesFor(connection, content);
    this.#begunAt = clock.monotonic();
    const inbox = subjects.inbox();
    const subject = subjects.question(question, wanted.all ? 'all' : 'any');
    this.#subscription = connection.subscribe(inbox, { callback: (error, msg) => this.#receive(error, msg) });
    connection.publish(subject, this.#pieces[0], { reply: inbox });
    void this.#watch();
  }

  async result(): Promise<readonly unknown[]> {
    try {
      return await this.#gathering.result;
    } finally {
      this.#ended.abort();
      this.#subscription.unsubscribe();
    }
  }

  end(reason: NoReplyReason): void {
    const wasTaken = [...this.#nodes.values()].some((node) => node.wasTaken);
    this.#gathering.end(new NoReply(this.#asked.question, reason, wasTaken));
  }

  #receive(error: Error | null, { data, headers, reply }: Msg): void {
    if (error || headers?.code === NO_RESPONDERS) return this.end('no-node');
    const notice = noticeIn(data);
    if (notice) return this.#notice(notice, reply);
    const publisher = pieceHeadOf(data)?.publisher;
    const whole = this.#assembly.take(data);
    if (publisher === undefined) return;
    const node = this.#node(publisher);
    if (whole) void this.#answered(node, whole);
  }

  #notice({ kind, node }: Notice, reply: string | undefined): void {
    this.#node(node).wasTaken ||= kind === 'taken';
    if (kind !== 'more' || reply === undefined) return;
    for (const piece of this.#pieces.slice(1)) this.#asked.connection.publish(reply, piece);
  }

  /** The entry of a node from which something has just arrived. */
  #node(id: string): AskedNode {
    const seenAt = this.#asked.clock.monotonic();
    const node = this.#nodes.get(id) ?? { seenAt, wasTaken: false, hasAnswered: false };
    node.seenAt = seenAt;
    this.#nodes.set(id, node);
    return node;
  }

  async #answered(node: AskedNode, whole: WholeMessage): Promise<void> {
    const refusal = this.#trustRefusal(whole);
    // A forged answer must not end the question: the real one may still arrive.
    if (refusal) return this.#asked.refused(refusal);
    const outcome = await unpackMessage(whole, this.#asked.maxBytes).catch(() => undefined);
    node.hasAnswered = true;
    if (isOutcome(outcome)) this.#gathering.add(outcome);
    else this.#refused('damaged');
    this.#check();
  }

  #trustRefusal(whole: WholeMessage): MessageRefusal | undefined {
    const { trust, roles, question, subjects, content } = this.#asked;
    if (trust === NO_TRUST) return undefined;
    const purpose = answerPurpose(subjects.name, question, content);
    return trust.refusal({ ...whole, purpose }, whole, roles);
  }

  /** If one node was asked, no other answer will arrive. If all were asked, other nodes may still answer. */
  #refused(refusal: MessageRefusal): void {
    if (refusal !== 'foreign' && !this.#asked.wanted.all) this.end('unreadable');
  }

  async #watch(): Promise<void> {
    const { clock } = this.#asked;
    while (!this.#ended.signal.aborted && !this.#check()) {
      await clock
        .wait(Math.max(1, this.#nextCheckAt() - clock.monotonic()), this.#ended.signal)
        .catch(() => undefined);
      // If this process was blocked, handle what has arrived meanwhile first.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Ends the question if there is nothing left to wait for. Returns whether it did. */
  #check(): boolean {
    const { wanted, timeoutMs, clock } = this.#asked;
    const now = clock.monotonic();
    if (now >= this.#begunAt + timeoutMs) {
      this.end('timeout');
      return true;
    }
    const nodes = [...this.#nodes.values()];
    const awaited = nodes.filter(({ hasAnswered, seenAt }) => !hasAnswered && now < seenAt + SILENCE_MS);
    const maySomeCome = now < this.#begunAt + (wanted.all && nodes.length > 0 ? GATHER_MS : SILENCE_MS);
    const isWaiting = awaited.length > 0 || (maySomeCome && (wanted.all || nodes.length === 0));
    if (!isWaiting)
      this.end(nodes.every(({ hasAnswered }) => hasAnswered) && nodes.length > 0 ? 'unreadable' : 'silent');
    return !isWaiting;
  }

  #nextCheckAt(): number {
    const now = this.#asked.clock.monotonic();
    const silences = [...this.#nodes.values()].map(({ seenAt }) => seenAt + SILENCE_MS);
    const times = [
      this.#begunAt + GATHER_MS,
      this.#begunAt + SILENCE_MS,
      this.#begunAt + this.#asked.timeoutMs,
    ];
    return Math.min(...[...silences, ...times].filter((at) => at > now));
  }
}
