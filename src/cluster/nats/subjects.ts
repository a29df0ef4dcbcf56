import { createInbox } from 'nats';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The NATS subjects of a bus. Buses with different names are independent. */
export class Subjects {
  readonly name: string;
  readonly #inboxes: string | undefined;

  /** `inboxes`: required prefix of reply subjects, if the user of this process may receive no others. */
  constructor(name: string, inboxes?: string) {
    if (!NAME.test(name))
      throw new RangeError('the name of a bus must have 1 to 64 letters, digits, - and _');
    this.name = name;
    this.#inboxes = inboxes;
  }

  /** The subject on which one process receives the replies to one question. */
  inbox(): string {
    return createInbox(this.#inboxes);
  }

  /** The subject on which a node receives the rest of a large question. */
  rest(): string {
    return createInbox(this.#rests);
  }

  get allRests(): string {
    return `${this.#rests}.*`;
  }

  get #rests(): string {
    return `${this.name}.rest`;
  }

  /** Name of the stream that keeps the last messages. */
  get stream(): string {
    return `${this.name}-last`;
  }

  get allRetained(): string {
    return `${this.name}.last.>`;
  }

  retained(topic: string, piece: number | '*'): string {
    return `${this.name}.last.${topic}.${piece}`;
  }

  passing(topic: string, piece: number | '*'): string {
    return `${this.name}.live.${topic}.${piece}`;
  }

  /** The subject of requests for the last message of a topic. */
  ask(topic: string): string {
    return `${this.name}.ask.${topic}`;
  }

  /** The subject of a question to any node, or to all nodes that answer it. */
  question(question: string, to: 'any' | 'all'): string {
    return `${this.name}.${to}.${question}`;
  }
}
