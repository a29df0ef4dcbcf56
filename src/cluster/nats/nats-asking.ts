import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clocks/clock.ts';
import {
  ASK_TIMEOUT_MS,
  MOST_ASKS,
  NoAnswer,
  type AskAllOptions,
  type Asking,
  type AskingWatch,
  type AskOptions,
  type Exchange,
  type QuestionsOf,
  type Unanswer,
} from './asking.ts';
import type { Wanted } from './gathering.ts';
import { NatsAnswering } from './nats-answering.ts';
import { NatsAsk } from './nats-ask.ts';
import { linkOf, type LinkOrAddress, type UsedLink } from './nats-link.ts';
import { pack } from './packing.ts';
import { MOST_BYTES } from './pieces.ts';
import { Responder, type Respond } from './responding.ts';
import { Subjects } from './subjects.ts';

export type NatsAskingOptions<Questions> = LinkOrAddress & {
  readonly clock: Clock;
  /** Of the bus on its servers; by default `tidemark`. */
  readonly name?: string;
  /** What a question and its answer may have at most, inflated; what claims more is refused. */
  readonly mostBytes?: Readonly<Partial<Record<keyof Questions, MostBytes>>>;
  readonly watch?: AskingWatch;
};

type MostBytes = Readonly<Record<keyof Exchange, number>>;

/**
 * Questions over NATS. Where no node answers, the servers say so at once. The node that takes a question tells it, and goes on telling
 * while it works: an asker notices within 3 s that it died, and may wait for long where it lives. A connection that is lost
 * ends all questions that are under way. Questions and answers are deflated, cut into pieces and checked as messages are; of a large
 * question one node takes the first piece and has the others sent to itself.
 */
export class NatsAsking<Questions extends QuestionsOf<Questions>> implements Asking<Questions> {
  readonly #node = randomBytes(8).toString('hex');
  readonly #subjects: Subjects;
  readonly #clock: Clock;
  readonly #watch: AskingWatch;
  readonly #mostBytes: Readonly<Partial<Record<string, MostBytes>>>;
  readonly #link: UsedLink;
  readonly #answering = new Map<string, NatsAnswering>();
  readonly #underWay = new Set<NatsAsk>();
  #asks = 0;
  #asking = 0;
  #closed = false;

  constructor(options: NatsAskingOptions<Questions>) {
    const { clock, name = 'tidemark', mostBytes = {}, watch = {} } = options;
    this.#subjects = new Subjects(name);
    this.#clock = clock;
    this.#watch = watch;
    this.#mostBytes = mostBytes;
    this.#link = linkOf({ ...options, name });
    this.#link.follow({
      up: (connection) => {
        for (const answering of this.#answering.values()) answering.listen(connection);
      },
      down: () => {
        for (const ask of this.#underWay) ask.end('away');
      },
    });
  }

  get isUp(): boolean {
    return this.#link.connection !== undefined;
  }

  async ask<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    { timeoutMs }: AskOptions = {},
  ): Promise<Questions[Q]['answers']> {
    const [answer] = await this.#ask(question, content, { all: false }, timeoutMs);
    return answer;
  }

  askAll<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    { timeoutMs, isEnough }: AskAllOptions<Questions[Q]['answers']> = {},
  ): Promise<readonly Questions[Q]['answers'][]> {
    return this.#ask(question, content, { all: true, isEnough }, timeoutMs);
  }

  answer<Q extends keyof Questions & string>(
    question: Q,
    respond: (content: Questions[Q]['asks']) => Promise<Questions[Q]['answers']>,
  ): Unanswer {
    if (this.#answering.has(question)) throw new Error(`this node answers ${question} already`);
    const answering = new NatsAnswering({
      question,
      responder: new Responder(question, respond as Respond, this.#watch),
      subjects: this.#subjects,
      node: this.#node,
      clock: this.#clock,
      mostBytes: this.#mostBytes[question]?.asks ?? MOST_BYTES,
      connection: () => (this.#closed ? undefined : this.#link.connection),
    });
    this.#answering.set(question, answering);
    const { connection } = this.#link;
    if (connection) answering.listen(connection);
    return () => {
      if (this.#answering.get(question) === answering) this.#answering.delete(question);
      answering.end();
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const answering of this.#answering.values()) answering.end();
    for (const ask of this.#underWay) ask.end('closed');
    await this.#link.close();
  }

  async #ask(question: string, asks: unknown, wanted: Wanted, timeoutMs = ASK_TIMEOUT_MS) {
    if (this.#asking >= MOST_ASKS) throw new NoAnswer(question, 'busy');
    this.#asking++;
    try {
      const content = await pack(asks, { publisher: this.#node, number: ++this.#asks });
      if (this.#closed) throw new NoAnswer(question, 'closed');
      const { connection } = this.#link;
      if (!connection) throw new NoAnswer(question, 'away');
      const subject = this.#subjects.question(question, wanted.all ? 'all' : 'any');
      const clock = this.#clock;
      const mostBytes = this.#mostBytes[question]?.answers ?? MOST_BYTES;
      const asked = { connection, clock, question, subject, content, wanted, timeoutMs, mostBytes };
      const ask = new NatsAsk(asked);
      this.#underWay.add(ask);
      try {
        return await ask.result();
      } finally {
        this.#underWay.delete(ask);
      }
    } finally {
      this.#asking--;
    }
  }
}
