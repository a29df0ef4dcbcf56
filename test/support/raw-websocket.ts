import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawFrame {
  readonly opcode: number;
  readonly fin: boolean;
  readonly rsv1: boolean;
  readonly payload: Buffer;
}

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameOptions {
  readonly opcode?: number;
  readonly fin?: boolean;
  /** The three reserved bits of the first byte. */
  readonly reserved?: number;
  readonly masked?: boolean;
  /** A length that differs from the payload's. */
  readonly claimedLength?: number;
}

/** A client's frame, well formed unless `options` change it. */
export function clientFrame(payload: Buffer | string, options: FrameOptions = {}): Buffer {
  const { opcode = OPCODES.text, fin = true, reserved = 0, masked = true } = options;
  const bytes = Buffer.from(payload);
  const length = options.claimedLength ?? bytes.length;
  const head = [(fin ? 0x80 : 0) | reserved | opcode];
  const maskBit = masked ? 0x80 : 0;
  if (length <= 125) head.push(maskBit | length);
  else if (length <= 0xffff) head.push(maskBit | 126, length >> 8, length & 0xff);
  else {
    const long = Buffer.alloc(8);
    long.writeBigUInt64BE(BigInt(length));
    head.push(maskBit | 127, ...long);
  }
  if (!masked) return Buffer.concat([Buffer.from(head), bytes]);
  const mask = randomBytes(4);
  const hidden = bytes.map((byte, i) => byte ^ (mask[i % 4] ?? 0));
  return Buffer.concat([Buffer.from(head), mask, hidden]);
}

/** A websocket without a library: sends any bytes, and reads frames only on request. */
export class RawWebsocket {
  readonly socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** `early`: bytes to send together with the handshake. */
  static async open(wsUrl: string, token: string, extra: readonly string[] = [], early?: Buffer) {
    const { hostname, port } = new URL(wsUrl);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    const raw = new RawWebsocket(socket);
    const head = [
      `GET /?access_token=${token} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Version: 13',
      ...extra,
    ];
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), early ?? Buffer.alloc(0)]));
    const answer = await raw.#upTo('\r\n\r\n');
    if (!answer.startsWith('HTTP/1.1 101')) throw new Error(`no websocket: ${answer}`);
    return { raw, answer };
  }

  send(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  sendText(message: object): void {
    this.send(clientFrame(JSON.stringify(message)));
  }

  /** The next frame; undefined if the connection has ended. */
  async frame(): Promise<RawFrame | undefined> {
    if (!(await this.#atLeast(2))) return undefined;
    const [first = 0, code = 0] = this.#bytes;
    const lengthBytes = code === 126 ? 2 : code === 127 ? 8 : 0;
    if (!(await this.#atLeast(2 + lengthBytes))) return undefined;
    const length =
      lengthBytes === 0 ? code : this.#bytes.readUIntBE(lengthBytes === 2 ? 2 : 4, lengthBytes === 2 ? 2 : 6);
    const start = 2 + lengthBytes;
    if (!(await this.#atLeast(start + length))) return undefined;
    const payload = this.#bytes.subarray(start, start + length);
    this.#bytes = this.#bytes.subarray(start + length);
    return { opcode: first & 0x0f, fin: (first & 0x80) !== 0, rsv1: (first & 0x40) !== 0, payload };
  }

  /** The next text message; answers pings on the way. Undefined if there is none. */
  async message(): Promise<Readonly<Record<string, unknown>> | undefined> {
    for (let frame = await this.frame(); frame; frame = await this.frame()) {
      if (frame.opcode === OPCODES.text)
        return JSON.parse(frame.payload.toString()) as Record<string, unknown>;
      if (frame.opcode === OPCODES.ping) this.send(clientFrame(frame.payload, { opcode: OPCODES.pong }));
      if (frame.opcode === OPCODES.close) return undefined;
    }
    return undefined;
  }

  /** The server's close code; undefined if it ends without one. */
  async closeCode(): Promise<number | undefined> {
    for (let frame = await this.frame(); frame; frame = await this.frame()) {
      if (frame.opcode === OPCODES.close) return frame.payload.readUInt16BE();
    }
    return undefined;
  }

  async ended(): Promise<void> {
    while (!this.#ended) await this.#more();
  }

  async #upTo(end: string): Promise<string> {
    for (;;) {
      const at = this.#bytes.indexOf(end);
      if (at >= 0) {
        const text = this.#bytes.subarray(0, at + end.length).toString();
        this.#bytes = this.#bytes.subarray(at + end.length);
        return text;
      }
      if (!(await this.#more())) return this.#bytes.toString();
    }
  }

  async #atLeast(length: number): Promise<boolean> {
    while (this.#bytes.length < length) if (!(await this.#more())) return false;
    return true;
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false;
    await new Promise<void>((resolve) => (this.#wake = resolve));
    return true;
  }
}
