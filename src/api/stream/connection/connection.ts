import type { Socket } from 'node:net';
import { CLOSE_REASONS, type CloseReason } from '../../../contract/close-codes.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { InFlightBudget } from '../frames/in-flight-budget.ts';
import { pongFrame, textFrame } from '../frames/frame.ts';
import type { WriteBatcher } from '../frames/gathering.ts';
import type { MessageForm } from '../frames/message-form.ts';
import type { Transport } from '../transport.ts';
import { isTooFarBehind, type StreamLimits } from './limits.ts';
import { Liveness } from './liveness.ts';
import { MessageRate } from './message-rate.ts';
import type { OrderlyWebSocket } from './orderly-websocket.ts';
import { Outbox } from '../frames/outbox.ts';
import type { ClientWorkQueue } from './client-work-queue.ts';

const OPEN = 1;
const MAX_MESSAGE_BYTES = 4 * 1024;
/** Messages processed from one connection before it is the next one's turn. */
const MESSAGES_PER_TURN = 32;
/** Maximum size of received but unprocessed messages; beyond it nothing is read. */
const MAX_QUEUED_BYTES = 64 * 1024;
/** Minimum size that a queued message counts with. */
const QUEUED_BYTES_PER_MESSAGE = 64;
/** After this many refused bursts, a client evidently ignores its errors. */
const ABUSE_BURSTS = 5;

export interface ConnectionParts {
  readonly wallClock: Clock;
  readonly marketClock: Clock;
  readonly limits: StreamLimits;
  readonly flight: InFlightBudget;
  readonly gathering: WriteBatcher;
  readonly workload: ClientWorkQueue;
}

/**
 * A received message; `text` is absent for messages that are not read. `marketTime`: time of arrival, however
 * long it waits.
 */
export type ArrivedMessage =
  | { readonly kind: 'message'; readonly text: string; readonly marketTime: Millis }
  | { readonly kind: 'too many'; readonly text?: string }
  | { readonly kind: 'too long' }
  | { readonly kind: 'binary' };

export interface ConnectionHandlers {
  /** The next message is passed on after the returned promise has settled. */
  readonly arrived: (arrival: ArrivedMessage) => void | Promise<void>;
  /** Called when a PING is due. */
  readonly ping: () => void;
  readonly closed: (closing: CloseReason | undefined) => void;
}

/**
 * A websocket with everything that is independent of its messages: order, rate, liveness, backlog, and
 * closing. Messages of the client are passed on one at a time.
 */
export class Connection implements Transport {
  readonly outbox: Outbox;
  readonly form: MessageForm;
  readonly #ws: OrderlyWebSocket;
  readonly #socket: Socket;
  readonly #limits: StreamLimits;
  readonly #rate: MessageRate;
  readonly #liveness: Liveness;
  readonly #handlers: ConnectionHandlers;
  readonly #gathering: WriteBatcher;
  readonly #workload: ClientWorkQueue;
  readonly #marketClock: Clock;
  /** Received but unprocessed messages: one is being processed, or others are before it in the queue. */
  readonly #queue: ArrivedMessage[] = [];
  #queuedBytes = 0;
  #busy = false;
  #inLine = false;
  /** The client sends too much, and is not read for a while. */
  #held = false;
  #reads = false;
  /** Messages over the rate since it last kept to it. */
  #refused = 0;
  #closing: CloseReason | undefined;

  /** `isEdited`: whether messages are edited into shapes other than the documented ones. */
  constructor(
    ws: OrderlyWebSocket,
    socket: Socket,
    parts: ConnectionParts,
    handlers: ConnectionHandlers,
    isEdited = false,
  ) {
    const { wallClock, marketClock, limits, flight, gathering, workload } = parts;
    this.#ws = ws;
    this.#socket = socket;
    this.#limits = limits;
    this.#handlers = handlers;
    this.#gathering = gathering;
    this.#workload = workload;
    this.#marketClock = marketClock;
    const encoding = ws.extensions.includes('permessage-deflate') ? 'deflated' : 'frames';
    this.form = { encoding, isEdited };
    this.outbox = new Outbox(socket, wallClock, flight);
    this.#rate = new MessageRate(wallClock, limits.burst, limits.perSecond);
    this.#liveness = new Liveness(wallClock.monotonic(), limits.pingMs);
    this.#listen();
  }

  get open(): boolean {
    return this.#ws.readyState === OPEN;
  }

  /** Starts reading. */
  start(): void {
    this.#steer();
  }

  /** Replies to messages that arrived together are sent together. */
  write(_event: string, text: string): void {
    if (this.open) this.#gathering.addText(this.outbox, text);
  }

