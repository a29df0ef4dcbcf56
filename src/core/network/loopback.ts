const IPV4 = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i;

/** Whether an address is a loopback address: 127.0.0.0/8, also in its IPv6 notation, or `::1`. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || IPV4.test(address);
}

/**
 * Whether a host name of a URL always refers to the local machine: `localhost`, names below it (RFC 6761), and loopback
 * addresses. No DNS server can point such a name elsewhere.
 */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isLoopbackAddress(name.startsWith('[') ? name.slice(1, -1) : name);
}
