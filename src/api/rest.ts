import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AlertService } from '../alerts/alert-service.ts';
import type { EndpointService } from '../alerts/endpoint-service.ts';
import { Audiences, type AudienceKind } from '../auth/audiences.ts';
import type { ClientRegistry } from '../auth/client-registry.ts';
import { GuessLimiter } from '../auth/guess-limiter.ts';
import type { LongLivedTokens } from '../auth/tokens/long-lived-tokens.ts';
import type { SigningKeys } from '../auth/signing-keys.ts';
import { TokenIssuer } from '../auth/tokens/token-issuer.ts';
import type { TokenUsage } from '../auth/tokens/token-usage.ts';
import { TokenVerifier } from '../auth/tokens/token-verifier.ts';
import { asyncApiDocument } from '../contract/asyncapi.ts';
import type { QuantityForm } from '../contract/quantities.ts';
import type { DataOrigin } from '../core/data-origin.ts';
import { OriginalAnswers } from './compat/original-answers.ts';
import type { OriginalRecords } from './compat/original-records.ts';
import { KEY_HEADER, RapidApi, withoutVersion } from './compat/rapidapi.ts';
import { JSON_TYPE, sourceHeader } from './http/headers.ts';
import type { Clock } from '../core/clocks/clock.ts';
import type { LoopTurns } from '../core/async/loop-turns.ts';
import type { Millis } from '../core/time.ts';
import type { ExchangeTickers } from '../latest/tickers/exchange-tickers.ts';
import { IndexNames } from '../latest/indices/index-names.ts';
import type { Lookups } from '../latest/market/lookups.ts';
import { PreparedAnswer } from '../latest/answers/prepared-answer.ts';
import type { Recomputation } from '../mcp/service.ts';
import type { Connections } from './http/limits/connections.ts';
import { metricsText } from './http/metrics.ts';
import { RequestLog } from './http/request-log.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { RestApp, type ServerSettings } from './server.ts';
import { TrustedProxies } from './http/limits/trusted-proxies.ts';
import { sendText, type Call } from './http/routing/call.ts';
import { adapterFamilies, adapterRoutes } from './adapters/adapters.ts';
import { McpCallers } from './adapters/mcp/callers.ts';
import { alertReadRoutes, alertWriteRoutes } from './resources/alerts/alert-routes.ts';
import { endpointReadRoutes, endpointWriteRoutes } from './resources/alerts/endpoint-routes.ts';
import { candleRoutes, type CandleParts } from './resources/candles/candles.ts';
import { bearerGrant } from './http/routing/authorisation.ts';
import { constituentsRoutes, type ConstituentsParts } from './resources/receipts/constituents.ts';
import { convertRoutes, type ConvertParts } from './resources/convert.ts';
import { Cors } from './http/routing/cors.ts';
import { coverageRoutes, type CoverageParts } from './resources/coverage.ts';
import { crossSeriesQueue } from './http/limits/cross-series-queue.ts';
import { dataHandler, type DataRouteParts } from './http/routing/data-handler.ts';
import { derivativeContractRoutes, type DerivativeContractParts } from './resources/derivative-contract.ts';
import { derivativeTickerRoutes, type DerivativeTickerParts } from './resources/derivative-ticker.ts';
import { docsPages, notFoundHtml } from './site/docs-pages.ts';
import { ErrorHandling } from './http/routing/error-handling.ts';
import { exportRoutes, type ExportParts } from './resources/export/export.ts';
import { dayFileRoutes, type DayFileParts } from './resources/files.ts';
import { exchangeTickerRoutes } from './resources/exchange-ticker.ts';
import { healthRoutes, type Readiness } from './resources/health.ts';
import { indexTickerRoutes, type IndexTickerParts } from './resources/index-ticker.ts';
import { integrityRoutes, type IntegrityParts } from './resources/integrity.ts';
import { keptReceiptRoutes, type KeptReceiptParts } from './resources/receipts/kept-receipts.ts';
import { marketCapRoutes, type MarketCapParts } from './resources/market-cap.ts';
import { lookupRoutes } from './resources/lookup.ts';
import { ohlcvRoutes, type OhlcvParts } from './resources/ohlcv.ts';
import { FormatNegotiation } from './http/answers/negotiation.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { NotFoundPage } from './site/not-found-page.ts';
import { OperationsAccess } from './http/routing/operations-access.ts';
import { pageRoutes } from './site/page-routes.ts';
import { pageRoute, type Page } from './http/answers/page.ts';
import { qualityRoutes, type QualityParts } from './resources/quality.ts';
import { RateLimiter } from './http/limits/rate-limiter.ts';
import { Representations } from './http/answers/representations.ts';
import { valueProofRoutes, type ValueProofParts } from './resources/receipts/value-proof.ts';
import { receiptRoutes, type ReceiptParts } from './resources/receipts/receipts.ts';
import { ReadRate, slowReaderMetric } from './http/limits/read-rate.ts';
import { Responder } from './http/answers/responder.ts';
import { FileAnswers } from './http/answers/file-answer.ts';
import { StreamedAnswers } from './http/answers/streamed-answer.ts';
import { isOpenRoute, routerPath, type AnyRoute } from './http/routing/route.ts';
import { mergedByPath, writeHandler, type WriteRouteParts } from './http/routing/write-handler.ts';
import type { WriteRoute } from './http/routing/write-route.ts';
import { READ_METHODS, type Route } from './http/routing/routing.ts';
import { sparklineRoutes, type SparklineParts } from './resources/sparklines.ts';
import { statusRoute } from './resources/status.ts';
import { credentialMetrics } from './resources/token/credential-metrics.ts';
import { tokenMetrics } from './resources/token/token-metrics.ts';
import { tokenRoute } from './resources/token/token.ts';
import { visitorMetrics, Visitors, type VisitorLimits } from './http/limits/visitors.ts';
import { wellKnownPages } from './resources/well-known.ts';

