import { isLoopbackName } from '../../core/network/loopback.ts';
import { Lru } from '../../core/lru.ts';

const MAX_REMEMBERED = 256;

/**
 * Accepted host names of a request. A page on the internet can resolve its own name to 127.0.0.1 (DNS
 * rebinding) and then call a local service as if it were its own: only the Host header reveals that. Clients
 * send few different ones, so results are cached.
 */
export class HostNames {
  readonly #others: ReadonlySet<string> | undefined;
  readonly #remembered = new Lru<string, boolean>({ maxEntries: MAX_REMEMBERED });

  /** `others`: names accepted besides the loopback ones; undefined: any name. */
  constructor(others: readonly string[] | undefined) {
    this.#others = others && new Set(others);
  }

  /** A request without a Host header is not from a browser: browsers always send one. */
  allow(host: string | undefined): boolean {
    if (this.#others === undefined || host === undefined) return true;
    const known = this.#remembered.get(host);
    if (known !== undefined) return known;
    const name = hostNameOf(host);
    const allowed = name !== undefined && (isLoopbackName(name) || this.#others.has(name));
    this.#remembered.set(host, allowed);
    return allowed;
  }
}

export const HOST_REFUSED =
  'with the built-in client demo the Host header must be a loopback name, such as localhost or 127.0.0.1: ' +
  'the operator can set --base-url to the name that clients use, or --audiences if it is the name of another service, ' +
  'or start with --no-demo';

/**
 * The host name of a Host header as in a URL; undefined if the header is not a host with an optional port.
 */
export function hostNameOf(host: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined;
  const { hostname, pathname, search, hash, username, password } = new URL(`http://${host}`);
  const extras = search + hash + username + password;
  return pathname === '/' && extras === '' && !host.includes('/') ? hostname : undefined;
}
