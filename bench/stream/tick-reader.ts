import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface TickReaderOptions {
  readonly port: number;
  readonly token: string;
  /** JSON messages to send once connected, all at once. */
  readonly messages: readonly object[];
  /** An INDEX_TICKER of MWA or GWA: its instant, and a number that identifies its index. */
  readonly tick: (at: number, index: number) => void;
  /** Any other message, its beginning. */
  readonly other: (text: string) => void;
  readonly ended: (code: number | undefined) => void;
}

/** All sockets read into this one: what is in it is used up before the next read. */
const READ_BUFFER = Buffer.allocUnsafe(512 * 1024);
const HEAD_END = '\r\n\r\n';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const RECORD_AT = '{"event":"INDEX_TICKER","id":"'.length;
const INDEX_AT = RECORD_AT + '00000000-0000-0000-0000-000000000000","indexId":"'.length;

/** A minimal websocket client that reports each tick as soon as it arrives, and answers pings. */
class TickReader {
  readonly #options: TickReaderOptions;
  readonly #socket: Socket;
  #head: string | undefined = '';
  #rest: Buffer | undefined;
  #closeCode: number | undefined;

  constructor(options: TickReaderOptions) {
    this.#options = options;
    const { port, token } = options;
    const onread = {
      buffer: READ_BUFFER,
      callback: (count: number, buffer: Uint8Array) => {
        this.#read(buffer as Buffer, count);
        return true;
      },
    };
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread });
    const lines = [
      `GET /?access_token=${token} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Version: 13',
    ];
    this.#socket.on('connect', () => this.#socket.write(lines.join('\r\n') + HEAD_END));
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => options.ended(this.#closeCode));
  }

  #read(buffer: Buffer, count: number): void {
    let from = 0;
    if (this.#head !== undefined) {
      this.#head += buffer.toString('latin1', 0, Math.min(count, 4096));
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return;
      from = end + HEAD_END.length;
      this.#head = undefined;
      for (const message of this.#options.messages) this.#send(Buffer.from(JSON.stringify(message)), 0x81);
    }
    const chunk = buffer.subarray(from, count);
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    const used = this.#frames(bytes);
    this.#rest = used < bytes.length ? Buffer.from(bytes.subarray(used)) : undefined;
  }

  /** Reads whole frames; returns where the first that is not whole begins. */
  #frames(bytes: Buffer): number {
    for (let at = 0; ;) {
      if (at + 4 > bytes.length) return at;
      const code = bytes[at + 1]!;
      const start = at + (code < 126 ? 2 : 4);
      const length = code < 126 ? code : bytes.readUInt16BE(at + 2);
      if (start + length > bytes.length) return at;
      this.#frame(bytes[at]! & 0x0f, bytes, start, length);
      at = start + length;
    }
  }

  #frame(opcode: number, bytes: Buffer, start: number, length: number): void {
    if (opcode === PING) this.#send(Buffer.from(bytes.subarray(start, start + length)), 0x8a);
    else if (opcode === CLOSE) this.#closeCode = bytes.readUInt16BE(start);
    else if (opcode === TEXT && bytes[start + 10] === 0x49 && bytes[start + RECORD_AT - 6] === 0x22)
      this.#options.tick(instantAt(bytes, start + RECORD_AT), bytes.readInt32LE(start + INDEX_AT));
    else if (opcode === TEXT)
      this.#options.other(bytes.toString('latin1', start, start + Math.min(length, 200)));
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

/** Connects, says its messages, and reads until the connection ends. */
export function readTicks(options: TickReaderOptions): TickReader {
  return new TickReader(options);
}

/** The instant that a record id begins with: eleven hexadecimal digits, with a dash behind the eighth. */
function instantAt(bytes: Buffer, place: number): number {
  let at = 0;
  for (let i = 0; i < 12; i++) {
    if (i === 8) continue;
    const digit = bytes[place + i]!;
    at = at * 16 + (digit < 0x3a ? digit - 0x30 : digit - 0x57);
  }
  return at;
}
