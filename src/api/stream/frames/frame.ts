/** RFC 6455: a text frame that ends its message. */
const TEXT = 0x81;
const DEFLATED_TEXT = 0xc1;
const PING = 0x89;
const PONG = 0x8a;
const SHORT = 125;
const MEDIUM = 0xffff;

/** Header bytes before a payload of this length. */
export function headerLength(payloadLength: number): number {
  if (payloadLength <= SHORT) return 2;
  return payloadLength <= MEDIUM ? 4 : 10;
}

/** Writes a frame's header and returns the start of its payload. Frames of servers are not masked. */
export function writeHeader(target: Buffer, offset: number, payloadLength: number, kind = TEXT): number {
  target[offset] = kind;
  if (payloadLength <= SHORT) {
    target[offset + 1] = payloadLength;
    return offset + 2;
  }
  if (payloadLength <= MEDIUM) {
    target[offset + 1] = 126;
    return target.writeUInt16BE(payloadLength, offset + 2);
  }
  target[offset + 1] = 127;
  return target.writeBigUInt64BE(BigInt(payloadLength), offset + 2);
}

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerLength(length) + length);
  frame.write(text, writeHeader(frame, 0, length));
  return frame;
}

/** `deflated`: the text as raw DEFLATE, in the form of permessage-deflate. */
export function deflatedFrame(deflated: Buffer): Buffer {
  return framed(DEFLATED_TEXT, deflated);
}

export function pingFrame(payload: Buffer): Buffer {
  return framed(PING, payload);
}

export function pongFrame(payload: Buffer): Buffer {
  return framed(PONG, payload);
}

/** Bytes of the frame that begins here. */
export function frameLength(frames: Buffer, at: number): number {
  const code = frames[at + 1] ?? 0;
  if (code <= SHORT) return 2 + code;
  return code === 126 ? 4 + frames.readUInt16BE(at + 2) : 10 + Number(frames.readBigUInt64BE(at + 2));
}

/** The payload of a whole frame. */
export function payloadOf(frame: Buffer): Buffer {
  const code = frame[1] ?? 0;
  if (code <= SHORT) return frame.subarray(2);
  return frame.subarray(code === 126 ? 4 : 10);
}

function framed(kind: number, payload: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(headerLength(payload.length) + payload.length);
  payload.copy(frame, writeHeader(frame, 0, payload.length, kind));
  return frame;
}
