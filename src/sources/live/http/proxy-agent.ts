import { Pool, ProxyAgent } from 'undici';
import { SECOND_MS, type Millis } from '../../../core/time.ts';

export interface ProxyAgentOptions {
  /** Connections per host. */
  readonly connections: number;
  /** How long the proxy may take to confirm the connection. */
  readonly tunnelMs?: Millis;
}

/**
 * Requests go through a tunnel (CONNECT), so that a proxy sees only the host; user and password are sent to the proxy
 * only.
 */
export function proxyAgent(
  address: string,
  { connections, tunnelMs = 10 * SECOND_MS }: ProxyAgentOptions,
): ProxyAgent {
  const url = new URL(address);
  const { username, password } = url;
  const plain = [username, password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  const token = `Basic ${Buffer.from(plain).toString('base64')}`;
  return new ProxyAgent({
    uri: url.href,
    connections,
    allowH2: false,
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: tunnelMs }),
    ...(username + password === '' ? {} : { token }),
  });
}
