const GROUPS_OF_A_NETWORK = 4;
const ALL_GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What stands for one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address, because a host can take any
 * address in its /64. An IPv4 address that is written as IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = MAPPED_IPV4.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')];
  const missing = Math.max(0, ALL_GROUPS - before.length - after.length);
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, GROUPS_OF_A_NETWORK);
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
