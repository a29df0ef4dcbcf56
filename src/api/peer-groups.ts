import { BlockList, isIP, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV6_GROUPS = 8;
/** A provider hands a customer a /64 or more: single IPv6 addresses cost nothing. */
const IPV6_NETWORK_GROUPS = 4;

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
    const isV6 = isIPv6(address);
    if (this.#exempt.check(address, isV6 ? 'ipv6' : 'ipv4')) return undefined;
    return isV6 ? `${networkOf(address)}::/64` : address;
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

/** Without the zone of a link-local address; IPv4 that came over an IPv6 socket is IPv4. */
function plainAddress(peer: string): string {
  const address = peer.split('%', 1)[0] ?? '';
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}

/** The first 64 bits, written out. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  // A dotted end, as in 64:ff9b::192.0.2.1, stands for two groups.
  const after = tail === undefined || tail === '' ? [] : tail.replace(/[\d.]+\.\d+$/, '0:0').split(':');
  const missing = Math.max(0, IPV6_GROUPS - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  return groups
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
