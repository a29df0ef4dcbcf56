import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_SNIFFING } from '../headers.ts';

/** Parameters as they were sent: one that is repeated is an array. */
export type Sent = Readonly<Record<string, string | readonly string[]>>;

const NOTHING: Sent = Object.freeze(Object.create(null) as Sent);

/** A request that is being answered. */
export class Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its headers had been read, on the monotonic clock. */
  readonly startedAt: number;
  readonly #ids: RequestIds;
  readonly #number: number;
  /** The declared path of the route that took it, never the one asked for; undefined where none did. */
  route: string | undefined;
  pathParameters: Sent = NOTHING;
  query: Sent = NOTHING;

  constructor(request: IncomingMessage, response: ServerResponse, ids: RequestIds, startedAt: number) {
    this.request = request;
    this.response = response;
    this.startedAt = startedAt;
    this.#ids = ids;
    this.#number = ids.next();
  }

  get id(): string {
    return this.#ids.textOf(this.#number);
  }
}

/** Ids that are unique in the log of this process, and cheap: the moment of the start, then a count. */
export class RequestIds {
  readonly #start: string;
  #count = 0;

  constructor(now: number) {
    this.#start = Math.floor(now * 1e6).toString(36);
  }

  next(): number {
    return ++this.#count;
  }

  textOf(number: number): string {
    return `${this.#start}-${number.toString(36)}`;
  }
}

/** Names and values in turn, in the order in which they are sent. */
export type HeaderList = readonly string[];

/** Sends a text with its length. */
export function sendText(
  { response }: Call,
  status: number,
  headers: HeaderList,
  text: string,
  last: HeaderList = [],
): void {
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [...headers, ...NO_SNIFFING, ...last, 'content-length', length]).end(text);
}
