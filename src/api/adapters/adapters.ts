import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { LongLivedTokens } from '../../auth/tokens/long-lived-tokens.ts';
import type { TokenVerifier } from '../../auth/tokens/token-verifier.ts';
import { UrlTokenVerifier } from '../../auth/tokens/url-token-verifier.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import type { DataOrigin } from '../../core/data-origin.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { bearerGrant } from '../http/routing/authorisation.ts';
import type { Call } from '../http/routing/call.ts';
import { dataHandler, type DataRouteParts } from '../http/routing/data-handler.ts';
import type { ErrorForm, ErrorHandling } from '../http/routing/error-handling.ts';
import { routerPath, type AnyRoute } from '../http/routing/route.ts';
import { READ_METHODS, type Route } from '../http/routing/routing.ts';
import type { RouteFamily } from '../http/routing/route-family.ts';
import type { SeriesVersions } from '../pages/series-cursors.ts';
import { COINGECKO_PREFIX, coinGeckoRoutes } from './coingecko/coingecko-routes.ts';
import { COINGECKO_ERRORS } from './coingecko/errors.ts';
import { coinGeckoGrant, KEY_HEADERS } from './coingecko/key.ts';
import { hideReferrer, pathGrant, type KeyParts } from './keys.ts';
import { PROMETHEUS_ERRORS } from './prometheus/exposition-text.ts';
import { PROMETHEUS_PREFIX, priceMetricsRoute } from './prometheus/price-metrics.ts';
import { mcpFamily, mcpRoute, type McpParts } from './mcp/mcp-route.ts';
import { ResourceReader } from './resource-reader.ts';
import { UDF_ERRORS } from './udf/errors.ts';
import { UDF_PREFIX, udfRoutes } from './udf/udf-routes.ts';
import { csvErrorForm, priceCsvRoute } from './url/price-csv.ts';
import { priceRoute } from './url/price.ts';

/** Begins every path with a URL token. */
const URL_PREFIX = '/t/:token';

export interface AdapterParts extends Pick<
  McpParts,
  'version' | 'baseUrl' | 'cors' | 'callers' | 'integrityKeys' | 'recomputation'
> {
  readonly verifier: TokenVerifier;
  readonly longLived: LongLivedTokens;
  readonly clients: ClientRegistry;
  readonly lookups: Lookups;
  readonly versions: SeriesVersions;
  readonly indexTickers: IndexTickers;
  readonly marketSpeed: number;
  readonly turns: LoopTurns;
  /** Name and kind of the source of the data. */
  readonly source: string;
  readonly origin: DataOrigin;
  readonly errors: ErrorHandling;
  /** Whether CoinGecko requests without a key are those of the demo client. */
  readonly isKeyless: boolean;
  /** The resources that adapters read. */
  readonly resources: readonly AnyRoute[];
}

type HandlerParts = Omit<DataRouteParts, 'identify'>;

/** `hideReferrer`: targets of the family may contain a token, are not kept, and no other site receives them. */
export function adapterFamilies({
  errors,
  baseUrl,
}: Pick<AdapterParts, 'errors' | 'baseUrl'>): RouteFamily[] {
  const failIn = (form: ErrorForm) => (thrown: unknown, call: Call) => errors.answer(thrown, call, form);
  return [
    mcpFamily({ errors, baseUrl }),
    { pattern: /^(?:\/t\/[^/]*)?\/udf(?:\/|$)/, begin: hideReferrer, fail: failIn(UDF_ERRORS) },
    {
      pattern: /^(?:\/t\/[^/]*)?\/price\.csv(?:\/|$)/,
      begin: hideReferrer,
      fail: (thrown, call) => errors.answer(thrown, call, csvErrorForm(call)),
    },
    {
      pattern: /^\/t(?:\/|$)/,
      begin: hideReferrer,
      fail: (thrown, call) => errors.answer(thrown, call),
    },
    { pattern: /^\/prices(?:\/|$)/, begin: () => undefined, fail: failIn(PROMETHEUS_ERRORS) },
    { pattern: /^\/coingecko\/api\/v3(?:\/|$)/, begin: hideReferrer, fail: failIn(COINGECKO_ERRORS) },
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
  const byHeader = { ...handling, identify: bearerGrant(parts.verifier) };
  const coinGecko = { ...handling, identify: coinGeckoGrant(keys), varyOn: KEY_HEADERS };
  const udf = udfRoutes(source);
  const priceCsv = priceCsvRoute(source);
  return [
    ...[priceRoute(source), priceCsv].map((route) => routeOf(route, URL_PREFIX, byPath)),
    routeOf(priceCsv, '', byHeader),
    routeOf(priceMetricsRoute(source), PROMETHEUS_PREFIX, byHeader),
    ...udf.map((route) => routeOf(route, `${URL_PREFIX}${UDF_PREFIX}`, byPath)),
    ...udf.map((route) => routeOf(route, UDF_PREFIX, byHeader)),
    ...coinGeckoRoutes(source).map((route) => routeOf(route, COINGECKO_PREFIX, coinGecko)),
    mcpRoute({ ...source, ...handling, source: parts.origin === 'live' ? undefined : parts.source }),
  ];
}

function routeOf(route: AnyRoute, prefix: string, handling: DataRouteParts): Route {
  return { methods: READ_METHODS, path: routerPath(route, prefix), handle: dataHandler(route, handling) };
}
