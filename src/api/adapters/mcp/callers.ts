import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Audiences } from '../../../auth/audiences.ts';
import { isLoopbackName } from '../../../core/network/loopback.ts';
import { ApiError } from '../../http/errors.ts';
import { hostNameOf } from '../../http/host-names.ts';
import { TrustedProxies } from '../../http/limits/trusted-proxies.ts';
import { OwnPage } from '../../http/routing/own-page.ts';

export interface CallerSettings {
  readonly baseUrl: string;
  readonly baseUrlConfigured: boolean;
  readonly trustProxy?: readonly string[] | undefined;
  /** Origins of other pages that the operator has named; `*` names none. */
  readonly corsOrigins: readonly string[];
}

/**
 * Who may call MCP from a browser. A page on the internet that a user has open must not reach a service in
 * the user's network, neither by its own name (DNS rebinding, seen in Host) nor from its own origin.
 */
export class McpCallers {
  readonly #names: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #proxies: TrustedProxies;
  readonly #ownPage: OwnPage;

  constructor(audiences: Pick<Audiences, 'named'>, settings: CallerSettings) {
    this.#names = new Set(audiences.named.map((url) => new URL(url).hostname));
    this.#origins = new Set(settings.corsOrigins);
    this.#proxies = new TrustedProxies(settings.trustProxy);
    this.#ownPage = new OwnPage(this.#proxies, settings);
  }

  /** Throws 403. */
  check(request: IncomingMessage): void {
    const { host, origin } = request.headers;
    if (host !== undefined && !this.#isOwnHost(this.#proxies.hostOf(request)))
      throw new ApiError(
        'FORBIDDEN',
        'the Host header names another service: the operator can set --base-url to the name that clients use, or add it to --audiences',
      );
    if (origin !== undefined && !this.#allowsOrigin(origin, request))
      throw new ApiError(
        'FORBIDDEN',
        'pages of this origin may not use MCP: the operator can add it to --cors-origins',
      );
  }

  /** No DNS server can point an address elsewhere. */
  #isOwnHost(host: string): boolean {
    const name = hostNameOf(host);
    if (name === undefined) return false;
    return this.#names.has(name) || isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  }

  #allowsOrigin(origin: string, request: IncomingMessage): boolean {
    return this.#origins.has(origin) || this.#ownPage.isOwn(origin, request);
  }
}
