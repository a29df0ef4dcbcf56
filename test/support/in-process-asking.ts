import type { Clock } from '../../src/core/clocks/clock.ts';
import {
  MOST_ASKS,
  NoAnswer,
  type AskingWatch,
  type NoAnswerReason,
  type QuestionsOf,
  type Unanswer,
} from '../../src/cluster/nats/asking.ts';
import { BaseAsking } from '../../src/cluster/nats/base-asking.ts';
import { gather, type Wanted } from '../../src/cluster/nats/gathering.ts';
import type { Outcome, Responder } from '../../src/cluster/nats/responding.ts';
import { decode, encode } from '../../src/cluster/nats/messages/wire.ts';

/** Lets the nodes in one process find each other. */
export class Meeting {
  readonly #responders = new Map<string, Responder[]>();

  add(question: string, responder: Responder): Unanswer {
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

export interface InProcessAskingOptions {
  readonly clock: Clock;
  readonly watch?: AskingWatch;
  /** Default: its own, without other nodes. */
  readonly meeting?: Meeting;
}

/** RPC between nodes in one process. Contents are copied as they would be on the way to another machine. */
export class InProcessAsking<Questions extends QuestionsOf<Questions>> extends BaseAsking<Questions> {
  readonly #meeting: Meeting;
  readonly #clock: Clock;
  readonly #underWay = new Set<(reason: NoAnswerReason) => void>();
  #closed = false;

  constructor({ clock, watch, meeting = new Meeting() }: InProcessAskingOptions) {
    super(watch);
    this.#meeting = meeting;
    this.#clock = clock;
  }

  /** Creates another node that shares requests with this one. */
  another(watch: AskingWatch = {}): InProcessAsking<Questions> {
    return new InProcessAsking({ clock: this.#clock, watch, meeting: this.#meeting });
  }

  protected override listen(question: string, responder: Responder): Unanswer {
    return this.#meeting.add(question, responder);
  }

  override async close(): Promise<void> {
    this.#closed = true;
    await super.close();
    for (const end of this.#underWay) end('closed');
  }

  protected override async send(question: string, content: unknown, wanted: Wanted, timeoutMs: number) {
    if (this.#closed) throw new NoAnswer(question, 'closed');
    if (this.#underWay.size >= MOST_ASKS) throw new NoAnswer(question, 'busy');
    const sent = encode(content);
    const responders = wanted.all ? this.#meeting.of(question) : this.#meeting.next(question);
    if (responders.length === 0) throw new NoAnswer(question, 'no-node');
    const gathering = gather(question, wanted);
    const waiting = new AbortController();
    const end = (reason: NoAnswerReason) => gathering.end(new NoAnswer(question, reason, true));
    this.#underWay.add(end);
    void this.#clock.wait(timeoutMs, waiting.signal).then(
      () => end('timeout'),
      () => undefined,
    );
    const all = responders.map(async (responder) => gathering.came(await outcomeOf(responder, sent)));
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
async function outcomeOf(responder: Responder, content: Buffer): Promise<Outcome> {
  const outcome = await responder.respond(decode(content));
  try {
    return decode(encode(outcome)) as Outcome;
  } catch (error) {
    return responder.failed(error);
  }
}
