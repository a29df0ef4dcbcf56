import type { Socket } from 'node:net';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { InFlightBudget } from './in-flight-budget.ts';
import { PIECE_BYTES } from './frame-sheet.ts';
import { pingFrame } from './frame.ts';

/** Maximum unacknowledged bytes per client: what the kernel holds for a stalled one. */
const WINDOW_BYTES = 2 * PIECE_BYTES;
/** A mark after fewer bytes is not worth its answer. */
const MIN_MARKED_BYTES = 64 * 1024;
/** A client that has not acknowledged for this long no longer delays the others. */
const WRITE_OFF_MS = SECOND_MS;
const MARK_LENGTH = 4;
/** Marks remembered for a client that does not answer. */
const MAX_FORGIVEN_MARKS = 32;
/**
 * Replayed data are written while the client has less than this to read: little, so that ticks are not late.
 */
const ROOM_BYTES = 2 * MIN_MARKED_BYTES;

interface Waiting {
  readonly bytes: Buffer;
  readonly since: Millis;
}

interface Mark {
  readonly number: number;
  bytes: number;
  readonly at: Millis;
  /** The part that the flight still counts. */
  inFlight: number;
}

/**
 * Sends data to one client, in order. Buffers contain whole frames and are passed to the socket whole, so
 * that control frames may be written between two of them.
 *
 * The kernel accepts megabytes for a client that does not read, without any indication. Therefore protocol
 * pings mark positions in the stream, and their pongs acknowledge that the client has read so far: only a
 * limited amount is sent beyond the last acknowledged mark, and the rest waits here, where it is counted. A
 * client that has never answered a ping gets a tick for each frame that it sends instead. Data written after
 * `drained`, at the client's own pace, never wait here.
 *
 * A client of server-sent events acknowledges nothing: only the socket shows how fast it reads.
 */
export class Outbox {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #flight: InFlightBudget;
  readonly #isMarked: boolean;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #handedAt: Millis = 0;
  #marks: Mark[] = [];
  #markNumber = 0;
  #unmarkedBytes = 0;
  #unacknowledgedBytes = 0;
  #answersPings = false;
  #closed = false;
  #drainWaiters: (() => void)[] = [];
  /** Since when the client has not read any replayed data. */
  #drainAwaitedSince: Millis | undefined;
  #isReading = true;
  /** Size of a full tick of all subscriptions. */
  tickBytes = 0;
  /** False if nothing new waits while the client is slow: then it may be slow for as long as it likes. */
  hasMaxAge = true;

