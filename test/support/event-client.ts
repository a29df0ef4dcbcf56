import { get, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';

/** A server-sent event as it was written. */
export interface SentEvent {
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

const EVENT_END = '\n\n';

/** A reader of `text/event-stream` without a library, which keeps what it gets until a test reads it. */
export class EventClient {
  readonly response: IncomingMessage;
  readonly ended: Promise<void>;
  #text = '';
  #isEnded = false;
  #wake: () => void = () => {};

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      this.#text += chunk;
      this.#wake();
    });
    response.on('error', () => response.destroy());
    this.ended = new Promise((resolve) =>
      response.on('close', () => {
        this.#isEnded = true;
        this.#wake();
        resolve();
      }),
    );
  }

  static open(url: string, options: RequestOptions = {}): Promise<EventClient> {
    return new Promise((resolve, reject) => {
      get(url, { agent: false, ...options }, (response) => resolve(new EventClient(response))).on(
        'error',
        reject,
      );
    });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  get socket() {
    return this.response.socket;
  }

  /** The next block that ends with an empty line, as sent. */
  async block(): Promise<string> {
    for (;;) {
      const end = this.#text.indexOf(EVENT_END);
      if (end >= 0) {
        const block = this.#text.slice(0, end + EVENT_END.length);
        this.#text = this.#text.slice(block.length);
        return block.replace(/^\n/, '');
      }
      if (this.#isEnded) throw new Error(`the stream has ended after ${JSON.stringify(this.#text)}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The next event; comments are skipped. */
  async next(): Promise<SentEvent> {
    for (;;) {
      const block = await this.block();
      if (!block.startsWith(':')) return eventIn(block);
    }
  }

  /** Events up to the one with the next id. */
  async slot(): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    while (events.at(-1)?.id === undefined) events.push(await this.next());
    return events;
  }

  /** The body of an answer that is no stream. */
  async json(): Promise<Record<string, unknown>> {
    await this.ended;
    return JSON.parse(this.#text) as Record<string, unknown>;
  }

  /** Everything that has not been read, at the end. */
  async rest(): Promise<string> {
    await this.ended;
    return this.#text;
  }

  close(): void {
    this.response.destroy();
  }
}

function eventIn(block: string): SentEvent {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 2)] as const];
    }),
  );
  const id = fields.get('id');
  return {
    event: fields.get('event') ?? '',
    data: fields.get('data') ?? '',
    ...(id === undefined ? {} : { id }),
  };
}
