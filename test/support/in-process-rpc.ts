import type { Clock } from '../../src/core/clocks/clock.ts';
import {
  MAX_PENDING_CALLS,
  NoReply,
  type RpcWatch,
  type NoReplyReason,
  type RpcMethods,
  type StopAnswering,
} from '../../src/cluster/nats/rpc.ts';
import { BaseRpc } from '../../src/cluster/nats/base-rpc.ts';
import { collectOutcomes, type Wanted } from '../../src/cluster/nats/gathering.ts';
import type { ResponseOutcome, Responder } from '../../src/cluster/nats/responding.ts';
import { decode, encode } from '../../src/cluster/nats/messages/wire.ts';

/** Lets the nodes in one process find each other. */
export class Meeting {
  readonly #responders = new Map<string, Responder[]>();

  add(question: string, responder: Responder): StopAnswering {
    this.#responders.set(question, [...this.of(question), responder]);
    return () => {
      const others = this.of(question).filter((other) => other !== responder);
      this.#responders.set(question, others);
    };
  }

  of(question: string): readonly Responder[] {
    return this.#responders.get(question) ?? [];
  }

  /** Round-robin. */
  next(question: string): readonly Responder[] {
    const [first, ...others] = this.of(question);
    if (!first) return [];
    this.#responders.set(question, [...others, first]);
    return [first];
  }
}

export interface InProcessRpcOptions {
  readonly clock: Clock;
  readonly watch?: RpcWatch;
  /** Default: its own, without other nodes. */
  readonly meeting?: Meeting;
}

/** RPC between nodes in one process. Contents are copied as they would be on the way to another machine. */
export class InProcessRpc<Questions extends RpcMethods<Questions>> extends BaseRpc<Questions> {
  readonly #meeting: Meeting;
  readonly #clock: Clock;
  readonly #underWay = new Set<(reason: NoReplyReason) => void>();
  #closed = false;

  constructor({ clock, watch, meeting = new Meeting() }: InProcessRpcOptions) {
    super(watch);
    this.#meeting = meeting;
    this.#clock = clock;
  }

  /** Creates another node that shares requests with this one. */
  another(watch: RpcWatch = {}): InProcessRpc<Questions> {
    return new InProcessRpc({ clock: this.#clock, watch, meeting: this.#meeting });
  }

  protected override listen(question: string, responder: Responder): StopAnswering {
    return this.#meeting.add(question, responder);
  }

  override async close(): Promise<void> {
    this.#closed = true;
    await super.close();
    for (const end of this.#underWay) end('closed');
  }

  protected override async send(question: string, content: unknown, wanted: Wanted, timeoutMs: number) {
    if (this.#closed) throw new NoReply(question, 'closed');
    if (this.#underWay.size >= MAX_PENDING_CALLS) throw new NoReply(question, 'busy');
    const sent = encode(content);
    const responders = wanted.all ? this.#meeting.of(question) : this.#meeting.next(question);
    if (responders.length === 0) throw new NoReply(question, 'no-node');
    const gathering = collectOutcomes(question, wanted);
    const waiting = new AbortController();
    const end = (reason: NoReplyReason) => gathering.end(new NoReply(question, reason, true));
    this.#underWay.add(end);
    void this.#clock.wait(timeoutMs, waiting.signal).then(
      () => end('timeout'),
      () => undefined,
    );
    const all = responders.map(async (responder) => gathering.add(await outcomeOf(responder, sent)));
    void Promise.all(all).then(() => end('unreadable'));
    try {
      return await gathering.result;
    } finally {
      this.#underWay.delete(end);
      waiting.abort();
    }
  }
}

/** A reply that cannot be sent back counts as a failure of the responder. */
async function outcomeOf(responder: Responder, content: Buffer): Promise<ResponseOutcome> {
  const outcome = await responder.respond(decode(content));
  try {
    return decode(encode(outcome)) as ResponseOutcome;
  } catch (error) {
    return responder.failed(error);
  }
}