  /** `isMarked`: false if the client cannot acknowledge what it has read. */
  constructor(socket: Socket, clock: Clock, flight: InFlightBudget, isMarked = true) {
    this.#socket = socket;
    this.#clock = clock;
    this.#flight = flight;
    this.#isMarked = isMarked;
    socket.on('drain', () => this.#pump());
  }

  /** True if the kernel has taken all of it: then the buffer may be reused. */
  write(bytes: Buffer): boolean {
    if (this.#closed) return true;
    if (this.#waiting.length > 0 || this.#blocked) {
      this.#waiting.push({ bytes, since: this.#clock.monotonic() });
      this.#waitingBytes += bytes.length;
      return false;
    }
    this.#hand(bytes, this.#clock.monotonic());
    return this.#socket.writableLength === 0;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Bytes waiting for the client in this process. */
  get backlogBytes(): number {
    return this.#waitingBytes + this.#socket.writableLength;
  }

  /** Since when the oldest of them has waited, or replayed data have not advanced. */
  get backlogSince(): Millis | undefined {
    if (this.#socket.writableLength > 0) return this.#handedAt;
    return this.#waiting[0]?.since ?? this.#drainAwaitedSince;
  }

  /**
   * False while nothing is read from the client, including pongs: then only the socket shows how fast it
   * reads.
   */
  set isReading(isReading: boolean) {
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    this.#pump();
  }

  /** Whether data are sent at once. */
  get idle(): boolean {
    return this.#waiting.length === 0 && this.#socket.writableLength === 0 && !this.#blocked;
  }

  /** Whether the client has not read what it was sent before. */
  get isBehind(): boolean {
    if (this.#waiting.length > 0) return true;
    return this.#blocked && (this.#socket.writableLength > 0 || !this.#socket.writableNeedDrain);
  }

  /** Resolves when the client has read most of its data, or the connection is closing. */
  async drained(): Promise<void> {
    while (!this.#closed && !this.#isDrained) {
      this.#drainAwaitedSince ??= this.#clock.monotonic();
      await this.#nextDrain();
    }
    this.#drainAwaitedSince = undefined;
  }

  /** The same, for data that need not advance meanwhile. */
  async hasRoom(): Promise<void> {
    while (!this.#closed && !this.#isDrained) await this.#nextDrain();
  }

  /** Sends a protocol ping; the pong shows that the client has read up to here. */
  mark(): void {
    if (this.#closed || !this.#isMarked) return;
    const payload = Buffer.alloc(MARK_LENGTH);
    this.#markNumber = (this.#markNumber + 1) >>> 0;
    payload.writeUInt32BE(this.#markNumber);
    const bytes = this.#unmarkedBytes;
    this.#marks.push({ number: this.#markNumber, bytes, inFlight: bytes, at: this.#clock.monotonic() });
    this.#flight.add(bytes);
    this.#unmarkedBytes = 0;
    this.#socket.write(pingFrame(payload));
  }

  /** Handles a pong. Returns false if it answers no mark. */
  acknowledge(payload: Buffer): boolean {
    if (payload.length !== MARK_LENGTH) return false;
    const number = payload.readUInt32BE();
    const answered = this.#marks.findIndex((mark) => mark.number === number);
    if (answered < 0) return false;
    this.#answersPings = true;
    for (const { bytes, inFlight } of this.#marks.splice(0, answered + 1)) {
      this.#unacknowledgedBytes -= bytes;
      this.#flight.remove(inFlight);
    }
    this.#goOn();
    return true;
  }

  /** Any frame counts as an acknowledgement for a client that does not answer pings. */
  frameReceived(): void {
    if (this.#answersPings || this.#unacknowledgedBytes < ROOM_BYTES) return;
    this.#unacknowledgedBytes = this.#unmarkedBytes;
    this.writeOff(Infinity);
    // Its pongs may only be late: the marks stay known.
    this.#marks = this.#marks.slice(-MAX_FORGIVEN_MARKS);
    for (const mark of this.#marks) mark.bytes = 0;
    this.#goOn();
  }

  /** Removes data from the flight that have been unacknowledged for too long. */
  writeOff(now: Millis): void {
    for (const mark of this.#marks) {
      if (now - mark.at < WRITE_OFF_MS) return;
      this.#flight.remove(mark.inFlight);
      mark.inFlight = 0;
    }
  }

  /** Drops waiting data: the connection is closing. Nothing more is written. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.writeOff(Infinity);
    this.#wakeDrained();
  }

  get #blocked(): boolean {
    return this.#isFull(this.#answersPings ? WINDOW_BYTES : Math.max(WINDOW_BYTES, this.tickBytes));
  }

  get #isDrained(): boolean {
    return this.#waiting.length === 0 && !this.#isFull(this.#answersPings ? ROOM_BYTES : WINDOW_BYTES);
  }

  #isFull(windowBytes: number): boolean {
    return this.#socket.writableNeedDrain || (this.#isReading && this.#unacknowledgedBytes >= windowBytes);
  }

  /** The client has read something. */
  #goOn(): void {
    if (this.#drainAwaitedSince !== undefined) this.#drainAwaitedSince = this.#clock.monotonic();
    this.#pump();
  }

  #pump(): void {
    let handed = 0;
    while (handed < this.#waiting.length && !this.#blocked) {
      const { bytes, since } = this.#waiting[handed++] as Waiting;
      this.#waitingBytes -= bytes.length;
      this.#hand(bytes, since, handed === this.#waiting.length);
    }
    this.#waiting.splice(0, handed);
    if (this.#isDrained) this.#wakeDrained();
  }

  #nextDrain(): Promise<void> {
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }

  #wakeDrained(): void {
    const waiting = this.#drainWaiters;
    this.#drainWaiters = [];
    for (const wake of waiting) wake();
  }

  #hand(bytes: Buffer, since: Millis, isLast = true): void {
    if (this.#socket.writableLength === 0) this.#handedAt = since;
    if (!this.#isMarked) {
      this.#socket.write(bytes);
      return;
    }
    this.#unmarkedBytes += bytes.length;
    this.#unacknowledgedBytes += bytes.length;
    const marked = this.#unmarkedBytes >= (isLast ? MIN_MARKED_BYTES : PIECE_BYTES);
    if (marked) this.#socket.cork();
    this.#socket.write(bytes);
    if (!marked) return;
    this.mark();
    this.#socket.uncork();
  }
}