/** Data sources of the data routes. */
export interface RestData
  extends
    IndexTickerParts,
    OhlcvParts,
    CandleParts,
    CoverageParts,
    SparklineParts,
    ReceiptParts,
    KeptReceiptParts,
    ValueProofParts,
    ExportParts,
    DayFileParts,
    ConvertParts,
    MarketCapParts,
    QualityParts,
    ConstituentsParts,
    DerivativeContractParts,
    DerivativeTickerParts,
    IntegrityParts {
  readonly lookups: Lookups;
  readonly tickers: ExchangeTickers;
  /** Shared by all long work of requests: one piece per turn of the event loop. */
  readonly turns: LoopTurns;
  /** Seconds of market time per second of real time. */
  readonly marketSpeed: number;
  /** Like `settledFrom`, for reads of one series. */
  readonly seriesSettledFrom: () => Millis;
  /** Absent if this process has no alerts. */
  readonly alerts?: Alerts | undefined;
  readonly wallClock: Clock;
}

/** Alerts of clients, and the endpoints that get them. */
export interface Alerts {
  readonly rules: AlertService;
  readonly endpoints: EndpointService;
}

/** The parts of the REST API. */
export interface RestParts extends RestData {
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  /** Keys that sign heads of the chain of records. */
  readonly integrityKeys: Pick<SigningKeys, 'publicKeys'>;
  /** Not on the thread that serves requests. */
  readonly recomputation: Recomputation;
  readonly longLived: LongLivedTokens;
  readonly usage: TokenUsage;
  readonly marketClock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly connections: Connections;
  /** The state of the service, for operators. */
  readonly status: () => Promise<object>;
}

export interface RestSettings extends ServerSettings {
  readonly version: string;
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly baseUrlConfigured: boolean;
  readonly wsUrlConfigured: boolean;
  readonly audiences?: readonly string[] | undefined;
  readonly source: string;
  /** Data that are not live are marked with the name of their source. */
  readonly origin: DataOrigin;
  readonly demo: boolean;
  /** Whether the service listens on a loopback address only. */
  readonly isLoopback: boolean;
  readonly publicLookups: boolean;
  /** Set if clients get the shapes of the original service, unless they opt out. */
  readonly original?: OriginalRecords | undefined;
  /** Whether keys of RapidAPI and paths without a version are accepted. */
  readonly rapidapi: boolean;
  /** Whether visitors of the page get tokens without a client. */
  readonly publicPage: boolean;
  /** Folder of the built page, by default that of the build. */
  readonly webFolder?: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly rateLimit: number;
  readonly visitorLimits: VisitorLimits;
  /** Minimum read rate of large answers in bytes per second; 0 for none. */
  readonly minReadRate: number;
  /** The default form of quantities. */
  readonly quantities: QuantityForm;
  readonly accessLog: boolean;
  readonly slowRequestMs: number;
  /** False if metrics have their own port. */
  readonly serveMetrics: boolean;
}

