import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from '../limits/address-ranges.ts';

/**
 * Whether a page of this service asks. A browser says which page does: by `Sec-Fetch-Site`, which no page can set, and by `Origin`.
 * What says neither is no page.
 */
export class OwnPage {
  readonly #proxies: TrustedProxies;
  readonly #publicHost: string | undefined;

  constructor(
    proxies: TrustedProxies,
    { baseUrl, baseUrlConfigured }: { readonly baseUrl: string; readonly baseUrlConfigured: boolean },
  ) {
    this.#proxies = proxies;
    this.#publicHost = baseUrlConfigured ? new URL(baseUrl).host : undefined;
  }

  asks(request: IncomingMessage): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined || origin === 'null') return site === 'same-origin';
    return this.#isOwn(origin, this.#proxies.hostOf(request));
  }

  /** By host and port: whether a proxy has taken off TLS cannot be told here. */
  #isOwn(origin: string, host: string): boolean {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return false;
    if (url.host === this.#publicHost) return true;
    return URL.canParse(`${url.protocol}//${host}`) && new URL(`${url.protocol}//${host}`).host === url.host;
  }
}
