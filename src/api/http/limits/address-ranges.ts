import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from '../../../core/network/network-address.ts';

/** IP addresses and CIDR ranges. An IPv4 address that is written as IPv6 is the same address. */
export class AddressRanges {
  readonly #list = new BlockList();

  constructor(ranges: readonly string[]) {
    for (const range of ranges) this.#add(range);
  }

  /** False also for what is no address. */
  has(text: string): boolean {
    const address = plainAddress(text);
    return isIP(address) !== 0 && this.#list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }

  #add(range: string): void {
    const [given = '', bits] = range.split('/');
    const address = plainAddress(given);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) this.#list.addAddress(address, family);
    else {
      // Of a mapped range the first 96 bits are the prefix that says so.
      const mappedBits = address === given ? 0 : 96;
      this.#list.addSubnet(address, Math.max(0, Number(bits) - mappedBits), family);
    }
  }
}
