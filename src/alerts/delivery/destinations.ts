import { isInRange, parseIp, parseRange, type IpBytes, type IpRange } from './ip-address.ts';

/**
 * IPv4 ranges that are not public: this network, private, shared by carriers (CGNAT), loopback, link-local (which has the metadata
 * services of clouds), special assignments, documentation, 6to4 relays, benchmarks, multicast, reserved, broadcast.
 */
const NOT_PUBLIC_IPV4 = [
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
].map(parseRange);

/** Everything public in IPv6 is in here. */
const GLOBAL_IPV6 = parseRange('2000::/3');
/** Special assignments with Teredo, documentation, 6to4: parts of it that are not public, or that hide an IPv4 address. */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(parseRange);

/** Ranges whose last four bytes are an IPv4 address: mapped, and translated by NAT64. */
const EMBEDDED_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map(parseRange);
const IPV4_OFFSET = 12;

/** Decides which addresses webhooks may be sent to: public ones, and those that the operator allows. */
export class Destinations {
  readonly #allowed: readonly IpRange[];

  /** `allowed`: private addresses and CIDR ranges that are allowed, too. */
  constructor(allowed: readonly string[] = []) {
    this.#allowed = allowed.map(parseRange);
  }

  /** False for anything that is not an address. An IPv6 address with an IPv4 address in it counts as that one. */
  allow(text: string): boolean {
    const given = parseIp(text);
    const address = given && effective(given);
    if (!given || !address) return false;
    const isAllowed = (each: IpBytes) => this.#allowed.some((range) => isInRange(each, range));
    return isAllowed(address) || isAllowed(given) || isPublic(address);
  }
}

function effective(address: IpBytes): IpBytes {
  const embeds = EMBEDDED_IPV4.some((range) => isInRange(address, range));
  return embeds ? address.slice(IPV4_OFFSET) : address;
}

function isPublic(address: IpBytes): boolean {
  const isIn = (range: IpRange) => isInRange(address, range);
  if (address.length === 4) return !NOT_PUBLIC_IPV4.some(isIn);
  return isIn(GLOBAL_IPV6) && !NOT_PUBLIC_IPV6.some(isIn);
}
