import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { TickImage, type SharedImage } from './tick-image.ts';

export interface FarmClientOptions {
  readonly port: number;
  readonly token: string;
  readonly socketIo: boolean;
  /** JSON messages to send once connected. */
  readonly subscriptions: readonly object[];
  readonly messagesPerTick: number;
  readonly ready: () => void;
  /** The newest values may come in place of every tick: only their number is checked, with that of the skipped ones. */
  readonly conflates?: boolean | undefined;
  /** Where all clients of the crowd get the same. */
  readonly shared?: SharedImage | undefined;
}

/** All sockets read into this one: what is in it is used up before the next read. */
const READ_BUFFER = Buffer.allocUnsafe(512 * 1024);
const HEAD_END = '\r\n\r\n';
const TEXT = 1;
const PING = 9;
const CLOSE = 8;
const READY = 'ready';
const CONFLATED = '{"event":"CONFLATED","skipped":';
/** Where the index id begins in a message, so that the ids of a tick can be summed up. */
const ID_AT = '{"event":"INDEX_TICKER","id":"00000000-0000-0000-0000-000000000000","indexId":"'.length;
const SOCKET_IO_ID_AT = '42["INDEX_TICKER",'.length + ID_AT;
/** Slots of an hour: enough to tell ticks apart. */
const SLOTS_AN_HOUR = 120;
const CLOSING_BRACKET = 0x5d;
const FLAGS = ',"flags":';
const ZERO = 0x30;

/** A websocket by hand that counts and checks what it gets, and keeps as little of it as possible. */
export class FarmClient {
  readonly #options: FarmClientOptions;
  #socket!: Socket;
  #head: string | undefined = '';
  #rest: Buffer | undefined;
  #isReady = false;
  /** Of the tick that is coming in. */
  #count = 0;
  #sum = 0;
  #expectedSum: number | undefined;
  /** Half minute of the hour of the tick that is coming in, and of the one before. */
  #slot = -1;
  #slotBefore = -1;
  /** The tick that is coming in, as others got it, and how much of it has come. */
  #image: TickImage | undefined;
  #offset = 0;
  /** This client is the first to get the tick, and takes it down. */
  #recording: TickImage | undefined;
  /** When the last tick was complete. */
  completeAt = 0;
  messages = 0;
  /** Ticks that the server said it had skipped. */
  skipped = 0;
  lost = 0;
  ended = false;
  stalled = false;

  constructor(options: FarmClientOptions) {
    this.#options = options;
    this.#connect();
  }

  stall(): void {
    this.stalled = true;
    this.#socket.pause();
  }

  resume(): void {
    this.stalled = false;
    this.#socket.resume();
  }

  reconnect(): void {
    this.#socket.destroy();
    this.#head = '';
    this.#rest = undefined;
    this.#isReady = false;
    this.#count = 0;
    this.#sum = 0;
    this.#slotBefore = -1;
    this.#image = undefined;
    this.#recording = undefined;
    this.ended = false;
    this.#connect();
  }

