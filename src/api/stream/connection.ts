import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import type { Millis } from '../../core/time.ts';
import { CLOSINGS, type Closing } from './close-codes.ts';
import type { Flight } from './flight.ts';
import { pongFrame, textFrame } from './frame.ts';
import type { StreamLimits } from './limits.ts';
import { Liveness } from './liveness.ts';
import { MessageRate } from './message-rate.ts';
import { Outbox } from './outbox.ts';

const OPEN = 1;
const MAX_MESSAGE_BYTES = 4 * 1024;

export interface ConnectionParts {
  readonly wallClock: Clock;
  readonly limits: StreamLimits;
  readonly flight: Flight;
}

/** What came; `text` is absent for what is not read. */
export type Arrival =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'too many'; readonly text?: string }
  | { readonly kind: 'too long' }
  | { readonly kind: 'binary' };

export interface ConnectionHandlers {
  /** The next message is handed over when what this returns has settled. */
  readonly arrived: (arrival: Arrival) => void | Promise<void>;
  /** Time for a PING. */
  readonly ping: () => void;
  readonly closed: (closing: Closing | undefined) => void;
}

/**
 * A websocket with everything that holds whatever is said on it: order, rate, liveness, backlog, and how it ends. The
 * client's messages are handed over one at a time.
 */
export class Connection {
  readonly outbox: Outbox;
  /** Whether the client asked for compression. */
  readonly deflates: boolean;
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #limits: StreamLimits;
  readonly #rate: MessageRate;
  readonly #liveness: Liveness;
  readonly #handlers: ConnectionHandlers;
  /** What came while something earlier was being carried out. */
  readonly #queue: Arrival[] = [];
  #busy = false;
  #held = false;
  #corked = false;
  #closing: Closing | undefined;

  constructor(ws: WebSocket, socket: Socket, parts: ConnectionParts, handlers: ConnectionHandlers) {
    const { wallClock, limits, flight } = parts;
    this.#ws = ws;
    this.#socket = socket;
    this.#limits = limits;
    this.#handlers = handlers;
    this.deflates = ws.extensions.includes('permessage-deflate');
    this.outbox = new Outbox(socket, wallClock, flight);
    this.#rate = new MessageRate(wallClock, limits.burst, limits.perSecond);
    this.#liveness = new Liveness(wallClock.now(), limits.pingMs);
    this.#listen();
  }

  get open(): boolean {
    return this.#ws.readyState === OPEN;
  }

  /** Begins to read. */
  start(): void {
    this.#ws.resume();
  }

  /** Replies to messages that came together go out together. */
  write(text: string): void {
    if (!this.open) return;
    if (!this.#corked) {
      this.#corked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#corked = false;
        this.#socket.uncork();
      });
    }
    this.outbox.write(textFrame(text));
  }

  /** What has to be looked after whether or not anything happens; called about twice a second. */
  check(now: Millis): void {
    if (!this.open) return;
    this.outbox.writeOff(now);
    if (this.#tooFarBehind(now)) this.end('backlog');
    else if (this.#liveness.overdue(now)) this.end('silence');
    else if (this.#liveness.due(now)) this.#ping();
    if (this.#held && this.#rate.recovered) this.#release();
  }

  /** Ends it. What still waits for the client is dropped, so that it learns why at once. */
  end(closing: Closing, lastText?: string): void {
    if (!this.open) return;
    this.#closing = closing;
    this.outbox.close();
    if (lastText !== undefined) this.#socket.write(textFrame(lastText));
    const { code, reason } = CLOSINGS[closing];
    this.#ws.close(code, reason);
    // The client's answer must be read, whatever was held back before.
    this.#ws.resume();
  }

  /** Ends it without a word: something here has failed. */
  destroy(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    const ws = this.#ws;
    ws.on('message', (data: Buffer, isBinary) => this.#hear(data, isBinary));
    ws.on('ping', (data: Buffer) => {
      if (this.#count()) this.outbox.write(pongFrame(data));
    });
    ws.on('pong', (data: Buffer) => {
      // Answers to our own pings are no load of the client's making.
      if (this.outbox.acknowledge(data)) this.#liveness.heard();
      else this.#count();
    });
    ws.on('close', () => {
      this.outbox.close();
      this.#handlers.closed(this.#closing);
    });
  }

  #hear(data: Buffer, isBinary: boolean): void {
    const allowed = this.#count();
    const text = !isBinary && data.length <= MAX_MESSAGE_BYTES ? data.toString() : undefined;
    if (!allowed) this.#inTurn({ kind: 'too many', ...(text === undefined ? {} : { text }) });
    else if (isBinary) this.#inTurn({ kind: 'binary' });
    else this.#inTurn(text === undefined ? { kind: 'too long' } : { kind: 'message', text });
  }

  /** Any frame is a sign of life, and counts. False where there are too many: then no more are read for a while. */
  #count(): boolean {
    this.#liveness.heard();
    this.outbox.heard();
    if (this.#rate.count()) return true;
    if (!this.#held) {
      this.#held = true;
      this.#ws.pause();
    }
    return false;
  }

  #release(): void {
    this.#held = false;
    this.#liveness.heard();
    if (!this.#busy) this.#ws.resume();
  }

  #inTurn(arrival: Arrival): void {
    if (!this.open) return;
    if (this.#busy) {
      this.#queue.push(arrival);
      return;
    }
    const pending = this.#handlers.arrived(arrival);
    if (!pending) return;
    this.#busy = true;
    this.#ws.pause();
    void pending.then(() => this.#goOn());
  }

  #goOn(): void {
    this.#busy = false;
    for (let next = this.#queue.shift(); next; next = this.#busy ? undefined : this.#queue.shift())
      this.#inTurn(next);
    if (!this.#busy && !this.#held && this.open) this.#ws.resume();
  }

  /** Twice: a message for whoever reads messages only, and a protocol ping, which libraries answer by themselves. */
  #ping(): void {
    this.#handlers.ping();
    this.outbox.mark();
  }

  #tooFarBehind(now: Millis): boolean {
    const since = this.outbox.backlogSince;
    if (since === undefined) return false;
    const { backlogBytes, backlogMs } = this.#limits;
    const most = Math.max(backlogBytes, 2 * this.outbox.tickBytes);
    return now - since > backlogMs || this.outbox.backlogBytes > most;
  }
}
