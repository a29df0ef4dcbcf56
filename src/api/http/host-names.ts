import { isLoopbackName } from '../../core/network/loopback.ts';
import { Lru } from '../../core/lru.ts';

const MAX_REMEMBERED = 256;

/**
 * Which names a request may call the service by. A page on the internet can have its own name lead to 127.0.0.1 (DNS
 * rebinding) and then call a service there as if it were its own: only the Host header tells. Clients send few
 * different ones, so each is read once.
 */
export class HostNames {
  readonly #others: ReadonlySet<string> | undefined;
  readonly #remembered = new Lru<string, boolean>({ mostEntries: MAX_REMEMBERED });

  /** `others`: names beside the loopback ones; undefined where any name will do. */
  constructor(others: readonly string[] | undefined) {
    this.#others = others && new Set(others);
  }

  /** No Host header at all is no browser: they always send one. */
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
  'the operator can set --base-url to the name that clients use, or --audiences where it is a name of another service, ' +
  'or start with --no-demo';

/** The name in a Host header as a URL has it; undefined where the header is no host and port. */
export function hostNameOf(host: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined;
  const { hostname, pathname, search, hash, username, password } = new URL(`http://${host}`);
  const extras = search + hash + username + password;
  return pathname === '/' && extras === '' && !host.includes('/') ? hostname : undefined;
}