  #connect(): void {
    const { port, token, socketIo } = this.#options;
    const onread = {
      buffer: READ_BUFFER,
      callback: (count: number, buffer: Uint8Array) => {
        this.#read(buffer as Buffer, count);
        return true;
      },
    };
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread });
    this.#socket = socket;
    const path = socketIo ? '/socket.io/?EIO=4&transport=websocket' : `/?access_token=${token}`;
    const lines = [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Version: 13',
    ];
    socket.on('connect', () => socket.write(lines.join('\r\n') + HEAD_END));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (socket === this.#socket) this.ended = true;
    });
  }

  #read(buffer: Buffer, count: number): void {
    let from = 0;
    if (this.#head !== undefined) {
      this.#head += buffer.toString('latin1', 0, Math.min(count, 4096));
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return;
      from = end + HEAD_END.length;
      this.#head = undefined;
      if (!this.#options.socketIo) this.#subscribe();
    }
    if (this.#rest) {
      const joined = Buffer.concat([this.#rest, buffer.subarray(from, count)]);
      this.#rest = undefined;
      this.#frames(joined, 0, joined.length);
    } else this.#frames(buffer, from, count);
  }

  #frames(bytes: Buffer, from: number, end: number): void {
    let at = from;
    for (;;) {
      at = this.#compared(bytes, at, end);
      const next = this.#oneFrame(bytes, at, end);
      if (next === at) break;
      at = next;
    }
    if (at < end) this.#rest = Buffer.from(bytes.subarray(at, end));
  }

  /** Goes on for as long as the bytes are those that others got; returns where they are not. */
  #compared(bytes: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end && this.#followsImage()) {
      const image = this.#image as TickImage;
      const count = Math.min(end - at, image.length - this.#offset);
      const isSame = image.matches(this.#offset, bytes, at, count);
      const same = isSame ? count : image.matchingFrames(this.#offset, bytes, at, count);
      if (same < 0) throw new Error('a client got other bytes than the rest of its crowd');
      at += same;
      this.#offset += same;
      if (this.#offset === image.length) this.#imageComplete();
      else if (!isSame) return at;
    }
    return at;
  }

  /** A tick that another client has got whole can be compared with; one that has begun otherwise cannot. */
  #followsImage(): boolean {
    if (this.#image) return true;
    const image = this.#options.shared?.image;
    const isNext = image?.complete && image.slot === (this.#slotBefore + 1) % SLOTS_AN_HOUR;
    if (!isNext || this.#count > 0 || !this.#isReady || this.#slotBefore < 0) return false;
    this.#image = image;
    this.#offset = 0;
    return true;
  }

  #imageComplete(): void {
    this.#slotBefore = this.#image?.slot ?? -1;
    this.#image = undefined;
    this.messages += this.#options.messagesPerTick;
    this.completeAt = Date.now();
  }

  /** Reads the frame that begins here; returns where it ends, or the same place where it is not whole. */
  #oneFrame(bytes: Buffer, at: number, end: number): number {
    const code = at + 2 <= end ? (bytes[at + 1] ?? 0) : 126;
    const start = at + (code < 126 ? 2 : 4);
    if (code === 127) throw new Error('a message of more than 64 KiB');
    if (start > end) return at;
    const length = code < 126 ? code : bytes.readUInt16BE(at + 2);
    if (start + length > end) return at;
    this.#frame((bytes[at] ?? 0) & 0x0f, bytes, start, length);
    return start + length;
  }

  #frame(opcode: number, bytes: Buffer, start: number, length: number): void {
    if (opcode === TEXT) this.#text(bytes, start, length);
    else if (opcode === PING) this.#send(Buffer.from(bytes.subarray(start, start + length)), 0x8a);
    else if (opcode === CLOSE) this.ended = true;
  }

  #text(bytes: Buffer, start: number, length: number): void {
    const { socketIo } = this.#options;
    const isTick = socketIo
      ? length > 30 && bytes[start] === 0x34 && bytes[start + 4] === 0x49
      : bytes[start + 10] === 0x49;
    if (!isTick) this.#other(bytes.toString('latin1', start, start + Math.min(length, 200)));
    else if (this.#isReady) this.#tick(bytes, start, length);
  }

  #tick(bytes: Buffer, start: number, length: number): void {
    const { socketIo, messagesPerTick } = this.#options;
    this.messages++;
    if (this.#options.conflates) {
      this.#complete();
      return;
    }
    this.#count++;
    this.#sum ^= bytes.readInt32LE(start + (socketIo ? SOCKET_IO_ID_AT : ID_AT));
    const slot = slotIn(bytes, start + length - (socketIo ? 1 : 0));
    if (this.#count === 1) {
      this.#slot = slot;
      this.#beginRecording();
      const follows = this.#slotBefore < 0 || slot === (this.#slotBefore + 1) % SLOTS_AN_HOUR;
      if (!follows) this.lost++;
    } else if (slot !== this.#slot) this.lost++;
    this.#recording?.add(bytes, start - (length < 126 ? 2 : 4), start + length);
    if (this.#count < messagesPerTick) return;
    if (this.#recording) this.#recording.complete = true;
    this.#recording = undefined;
    this.#expectedSum ??= this.#sum;
    if (this.#sum !== this.#expectedSum) this.lost++;
    this.completeAt = Date.now();
    this.#slotBefore = this.#slot;
    this.#count = 0;
    this.#sum = 0;
  }

  /** The first of the crowd, where no other does it. */
  #complete(): void {
    if ((this.messages + this.skipped) % this.#options.messagesPerTick === 0) this.completeAt = Date.now();
  }

  #beginRecording(): void {
    const { shared, messagesPerTick } = this.#options;
    if (!shared || shared.image?.slot === this.#slot) return;
    this.#recording = new TickImage(this.#slot, messagesPerTick);
    shared.image = this.#recording;
  }

  #other(text: string): void {
    if (this.#options.socketIo && text.startsWith('0{')) this.#say('40');
    else if (this.#options.socketIo && text.startsWith('40{')) this.#subscribe();
    else if (this.#options.socketIo && text === '2') this.#say('3');
    else if (text.startsWith(CONFLATED)) {
      this.skipped += Number.parseInt(text.slice(CONFLATED.length), 10);
      this.#complete();
    } else if (text.includes(`"requestId":"${READY}"`)) {
      this.#isReady = true;
      this.#options.ready();
    }
  }

  #subscribe(): void {
    const messages = [...this.#options.subscriptions, { event: 'PING', requestId: READY }];
    this.#socket.cork();
    for (const message of messages) {
      const text = JSON.stringify(message);
      this.#say(this.#options.socketIo ? `42["message",${text}]` : text);
    }
    this.#socket.uncork();
  }

  #say(text: string): void {
    this.#send(Buffer.from(text), 0x81);
  }

  /** With a mask of zeros, which hides nothing and costs nothing. */
  #send(payload: Buffer, kind: number): void {
    const { length } = payload;
    const head =
      length < 126
        ? [kind, 0x80 | length, 0, 0, 0, 0]
        : [kind, 0x80 | 126, length >> 8, length & 0xff, 0, 0, 0, 0];
    this.#socket.write(Buffer.concat([Buffer.from(head), payload]));
  }
}

/** A message ends with its timestamp, `12:00:30.000Z"}`, or has flags behind it. */
function slotIn(bytes: Buffer, messageEnd: number): number {
  const isFlagged = bytes[messageEnd - 2] === CLOSING_BRACKET;
  const end = isFlagged ? bytes.lastIndexOf(FLAGS, messageEnd) + 1 : messageEnd;
  const minutes = ((bytes[end - 12] ?? 0) - ZERO) * 10 + (bytes[end - 11] ?? 0) - ZERO;
  return minutes * 2 + (bytes[end - 9] === ZERO ? 0 : 1);
}
