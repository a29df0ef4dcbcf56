/**
 * Encodes plain data as bytes: JSON for the shape, followed by typed arrays as they are in memory. The encoding is the same in every
 * version of Node, which V8's own serialisation does not guarantee.
 *
 *   0   4  "TMW1"
 *   4   4  length of the JSON text
 *   8   n  the text; a typed array is {"$a":[kind, offset, length]}, a number that JSON cannot represent is {"$n":"NaN"}
 *   ..     typed arrays, each at a multiple of 8 from the end of the text
 */
const MAGIC = Buffer.from('TMW1');
const HEAD = 8;
const ALIGNED = 8;

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array };
type Kind = keyof typeof KINDS;
type Column = InstanceType<(typeof KINDS)[Kind]>;

interface Place {
  readonly offset: number;
  readonly column: Column;
}

/** Throws if the data cannot be encoded (a map, a function, the keys `$a` and `$n`). */
export function encode(message: unknown): Buffer {
  const places: Place[] = [];
  let end = 0;
  const place = (column: Column) => {
    const offset = Math.ceil(end / ALIGNED) * ALIGNED;
    places.push({ offset, column });
    end = offset + column.byteLength;
    return { $a: [kindOf(column), offset, column.length] };
  };
  // Reads the value from `this`, because JSON.stringify has already converted a buffer with toJSON.
  const shape = JSON.stringify(message, function replace(this: Record<string, unknown>, key, seen: unknown) {
    const value = this[key];
    if (ArrayBuffer.isView(value)) return place(value as Column);
    if (typeof value === 'number') return isWritable(value) ? value : { $n: wordOf(value) };
    if (typeof value === 'object' && value !== null) mustBePlain(value);
    else if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
      throw new TypeError(`a ${typeof value} cannot be sent`);
    return seen;
  });
  const text = Buffer.from(shape ?? 'null');
  const begin = HEAD + text.length;
  const bytes = Buffer.alloc(begin + end);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(text.length, 4);
  text.copy(bytes, HEAD);
  for (const { offset, column } of places)
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), begin + offset);
  return bytes;
}

/** Throws if `encode` did not produce the bytes. */
export function decode(bytes: Buffer): unknown {
  if (bytes.length < HEAD || !bytes.subarray(0, 4).equals(MAGIC)) throw new RangeError('not a message');
  const begin = HEAD + bytes.readUInt32LE(4);
  if (begin > bytes.length) throw new RangeError('the message is truncated');
  const body = bytes.subarray(begin);
  return JSON.parse(bytes.toString('utf8', HEAD, begin), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$n' in value) return Number(value.$n);
    if ('$a' in value) return columnOf(body, value.$a as [Kind, number, number]);
    return value;
  });
}

/** A copy, because the bytes may not be aligned for such numbers. */
function columnOf(body: Buffer, [kind, offset, length]: [Kind, number, number]): Column {
  const Column = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!Column) throw new RangeError(`unknown kind of numbers: ${String(kind)}`);
  const end = offset + length * Column.BYTES_PER_ELEMENT;
  if (!Number.isSafeInteger(end) || offset < 0 || end > body.length)
    throw new RangeError('an array reaches beyond the end of the message');
  const from = body.byteOffset + offset;
  return new Column(body.buffer.slice(from, from + end - offset) as ArrayBuffer);
}

function kindOf(column: Column): Kind {
  const name = Buffer.isBuffer(column) ? 'Uint8Array' : column.constructor.name;
  if (!Object.hasOwn(KINDS, name)) throw new TypeError(`a ${name} cannot be sent`);
  return name as Kind;
}

function mustBePlain(value: object): void {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return;
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('only plain objects can be sent');
  if ('$a' in value || '$n' in value) throw new TypeError('$a and $n are reserved and cannot be field names');
}

function isWritable(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function wordOf(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
