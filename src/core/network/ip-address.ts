/** The bytes of an IP address: 4 or 16. */
export type IpBytes = readonly number[];

const IPV4_BYTES = 4;
const IPV6_GROUPS = 8;
const MAPPED_PREFIX: IpBytes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const DECIMAL_BYTE = /^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const PREFIX_BITS = /^\d{1,3}$/;

/** Parses an address as resolvers write it. A zone (`%eth0`) is dropped. Undefined for anything else. */
export function parseIp(text: string): IpBytes | undefined {
  const [address = ''] = text.split('%', 1);
  return address.includes(':') ? parseIpv6(address) : parseIpv4(address);
}

/** An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) becomes IPv4; others stay as they are. */
export function plainIp(address: IpBytes): IpBytes {
  const isMapped =
    address.length === 2 * IPV6_GROUPS && MAPPED_PREFIX.every((byte, i) => address[i] === byte);
  return isMapped ? address.slice(MAPPED_PREFIX.length) : address;
}

/** Four decimal numbers: no octal, no hex, no short forms. */
function parseIpv4(text: string): IpBytes | undefined {
  const parts = text.split('.');
  return parts.length === IPV4_BYTES && parts.every((part) => DECIMAL_BYTE.test(part))
    ? parts.map(Number)
    : undefined;
}

function parseIpv6(text: string): IpBytes | undefined {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const before = groupBytes(head);
  const after = groupBytes(tail ?? '');
  if (!before || !after) return undefined;
  const missing = 2 * IPV6_GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

/** Groups separated by colons; the last one may be an IPv4 address. */
function groupBytes(text: string): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [i, group] of groups.entries()) {
    const dotted = i === groups.length - 1 && group.includes('.') ? parseIpv4(group) : undefined;
    if (dotted) bytes.push(...dotted);
    else if (GROUP.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}

/** A range of addresses of one family. */
export interface IpRange {
  readonly bytes: IpBytes;
  readonly bits: number;
}

/** Parses `address/bits`, or an address for itself alone. Throws a RangeError for anything else. */
export function parseRange(text: string): IpRange {
  const [address = '', prefix, ...more] = text.split('/');
  const bytes = parseIp(address);
  if (!bytes || more.length > 0) throw new RangeError(`${text} is not a range of addresses`);
  const max = bytes.length * 8;
  const bits = prefix === undefined ? max : PREFIX_BITS.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits <= max)) throw new RangeError(`${text} needs a number from 0 to ${max} after the slash`);
  return { bytes, bits };
}

export function isInRange(address: IpBytes, { bytes, bits }: IpRange): boolean {
  if (address.length !== bytes.length) return false;
  const whole = Math.floor(bits / 8);
  const mask = 0xff & (0xff00 >> (bits % 8));
  return bytes.every((byte, i) => {
    if (i < whole) return address[i] === byte;
    return i > whole || (address[i]! & mask) === (byte & mask);
  });
}
