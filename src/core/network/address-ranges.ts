import { isInRange, parseIp, parseRange, plainIp, type IpBytes, type IpRange } from './ip-address.ts';

const MAPPED_BITS = 96;

/** IP addresses and CIDR ranges. An IPv4 address written as IPv6 is the same address. */
export class AddressRanges {
  readonly #ranges: readonly IpRange[];

  /** Throws a RangeError if one is not a range. */
  constructor(ranges: readonly string[]) {
    this.#ranges = ranges.map((text) => plainRange(parseRange(text)));
  }

  /** Also false if the text is not an address. */
  has(text: string): boolean {
    const address = parseIp(text);
    return address !== undefined && this.includes(address);
  }

  includes(address: IpBytes): boolean {
    const plain = plainIp(address);
    return this.#ranges.some((range) => isInRange(plain, range));
  }
}

/** The first 96 bits of a mapped range are the IPv4 prefix. */
function plainRange({ bytes, bits }: IpRange): IpRange {
  const plain = plainIp(bytes);
  return { bytes: plain, bits: plain === bytes ? bits : Math.max(0, bits - MAPPED_BITS) };
}
