export class DerError extends Error {
  override readonly name = 'DerError';
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The tag of a constructed context-specific element, such as `[0]`. */
export function contextTag(number: number): number {
  return 0xa0 | number;
}

/** An element of DER (X.690): tag, length, content. */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length. */
  readonly bytes: Buffer;
}

const LONG_FORM = 0x80;
/** Elements of 2^32 bytes or more are refused. */
const MAX_LENGTH_BYTES = 4;
const MULTI_BYTE_TAG = 0x1f;

/** Reads the only element in these bytes; refuses trailing bytes. */
export function readDer(bytes: Buffer): Der {
  const element = readElement(bytes, 0);
  if (element.bytes.length !== bytes.length) throw new DerError('bytes follow the last element');
  return element;
}

function readElement(bytes: Buffer, start: number): Der {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new DerError('an element is cut off');
  if ((tag & MULTI_BYTE_TAG) === MULTI_BYTE_TAG) throw new DerError('a tag has several bytes');
  let [length, at] = [first, start + 2];
  if (first >= LONG_FORM) {
    const digits = first - LONG_FORM;
    if (digits === 0 || digits > MAX_LENGTH_BYTES) throw new DerError('a length is not DER');
    if (at + digits > bytes.length) throw new DerError('an element is cut off');
    length = bytes.readUIntBE(at, digits);
    // DER has one way to write a length.
    if (length < LONG_FORM || bytes[at] === 0) throw new DerError('a length is not DER');
    at += digits;
  }
  const end = at + length;
  if (end > bytes.length) throw new DerError('an element is cut off');
  return { tag, content: bytes.subarray(at, end), bytes: bytes.subarray(start, end) };
}

export class DerReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor({ tag, content }: Der, expected: number, what: string) {
    if (tag !== expected) throw new DerError(`${what} is not there`);
    this.#bytes = content;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  any(what: string): Der {
    if (this.isAtEnd) throw new DerError(`${what} is missing`);
    const element = readElement(this.#bytes, this.#at);
    this.#at += element.bytes.length;
    return element;
  }

  next(tag: number, what: string): Der {
    const element = this.any(what);
    if (element.tag !== tag) throw new DerError(`${what} is not there`);
    return element;
  }

  /** Reads the next element if it has this tag. */
  optional(tag: number): Der | undefined {
    if (this.isAtEnd || this.#bytes[this.#at] !== tag) return undefined;
    return this.any('an element');
  }

  inside(tag: number, what: string): DerReader {
    return new DerReader(this.next(tag, what), tag, what);
  }

  oid(what: string): string {
    return oidText(this.next(TAG.oid, what));
  }

  rest(): Der[] {
    const elements: Der[] = [];
    while (!this.isAtEnd) elements.push(this.any('an element'));
    return elements;
  }
}

/** `1.2.840.113549`. */
export function oidText({ tag, content }: Der): string {
  if (tag !== TAG.oid || content.length === 0) throw new DerError('an object identifier is not there');
  const numbers: bigint[] = [];
  let number = 0n;
  for (const [place, byte] of content.entries()) {
    number = (number << 7n) | BigInt(byte & 0x7f);
    if (byte & 0x80) {
      if (place === content.length - 1) throw new DerError('an object identifier is cut off');
      continue;
    }
    numbers.push(number);
    number = 0n;
  }
  const [first = 0n, ...others] = numbers;
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [root, first - root * 40n, ...others].join('.');
}

export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthBytes(content.length), content]);
}

function lengthBytes(length: number): Buffer {
  if (length < LONG_FORM) return Buffer.of(length);
  const bytes = Buffer.alloc(MAX_LENGTH_BYTES);
  bytes.writeUInt32BE(length);
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(LONG_FORM | digits.length), digits]);
}

/** Encodes a non-negative integer from its bytes. */
export function writeInteger(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.of(0) : Buffer.from(bytes.subarray(start));
  return writeDer(TAG.integer, digits[0]! & 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits);
}
