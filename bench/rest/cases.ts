import { contractIdOf } from '../../src/core/ids/entity-id.ts';
import { dayStart, type Millis } from '../../src/core/time.ts';
import { tokenRequestBody } from '../support/service-process.ts';
import { pagePath } from './index-pages.ts';

/** A request of clients. The bare server responds with the bytes that the service returned at the start, or signs tokens. */
export interface RestCase {
  readonly name: string;
  readonly path: string;
  /** A body makes it a POST of JSON; it may name the service's own URL. */
  readonly body?: (baseUrl: string) => string;
  /** Whether the bare route signs a token for each request. */
  readonly signs?: boolean;
  /** CPU of a bare Fastify route, as a share of the service's. */
  readonly wantedRatio?: number;
  readonly wantedPerSecond?: number;
}

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const DERIBIT = '46f3c558-453c-41d2-b6d8-c6e57128e206';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';

/** The table: a new case is a line here. */
export const REST_CASES: readonly RestCase[] = [
  { name: 'one asset', path: `/v3/asset/${BTC}`, wantedRatio: 0.7 },
  { name: 'all assets', path: '/v3/asset', wantedRatio: 0.8 },
  { name: 'all markets', path: '/v3/market', wantedRatio: 0.8 },
  {
    name: 'one ticker',
    path: `/v3/exchange-ticker?exchangeId=${KRAKEN}&marketId=${BTC_USD}`,
    wantedRatio: 0.7,
  },
  { name: 'tickers of one market', path: `/v3/exchange-ticker?marketId=${BTC_USD}`, wantedRatio: 0.7 },
  { name: 'all tickers', path: '/v3/exchange-ticker', wantedRatio: 0.8 },
  { name: 'one index', path: `/v3/index-ticker?indexId=${BTC_USD}`, wantedRatio: 0.7 },
  { name: 'all indices', path: '/v3/index-ticker', wantedRatio: 0.8 },
  { name: 'all market caps', path: '/v3/market-cap', wantedRatio: 0.8 },
  {
    name: 'one contract',
    path: `/v3/derivatives/contract/perpetuals/${contractIdOf(KRAKEN, 'perpetuals', 'PI_XBTUSD', Infinity)}`,
    wantedRatio: 0.7,
  },
  { name: 'all options', path: `/v3/derivatives/ticker/options?exchangeId=${DERIBIT}`, wantedRatio: 0.8 },
  {
    name: 'all option contracts',
    path: `/v3/derivatives/contract/options?exchangeId=${DERIBIT}`,
    wantedRatio: 0.8,
  },
  {
    name: 'token issue',
    path: '/v3/oauth/token',
    body: tokenRequestBody,
    signs: true,
    wantedRatio: 0.7,
    wantedPerSecond: 2000,
  },
];

export const RANDOM_PAGES = 'random pages';
export const REPEATED_PAGE = 'repeated page';

/** The last 2,000 values of a complete day: every response except the first is cached. */
export function repeatedPage(now: Millis): RestCase {
  const path = pagePath({ indexType: 'MWA', indexId: BTC_USD }, dayStart(now));
  return { name: REPEATED_PAGE, path, wantedRatio: 0.7 };
}
