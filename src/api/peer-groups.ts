import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkOf, plainAddress } from '../core/network-address.ts';

/** Which peers count as one, for limits by address. */
export class PeerGroups {
  readonly #exempt = new BlockList();

  /** `trusted`: addresses or CIDR ranges of proxies, behind which there are many clients. */
  constructor(trusted: readonly string[] = []) {
    for (const range of ['127.0.0.0/8', '::1', ...trusted]) this.#exemptRange(range);
  }

  /** An IPv4 address, or the /64 network of an IPv6 address; undefined where no limit by address applies. */
  of(peer: string): string | undefined {
    const address = plainAddress(peer);
    const isExempt = this.#exempt.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    return isExempt ? undefined : networkOf(address);
  }

  #exemptRange(range: string): void {
    const [given = '', bits] = range.split('/');
    const address = plainAddress(given);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) this.#exempt.addAddress(address, family);
    else {
      // Of a mapped range the first 96 bits are the prefix that says so.
      const mappedBits = address === given ? 0 : 96;
      this.#exempt.addSubnet(address, Math.max(0, Number(bits) - mappedBits), family);
    }
  }
}