  /** Periodic checks, called about twice a second. */
  check(now: Millis): void {
    if (!this.open) return;
    // Received data have not been read or processed: the client is not silent.
    if (this.#inLine || !this.#reads) this.#liveness.frameReceived();
    if (this.#refused > 0 && this.#rate.hasFullBurst) this.#refused = 0;
    this.outbox.writeOff(now);
    if (isTooFarBehind(this.outbox, this.#limits, now)) this.end('backlog');
    else if (this.#liveness.overdue(now)) this.end('silence');
    else if (this.#liveness.due(now)) this.#ping();
    if (this.#held && this.#rate.hasRoom) this.#release();
  }

  /** Closes the connection. Data waiting for the client are dropped, so that it gets the reason at once. */
  end(closing: CloseReason, lastText?: string): void {
    if (!this.open) return;
    this.#closing = closing;
    this.#gathering.flush();
    this.outbox.close();
    if (lastText !== undefined) this.#socket.write(textFrame(lastText));
    const { code, reason } = CLOSE_REASONS[closing];
    this.#ws.close(code, reason);
    // The client's close frame must be read, whatever was held back before, but not after a flood of messages
    // before it.
    if (closing === 'flood') this.#ws.pause();
    else this.#ws.resume();
  }

  /** Closes without a reason, after an internal error. */
  destroy(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    const ws = this.#ws;
    ws.flushPending = () => this.#gathering.flush();
    ws.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary));
    ws.on('ping', (data: Buffer) => {
      if (this.#count()) this.outbox.write(pongFrame(data));
    });
    ws.on('pong', (data: Buffer) => {
      // Answers to our own pings do not count as messages of the client.
      if (this.outbox.acknowledge(data)) this.#liveness.frameReceived();
      else this.#count();
    });
    ws.on('close', () => {
      this.outbox.close();
      this.#handlers.closed(this.#closing);
    });
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const allowed = this.#count();
    const text = !isBinary && data.length <= MAX_MESSAGE_BYTES ? data.toString() : undefined;
    if (!allowed) this.#inTurn({ kind: 'too many', ...(text === undefined ? {} : { text }) });
    else if (isBinary) this.#inTurn({ kind: 'binary' });
    else if (text === undefined) this.#inTurn({ kind: 'too long' });
    else this.#inTurn({ kind: 'message', text, marketTime: this.#marketClock.now() });
  }

  /**
   * Any frame is a sign of life, and counts. Returns false if there are too many: then none are read for a
   * while.
   */
  #count(): boolean {
    this.#liveness.frameReceived();
    this.outbox.frameReceived();
    if (this.#rate.count()) return true;
    this.#held = true;
    this.#steer();
    if (++this.#refused > ABUSE_BURSTS * this.#limits.burst) this.end('flood');
    return false;
  }

  #release(): void {
    this.#held = false;
    this.#liveness.frameReceived();
    this.#steer();
  }

  #inTurn(arrival: ArrivedMessage): void {
    if (!this.open) return;
    if (!this.#busy && this.#queue.length === 0 && this.#workload.free) {
      this.#carryOut(arrival);
      return;
    }
    this.#queue.push(arrival);
    this.#queuedBytes += queuedBytesOf(arrival);
    this.#steer();
    this.#standInLine();
  }

  #carryOut(arrival: ArrivedMessage): void {
    const pending = this.#handlers.arrived(arrival);
    if (!pending) return;
    this.#busy = true;
    void pending.then(() => {
      this.#busy = false;
      this.#goOn();
    });
  }

  #standInLine(): void {
    if (this.#inLine || this.#busy) return;
    this.#inLine = true;
    this.#workload.add(() => this.#takeTurn());
  }

  #takeTurn(): void {
    this.#inLine = false;
    for (let count = 0; count < MESSAGES_PER_TURN && this.open && !this.#busy; count++) {
      const next = this.#queue.shift();
      if (!next) break;
      this.#queuedBytes -= queuedBytesOf(next);
      this.#carryOut(next);
    }
    this.#steer();
    if (!this.#busy) this.#goOn();
  }

  #goOn(): void {
    if (this.#queue.length > 0 && this.open) this.#standInLine();
  }

  /**
   * Pauses or resumes reading. While the queue has room, messages are read, however long they wait: pongs
   * show how far the client has read, and without them nothing more would be sent.
   */
  #steer(): void {
    if (!this.open) return;
    const hasRoom = this.#queuedBytes <= MAX_QUEUED_BYTES;
    const reads = hasRoom && !this.#held;
    this.outbox.isReading = hasRoom;
    if (reads === this.#reads) return;
    this.#reads = reads;
    if (reads) this.#ws.resume();
    else this.#ws.pause();
  }

  /**
   * Sends two: a message for clients that only see messages, and a protocol ping, which libraries answer
   * automatically.
   */
  #ping(): void {
    this.#handlers.ping();
    this.#gathering.flush();
    this.outbox.mark();
  }
}

function queuedBytesOf(arrival: ArrivedMessage): number {
  return QUEUED_BYTES_PER_MESSAGE + ('text' in arrival ? (arrival.text?.length ?? 0) : 0);
}