/** The table of resources: a new one is a file and a line here. */
export function dataRoutes(data: RestData): AnyRoute[] {
  const { lookups, tickers, marketSpeed, turns } = data;
  const acrossIndices = crossSeriesQueue();
  const ofSeries = { ...data, settledFrom: data.seriesSettledFrom };
  return [
    ...lookupRoutes(lookups, turns),
    ...exchangeTickerRoutes(lookups, tickers, marketSpeed, new IndexNames(data.versions, data.indexTickers)),
    ...indexTickerRoutes(data, acrossIndices),
    ...constituentsRoutes(data),
    ...receiptRoutes(data),
    ...keptReceiptRoutes(data, new IndexNames(data.versions, data.indexTickers)),
    ...ohlcvRoutes(data, acrossIndices, turns),
    ...candleRoutes(ofSeries),
    ...coverageRoutes(data),
    ...sparklineRoutes(data),
    ...exportRoutes(ofSeries),
    ...dayFileRoutes(data),
    ...convertRoutes(data),
    ...marketCapRoutes(data),
    ...qualityRoutes(data),
    ...derivativeContractRoutes(data),
    ...derivativeTickerRoutes(data),
    ...integrityRoutes(data),
    ...valueProofRoutes(data, acrossIndices),
    ...(data.alerts
      ? [
          ...alertReadRoutes({ alerts: data.alerts.rules }),
          ...endpointReadRoutes({ endpoints: data.alerts.endpoints, wallClock: data.wallClock }),
        ]
      : []),
  ];
}

/** The table of resources that clients change. */
export function writeRoutes(data: RestData): WriteRoute[] {
  const { alerts, versions, wallClock } = data;
  if (!alerts) return [];
  const names = new IndexNames(versions, data.indexTickers);
  return [
    ...alertWriteRoutes({ alerts: alerts.rules, versions, names }),
    ...endpointWriteRoutes({ endpoints: alerts.endpoints, wallClock }),
  ];
}

/** Adds every route to the server. */
export function createRest(server: Server, parts: RestParts, settings: RestSettings): RestApp {
  const { clients, keys, longLived, wallClock, marketClock, log, registry, readiness, connections } = parts;
  const cors = new Cors(settings.corsOrigins);
  const readRate = new ReadRate({
    clock: wallClock,
    minBytesPerSecond: settings.minReadRate,
    onCut: slowReaderMetric(registry),
  });
  const responder = new Responder(cors, readRate);
  const requestLog = new RequestLog({ log, metrics: requestMetrics(registry), ...settings });
  const errors = new ErrorHandling({ log, wallClock, cors, requestLog });
  const notFoundPage = new NotFoundPage(notFoundHtml(settings), requestLog);
  const families = adapterFamilies({ errors, baseUrl: settings.baseUrl });
  const app = new RestApp(server, settings, {
    errors,
    cors,
    connections,
    notFoundPage,
    families,
    requestLog,
  });

  const routes = dataRoutes(parts);
  const writes = writeRoutes(parts);
  const audiences = new Audiences(settings);
  const verifierOf = (kind: AudienceKind) => {
    const { baseUrl: issuer } = settings;
    return new TokenVerifier({ keys, clients, longLived, clock: wallClock, issuer, audiences, kind });
  };
  const verifier = verifierOf('rest');
  const rapidApi = settings.rapidapi
    ? new RapidApi({ rest: verifier, stream: verifierOf('stream') })
    : undefined;
  const shapes = settings.original && new OriginalAnswers(settings.original);
  const data = {
    shapes,
    varyOn: [...(shapes ? [shapes.vary] : []), ...(rapidApi ? [KEY_HEADER] : [])],
    rateLimiter: new RateLimiter(wallClock, settings.rateLimit),
    visitors: new Visitors({
      clock: wallClock,
      proxies: new TrustedProxies(settings.trustProxy),
      limits: settings.visitorLimits,
      metrics: visitorMetrics(registry),
      turns: parts.turns,
    }),
    responder,
    formats: new FormatNegotiation(),
    representations: new Representations(parts.turns),
    quantities: settings.quantities,
    streamed: new StreamedAnswers(cors, readRate),
    files: new FileAnswers(cors, readRate),
    marketClock,
    requestLog,
    connections,
    isOpen: (route: AnyRoute) => isOpenRoute(route, settings),
    sourceHeader: sourceHeader(settings),
  };
  credentialMetrics(registry, { clients, longLived });
  const operations = new OperationsAccess(verifier, connections);
  const issuing = issuingParts(parts, settings, audiences, requestLog);
  const guesses = new GuessLimiter(wallClock);
  const isOriginal = shapes !== undefined;
  const identify = rapidApi ? ({ request }: Call) => rapidApi.authenticate(request) : bearerGrant(verifier);
  // Other protocols have no shapes of the original service, and keys of their own.
  const adapters = { ...data, shapes: undefined, varyOn: [] };
  const versioned = [
    ...mergedByPath([
      ...routes.map((route) => dataRouteOf(route, { ...data, identify })),
      ...writes.map((route) => writeRouteOf(route, { ...data, identify, cors })),
    ]),
    tokenRoute({ ...issuing, clock: wallClock, guesses, cors, errors, isOriginal, rapidApi }),
  ];
  const all = [
    ...versioned,
    ...(rapidApi ? versioned.map(withoutVersion) : []),
    ...adapterRoutes(
      {
        ...parts,
        version: settings.version,
        baseUrl: settings.baseUrl,
        source: settings.source,
        origin: settings.origin,
        verifier,
        errors,
        cors,
        callers: new McpCallers(audiences, settings),
        isKeyless: isKeyless(settings),
        resources: routes,
      },
      adapters,
    ),
    ...pageRoutes({ ...issuing, clock: wallClock, registry, responder }, settings),
    ...healthRoutes(readiness, wallClock),
    ...pagesOf({ routes, writes }, parts, settings).map((page) => pageRoute(page, responder, requestLog)),
    statusRoute({ read: parts.status, access: operations, cors, quantities: settings.quantities }),
    ...(settings.serveMetrics ? [metricsRoute(registry, operations, parts.turns)] : []),
  ];
  for (const route of all) app.add(route);
  return app;
}

