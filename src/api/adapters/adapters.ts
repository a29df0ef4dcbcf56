import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { LongLivedTokens } from '../../auth/tokens/long-lived-tokens.ts';
import type { TokenVerifier } from '../../auth/tokens/token-verifier.ts';
import { UrlTokenVerifier } from '../../auth/tokens/url-token-verifier.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { dataHandler, type DataRouteParts } from '../http/routing/data-handler.ts';
import type { ErrorHandling } from '../http/routing/error-handling.ts';
import { routerPath, type AnyRoute } from '../http/routing/route.ts';
import { READ_METHODS, type Route } from '../http/routing/routing.ts';
import type { RouteFamily } from '../http/routing/route-family.ts';
import type { SeriesVersions } from '../pages/series-cursors.ts';
import { COINGECKO_PREFIX, coinGeckoRoutes } from './coingecko/coingecko-routes.ts';
import { coinGeckoError } from './coingecko/errors.ts';
import { coinGeckoGrant, KEY_HEADERS } from './coingecko/key.ts';
import { hideReferrer, pathGrant, type KeyParts } from './keys.ts';
import { mcpFamily, mcpRoute, type McpParts } from './mcp/mcp-route.ts';
import { ResourceReader } from './resource-reader.ts';
import { priceRoute } from './url/price.ts';

/** Begins every path with a URL token. */
const URL_PREFIX = '/t/:token';

export interface AdapterParts extends Pick<
  McpParts,
  'version' | 'baseUrl' | 'cors' | 'callers' | 'integrityKeys' | 'recomputation' | 'source'
> {
  readonly verifier: TokenVerifier;
  readonly longLived: LongLivedTokens;
  readonly clients: ClientRegistry;
  readonly lookups: Lookups;
  readonly versions: SeriesVersions;
  readonly indexTickers: IndexTickers;
  readonly marketSpeed: number;
  readonly errors: ErrorHandling;
  /** Whether CoinGecko requests without a key are those of the demo client. */
  readonly isKeyless: boolean;
  /** The resources that adapters read. */
  readonly resources: readonly AnyRoute[];
}

type HandlerParts = Omit<DataRouteParts, 'identify'>;

/**
 * Paths whose URLs may contain a token: parsed targets are not kept, and no other site receives them. And the
 * path of MCP.
 */
export function adapterFamilies({
  errors,
  baseUrl,
}: Pick<AdapterParts, 'errors' | 'baseUrl'>): RouteFamily[] {
  return [
    mcpFamily({ errors, baseUrl }),
    { prefix: '/t/', begin: hideReferrer, fail: (thrown, call) => errors.answer(thrown, call) },
    {
      prefix: `${COINGECKO_PREFIX}/`,
      begin: hideReferrer,
      fail: (thrown, call) => errors.answer(thrown, call, coinGeckoError),
    },
  ];
}

/** Routes in the form of other protocols, over the resources of this service. */
export function adapterRoutes(parts: AdapterParts, handling: HandlerParts): Route[] {
  const keys: KeyParts = {
    ...parts,
    urlTokens: new UrlTokenVerifier(parts.longLived, parts.clients),
  };
  const source = {
    ...parts,
    reader: new ResourceReader(parts.resources),
    names: new IndexNames(parts.versions, parts.indexTickers),
  };
  const byPath = { ...handling, identify: pathGrant(keys) };
  const coinGecko = { ...handling, identify: coinGeckoGrant(keys), varyOn: KEY_HEADERS };
  return [
    ...[priceRoute(source)].map((route) => routeOf(route, URL_PREFIX, byPath)),
    ...coinGeckoRoutes(source).map((route) => routeOf(route, COINGECKO_PREFIX, coinGecko)),
    mcpRoute({ ...parts, ...handling, reader: source.reader }),
  ];
}

function routeOf(route: AnyRoute, prefix: string, handling: DataRouteParts): Route {
  return { methods: READ_METHODS, path: routerPath(route, prefix), handle: dataHandler(route, handling) };
}
