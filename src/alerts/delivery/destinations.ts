import { AddressRanges } from '../../core/network/address-ranges.ts';
import { parseIp, plainIp, type IpBytes } from '../../core/network/ip-address.ts';

/**
 * IPv4 ranges that are not public: this network, private, shared by carriers (CGNAT), loopback, link-local (which has the metadata
 * services of clouds), special assignments, documentation, 6to4 relays, benchmarks, multicast, reserved, broadcast.
 */
const NOT_PUBLIC_IPV4 = new AddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Everything public in IPv6 is in here. */
const GLOBAL_IPV6 = new AddressRanges(['2000::/3']);
/** Special assignments with Teredo, documentation, 6to4: parts of it that are not public, or that hide an IPv4 address. */
const NOT_PUBLIC_IPV6 = new AddressRanges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Addresses that NAT64 translates: their last four bytes are an IPv4 address. */
const NAT64 = new AddressRanges(['64:ff9b::/96']);
const IPV4_OFFSET = 12;

/** Decides which addresses webhooks may be sent to: public ones, and those that the operator allows. */
export class Destinations {
  readonly #allowed: AddressRanges;

  /** `allowed`: private addresses and CIDR ranges that are allowed, too. */
  constructor(allowed: readonly string[] = []) {
    this.#allowed = new AddressRanges(allowed);
  }

  /** False for anything that is not an address. An IPv6 address with an IPv4 address in it counts as that one. */
  allow(text: string): boolean {
    const given = parseIp(text);
    if (!given) return false;
    const address = effective(given);
    return this.#allowed.includes(address) || this.#allowed.includes(given) || isPublic(address);
  }
}

function effective(address: IpBytes): IpBytes {
  return NAT64.includes(address) ? address.slice(IPV4_OFFSET) : plainIp(address);
}

function isPublic(address: IpBytes): boolean {
  if (address.length === 4) return !NOT_PUBLIC_IPV4.includes(address);
  return GLOBAL_IPV6.includes(address) && !NOT_PUBLIC_IPV6.includes(address);
}
