import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';

/**
 * Whether the request comes from a page of this service. Browsers send `Sec-Fetch-Site`, which no page can
 * set, and `Origin`. A request with neither is not from a page.
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
    return this.isOwn(origin, request);
  }

  /**
   * Whether an origin is that of this service. By host and port: whether a proxy terminates TLS is not known
   * here.
   */
  isOwn(origin: string, request: IncomingMessage): boolean {
    if (!URL.canParse(origin)) return false;
    const host = this.#proxies.hostOf(request);
    const url = new URL(origin);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return false;
    if (url.host === this.#publicHost) return true;
    return URL.canParse(`${url.protocol}//${host}`) && new URL(`${url.protocol}//${host}`).host === url.host;
  }
}
