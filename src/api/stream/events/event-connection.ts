import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CloseReason } from '../../../contract/close-codes.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { isTooFarBehind, type StreamLimits } from '../connection/limits.ts';
import { COMMENT, EVENT_END, type SlotEnds } from '../frames/event-frame.ts';
import type { WriteBatcher } from '../frames/gathering.ts';
import type { InFlightBudget } from '../frames/in-flight-budget.ts';
import type { MessageForm } from '../frames/message-form.ts';
import { Outbox } from '../frames/outbox.ts';
import type { Transport } from '../transport.ts';

const COMMENT_MS = 15 * SECOND_MS;
/** Time for a client to read the end; then the connection is cut. */
const CLOSE_TIMEOUT_MS = 2 * SECOND_MS;

export interface EventConnectionParts {
  readonly wallClock: Clock;
  readonly limits: StreamLimits;
  readonly flight: InFlightBudget;
  readonly gathering: WriteBatcher;
  readonly slotEnds: SlotEnds;
}

export interface EventConnectionOptions {
  /** Whether the client gets other shapes than the documented ones. */
  readonly isEdited: boolean;
  /** The client has everything up to this time. */
  readonly since: Millis | undefined;
  readonly closed: (closing: CloseReason | undefined) => void;
}

/**
 * A response of server-sent events whose head has been sent. Its length is not declared and it is not in chunks: it ends
 * with the connection, so that all clients get the same bytes.
 */
export class EventConnection implements Transport {
  readonly form: MessageForm;
  readonly outbox: Outbox;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #parts: EventConnectionParts;
  /** The time of the last id. */
  #upTo: Millis;
  #commentAt: Millis;
  #isEnding = false;
  #closing: CloseReason | undefined;

  constructor(
    response: ServerResponse,
    socket: Socket,
    parts: EventConnectionParts,
    { isEdited, since = -Infinity, closed }: EventConnectionOptions,
  ) {
    this.form = { encoding: 'events', isEdited };
    this.outbox = new Outbox(socket, parts.wallClock, parts.flight, false);
    this.#response = response;
    this.#socket = socket;
    this.#parts = parts;
    this.#upTo = since;
    this.#commentAt = parts.wallClock.monotonic() + COMMENT_MS;
    response.once('close', () => {
      this.#isEnding = true;
      this.outbox.close();
      closed(this.#closing);
    });
  }

  get open(): boolean {
    return !this.#isEnding && this.#socket.writable;
  }

  /** `endSlot` must follow. */
  write(event: string, text: string): void {
    if (this.open) this.#add(Buffer.from(eventText(event, text)));
  }

  /** Ids never go back, so an event of an earlier slot gets none. A slot without any event gets one. */
  endSlot(at: Millis, count: number): void {
    if (!this.open) return;
    const isLater = at > this.#upTo;
    if (isLater) this.#upTo = at;
    if (isLater) this.#add(this.#parts.slotEnds.of(at));
    else if (count > 0) this.#add(EVENT_END);
  }

  check(now: Millis): void {
    if (!this.open) return;
    if (isTooFarBehind(this.outbox, this.#parts.limits, now)) this.end('backlog');
    else if (now >= this.#commentAt) this.#comment();
  }

  end(closing: CloseReason, lastError?: string): void {
    if (!this.open) return;
    this.#closing = closing;
    this.#parts.gathering.flush();
    this.#isEnding = true;
    this.outbox.close();
    // What a slow client has not read is sent again when it resumes.
    if (closing === 'backlog') {
      this.#socket.destroy();
      return;
    }
    if (lastError !== undefined) this.#socket.write(`${eventText('ERROR', lastError)}\n`);
    this.#response.end();
    setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #comment(): void {
    this.#commentAt += COMMENT_MS;
    if (!this.outbox.isBehind) this.#add(COMMENT);
  }

  #add(bytes: Buffer): void {
    this.#parts.gathering.add(this.outbox, bytes);
  }
}

function eventText(event: string, text: string): string {
  return `\nevent: ${event}\ndata: ${text}\n`;
}
