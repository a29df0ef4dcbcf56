import type { Registry } from 'prom-client';
import type { Audiences } from '../../auth/audiences.ts';
import { homePage, type HomePageOptions } from './home-page.ts';
import { OwnPage } from '../http/routing/own-page.ts';
import { pageTokenMetrics, pageTokenRoute, type PageTokenParts } from '../resources/token/page-token.ts';
import { pageRoute } from '../http/answers/page.ts';
import type { Responder } from '../http/answers/responder.ts';
import { READ_METHODS, type Route } from '../http/routing/routing.ts';
import { JSON_TYPE, sourceHeader } from '../http/headers.ts';
import type { TokenMetrics } from '../resources/token/token-metrics.ts';
import { builtWebFolder, readWebFiles } from './web-files.ts';
import { webPageRoutes } from './web-page.ts';
import type { IncomingMessage } from 'node:http';
import type { RequestLog } from '../http/request-log.ts';
import { sendText, type Call } from '../http/routing/call.ts';
import { isFromThisMachine } from '../http/routing/operations-access.ts';
import { TOKEN_PATH } from '../resources/token/token.ts';

export interface PageParts extends Pick<
  PageTokenParts,
  'clients' | 'issuer' | 'clock' | 'usage' | 'proxies' | 'requestLog'
> {
  readonly audiences: Audiences;
  readonly metrics: TokenMetrics;
  readonly registry: Registry;
  readonly responder: Responder;
}

export interface PageSettings extends PageConfigOptions {
  /** By default the folder of the build. */
  readonly webFolder?: string | undefined;
}

/**
 * The page at `/`, its configuration before sign-in, and tokens for visitors if the operator enables them.
 */
export function pageRoutes(parts: PageParts, settings: PageSettings): Route[] {
  const { audiences, requestLog, responder, proxies } = parts;
  const home = pageRoute(homePage(settings), responder, requestLog);
  const files = readWebFiles(settings.webFolder ?? builtWebFolder());
  const ownPage = new OwnPage(proxies, settings);
  const metrics = pageTokenMetrics(parts.registry);
  const options = { ...settings, sourceHeader: sourceHeader(settings) };
  return [
    ...(files ? webPageRoutes(files, options, { responder, requestLog, proxies, home }) : [home]),
    pageConfigRoute(settings, audiences, requestLog),
    ...(settings.publicPage ? [pageTokenRoute({ ...parts, tokens: parts.metrics, metrics, ownPage })] : []),
  ];
}

interface PageConfigOptions extends HomePageOptions {
  readonly version: string;
  /** Whether the service listens on a loopback address only. */
  readonly isLoopback: boolean;
  readonly publicPage: boolean;
}

const PAGE_CONFIG_PATH = '/page/config.json';
const HEADERS = ['cache-control', 'no-store', 'content-type', JSON_TYPE];
const DEMO = { clientId: 'demo', clientSecret: 'demo' } as const;

/** Views visible without sign-in if the operator has made the page public. */
const PUBLIC_VIEWS = ['market', 'asset', 'indices', 'try-it'] as const;

/** `GET /page/config.json`: what the page needs before sign-in. Pages of other origins may not read it. */
function pageConfigRoute(
  options: PageConfigOptions,
  audiences: Pick<Audiences, 'canonical'>,
  requestLog: RequestLog,
): Route {
  const common = configOf(options, audiences);
  const texts = { usual: JSON.stringify(common), demo: JSON.stringify({ ...common, demo: DEMO }) };
  const handle = (call: Call) => {
    sendText(call, 200, HEADERS, mayUseDemo(call.request, options) ? texts.demo : texts.usual);
    requestLog.answered(call, 200);
  };
  return { methods: READ_METHODS, path: PAGE_CONFIG_PATH, isForOwnPages: true, handle };
}

/**
 * The demo client is only given out for simulated data on a loopback address, to the service's own page on
 * this machine.
 */
function mayUseDemo(request: IncomingMessage, { demo, origin, isLoopback }: PageConfigOptions): boolean {
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
  const isOwn = site === 'same-origin' || site === 'none';
  return demo && origin === 'simulated' && isLoopback && isOwn && isFromThisMachine(request);
}

/** Paths include the base path of the service; a URL is present only if the operator has set one. */
function configOf(options: PageConfigOptions, audiences: Pick<Audiences, 'canonical'>) {
  const { version, source, origin, basePath, baseUrl, wsUrl, publicPage } = options;
  const { baseUrlConfigured, wsUrlConfigured } = options;
  return {
    version,
    source,
    origin,
    basePath,
    ...(baseUrlConfigured && { baseUrl }),
    ...((baseUrlConfigured || wsUrlConfigured) && { wsUrl }),
    tokenPath: basePath + TOKEN_PATH,
    audiences: { rest: audiences.canonical('rest'), stream: audiences.canonical('stream') },
    ...(publicPage && { publicViews: PUBLIC_VIEWS }),
  };
}