/** Simulated prices are no secret on the machine that makes them. */
function isKeyless({ demo, isLoopback, origin }: RestSettings): boolean {
  return demo && isLoopback && origin === 'simulated';
}

/** Shared by the routes that issue tokens. */
function issuingParts(
  { clients, keys, usage, wallClock, registry }: RestParts,
  { baseUrl, trustProxy }: RestSettings,
  audiences: Audiences,
  requestLog: RequestLog,
) {
  return {
    clients,
    issuer: new TokenIssuer(keys, wallClock, baseUrl),
    audiences,
    usage,
    metrics: tokenMetrics(registry),
    requestLog,
    proxies: new TrustedProxies(trustProxy),
  };
}

/** Content that is the same for everyone and changes at most at a restart. */
function pagesOf(
  documented: { readonly routes: readonly AnyRoute[]; readonly writes: readonly WriteRoute[] },
  { keys, integrityKeys, alerts }: Pick<RestParts, 'keys' | 'integrityKeys' | 'alerts'>,
  settings: RestSettings,
): Page[] {
  return [
    documentPage('/openapi.json', () => openApiDocument({ ...documented, ...settings })),
    documentPage('/asyncapi.json', () => asyncApiDocument({ ...settings, hasAlerts: alerts !== undefined })),
    ...docsPages(settings),
    ...wellKnownPages({ keys, integrityKeys }, settings.baseUrl, settings.basePath),
  ];
}

function dataRouteOf(route: AnyRoute, parts: DataRouteParts): Route {
  return { methods: READ_METHODS, path: routerPath(route), handle: dataHandler(route, parts) };
}

function writeRouteOf(route: WriteRoute, parts: WriteRouteParts): Route {
  return { methods: [route.method], path: routerPath(route), handle: writeHandler(route, parts) };
}

const DOCUMENT_SECONDS = 300;

/** A document that is made for its first request: most processes end without one, and a start would take a tenth longer. */
function documentPage(path: string, make: () => object): Page {
  let prepared: PreparedAnswer | undefined;
  const content = () => (prepared ??= PreparedAnswer.ofJson(JSON.stringify(make())));
  return { path, contentType: JSON_TYPE, content, maxAgeSeconds: DOCUMENT_SECONDS };
}

function metricsRoute(registry: Registry, access: OperationsAccess, turns: LoopTurns): Route {
  const headers = ['cache-control', 'no-store', 'content-type', registry.contentType];
  const handle = async (call: Call) => {
    await access.require(call);
    sendText(call, 200, headers, await metricsText(registry, () => turns.next()));
  };
  return { methods: READ_METHODS, path: '/metrics', handle };
}
