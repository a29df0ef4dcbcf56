import { createInbox } from 'nats';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What a bus calls its messages on the servers; two with different names know nothing of each other. */
export class Subjects {
  readonly name: string;
  readonly #inboxes: string | undefined;

  /** `inboxes`: where replies to this process begin, if its user may receive no others. */
  constructor(name: string, inboxes?: string) {
    if (!NAME.test(name)) throw new RangeError('the name of a bus has letters, digits, - and _');
    this.name = name;
    this.#inboxes = inboxes;
  }

  /** Where one process receives the replies to one question. */
  inbox(): string {
    return createInbox(this.#inboxes);
  }

  /** Where a node receives the rest of a large question. */
  rest(): string {
    return createInbox(this.#rests);
  }

  get allRests(): string {
    return `${this.#rests}.*`;
  }

  get #rests(): string {
    return `${this.name}.rest`;
  }

  /** Of the stream that keeps the last messages. */
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

  /** Where the last message of a topic is asked for. */
  ask(topic: string): string {
    return `${this.name}.ask.${topic}`;
  }

  /** Where one node, or all nodes, that answer a question are asked. */
  question(question: string, to: 'any' | 'all'): string {
    return `${this.name}.${to}.${question}`;
  }
}
