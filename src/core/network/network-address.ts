const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A dotted end, as in 64:ff9b::192.0.2.1, replaces two groups. */
const DOTTED_END = /\d+\.\d+\.\d+\.\d+$/;

/** Removes the zone of a link-local address. Converts an IPv4-mapped IPv6 address to IPv4. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%', 1);
  return MAPPED_IPV4.exec(bare)?.[1] ?? bare;
}

/**
 * Identifies one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address, because a host can take any address in its
 * /64.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.replace(DOTTED_END, '0:0').split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')];
  const missing = Math.max(0, ALL_GROUPS - before.length - after.length);
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
