import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_SNIFFING } from '../headers.ts';
import type { Representation } from '../answers/representation.ts';
import type { RouteFamily } from './route-family.ts';

/** Parameters as sent: a repeated one is an array. */
export type Sent = Readonly<Record<string, string | readonly string[]>>;

const NOTHING: Sent = Object.freeze(Object.create(null) as Sent);

/** A request being answered. */
export class Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its headers had been read, on the monotonic clock. */
  readonly startedAt: number;
  readonly #ids: RequestIds;
  readonly #number: number;
  /** The declared path of its route, never the requested one; undefined without a route. */
  route: string | undefined;
  /** Undefined for the paths of the contract. */
  family: RouteFamily | undefined;
  pathParameters: Sent = NOTHING;
  query: Sent = NOTHING;
  /** Names of unknown parameters, for a header of the answer. */
  ignored: string | undefined;
  /** The requested form; undefined for the prepared one. */
  form: Representation | undefined;
  /** Whether a limit delays the answer. */
  isDelayed = false;
  #gone: AbortController | undefined;

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

  /** Aborts when the client has left. Created on first use: most requests are answered at once. */
  get gone(): AbortSignal {
    if (!this.#gone) {
      const gone = (this.#gone = new AbortController());
      const { response } = this;
      const { socket } = this.request;
      const leave = () => {
        response.off('close', leave);
        socket.off('close', leave);
        gone.abort();
      };
      if (response.closed || response.destroyed || socket.destroyed) gone.abort();
      else {
        response.once('close', leave);
        // A response that waits behind another one on its connection has no socket yet and gets no event for
        // its end.
        socket.setMaxListeners(0).once('close', leave);
      }
    }
    return this.#gone.signal;
  }

  /**
   * Whether this was thrown because the client left: shared work is cancelled when its last client leaves.
   */
  isGoneFor(thrown: unknown): boolean {
    const isAborted = thrown instanceof DOMException && thrown.name === 'AbortError';
    return isAborted && this.#gone?.signal.aborted === true;
  }
}

/** Request ids that are unique in the log of this process, and cheap: the start time, then a counter. */
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

/** Alternating names and values, in the order in which they are sent. */
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
