/** Frames of RFC 6455, written and parsed as a client. */

export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;
const CONTINUATION = 0;
const CONTROL = 8;
const LONGEST_CONTROL = 125;
const LONGEST_MESSAGE = 16 * 2 ** 20;
/** Maximum number of fragments per message, including empty ones. */
const MAX_PARTS = 65_536;

/** A complete frame. `mask`: four random bytes. */
export function clientFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Buffer {
  const { length } = payload;
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + extended + 4 + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127);
  if (extended === 2) frame.writeUInt16BE(length, 2);
  if (extended === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(mask, 2 + extended);
  const start = 6 + extended;
  for (let i = 0; i < length; i++) frame[start + i] = payload[i]! ^ mask[i % 4]!;
  return frame;
}

/** Code and reason of a close frame. */
export function closePayload(code: number, reason = ''): Buffer {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.write(reason, 2);
  return payload;
}

/** The server violated the protocol: the close code and reason to send. */
export class FrameError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface FrameHandlers {
  text(text: string): void;
  ping(payload: Buffer): void;
  /** 1005 if the frame has no code. */
  close(code: number, reason: string): void;
}

interface Frame {
  readonly isLast: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
  /** Start of the next frame. */
  readonly end: number;
}

/** Parses the bytes of a server as they arrive. */
export class FrameReader {
  readonly #handlers: FrameHandlers;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Received parts of an incomplete frame. */
  #waiting: Buffer[] = [];
  #length = 0;
  /** Bytes needed before parsing makes sense again. */
  #needed = 0;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(handlers: FrameHandlers) {
    this.#handlers = handlers;
  }

  /** Throws a FrameError; must not be called afterwards. */
  push(chunk: Buffer): void {
    this.#waiting.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    const bytes = this.#waiting.length === 1 ? chunk : Buffer.concat(this.#waiting);
    let at = 0;
    let next = frameAt(bytes, at);
    for (; typeof next === 'object'; next = frameAt(bytes, at)) {
      at = next.end;
      this.#take(next);
    }
    this.#waiting = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#length = bytes.length - at;
    this.#needed = next - at;
  }

  #take({ isLast, opcode, payload }: Frame): void {
    if (opcode >= CONTROL) return this.#control(opcode, payload);
    const isFirst = opcode === TEXT;
    if (isFirst === this.#parts.length > 0) throw new FrameError(1002, 'a fragment out of order');
    this.#parts.push(payload);
    this.#size += payload.length;
    if (this.#size > LONGEST_MESSAGE || this.#parts.length > MAX_PARTS)
      throw new FrameError(1009, 'a message is too long');
    if (!isLast) return;
    const whole = this.#parts.length === 1 ? payload : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    this.#handlers.text(this.#decode(whole));
  }

  #control(opcode: number, payload: Buffer): void {
    if (opcode === PING) this.#handlers.ping(payload);
    if (opcode !== CLOSE) return;
    if (payload.length === 1) throw new FrameError(1002, 'a close frame with half a code');
    if (payload.length === 0) return this.#handlers.close(1005, '');
    this.#handlers.close(payload.readUInt16BE(0), this.#decode(payload.subarray(2)));
  }

  #decode(bytes: Buffer): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw new FrameError(1007, 'a text that is not UTF-8');
    }
  }
}

/** For an incomplete frame: the position up to which bytes are needed to parse more. */
function frameAt(bytes: Buffer, at: number): Frame | number {
  if (bytes.length < at + 2) return at + 2;
  const [first, second] = [bytes[at]!, bytes[at + 1]!];
  const [isLast, opcode, short] = [(first & 0x80) !== 0, first & 0x0f, second & 0x7f];
  const isControl = opcode >= CONTROL;
  if ((first & 0x70) !== 0 || ![CONTINUATION, TEXT, CLOSE, PING, PONG].includes(opcode))
    throw new FrameError(1002, 'a frame of an unknown kind');
  if ((second & 0x80) !== 0) throw new FrameError(1002, 'a masked frame');
  if (isControl && (!isLast || short > LONGEST_CONTROL))
    throw new FrameError(1002, 'a control frame that is too long or in parts');
  const start = at + 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
  if (bytes.length < start) return start;
  const length = short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? long(bytes, at + 2) : short;
  const end = start + length;
  return bytes.length < end ? end : { isLast, opcode, payload: bytes.subarray(start, end), end };
}

function long(bytes: Buffer, at: number): number {
  const length = bytes.readBigUInt64BE(at);
  if (length > LONGEST_MESSAGE) throw new FrameError(1009, 'a message is too long');
  return Number(length);
}
