import type { Registry } from 'prom-client';
import type { Audiences } from '../../auth/audiences.ts';
import { homePage } from './home-page.ts';
import { OwnPage } from '../http/routing/own-page.ts';
import { pageConfigRoute, type PageConfigOptions } from './page-config.ts';
import { pageTokenMetrics } from '../resources/token/page-token-metrics.ts';
import { pageTokenRoute, type PageTokenParts } from '../resources/token/page-token.ts';
import { pageRoute } from '../http/answers/page.ts';
import type { Responder } from '../http/answers/responder.ts';
import type { Route } from '../http/routing/routing.ts';
import { sourceHeader } from '../http/answers/source-header.ts';
import type { TokenMetrics } from '../resources/token/token-metrics.ts';
import { builtWebFolder, readWebFiles } from './web-files.ts';
import { webPageRoutes } from './web-page.ts';

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
  /** By default where the build leaves it. */
  readonly webFolder?: string | undefined;
}

/** The page at `/`, what it asks before anyone has signed in, and tokens for visitors where the operator wants them. */
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
