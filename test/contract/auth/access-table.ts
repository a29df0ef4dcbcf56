import type { Scope } from '../../../src/contract/scopes.ts';

/** How a route receives its credential. */
export type Way = 'bearer' | 'stream' | 'path' | 'coingecko';
/** Keys of RapidAPI open what bearer tokens open below /v3, and nothing else. */
export type AnyWay = Way | 'rapidapi';

/** `nothing`: the route is open. Otherwise any of the scopes opens it, and with none of them any credential does. */
export interface Access {
  readonly needs: 'nothing' | 'a credential' | readonly Scope[];
  readonly way: Way;
  /** In place of the path of the route, with parameters. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const OPEN: Access = { needs: 'nothing', way: 'bearer' };
const ANY: Access = { needs: 'a credential', way: 'bearer' };
const bearer = (...needs: Scope[]): Access => ({ needs, way: 'bearer' });
const coinGecko = (...needs: Scope[]): Access => ({
  needs: needs.length === 0 ? 'a credential' : needs,
  way: 'coingecko',
});
const TICKERS = bearer('read:index-ticker', 'read:LX');
const DAYS = bearer('read:ohlcv', 'read:LX');
const CANDLES = bearer('read:index-ticker', 'read:ohlcv', 'read:LX');
/** As other machines ask for it: this one needs no credential. */
const FROM_ELSEWHERE = { 'x-forwarded-for': '192.0.2.1' };
const OPERATIONS: Access = { ...bearer('read:operations'), headers: FROM_ELSEWHERE };

/** What each route below /v3 needs, by method and path: written out, and not from the code under test. HEAD is as GET. */
const RESOURCES: Readonly<Record<string, Access>> = {
  'GET /asset': ANY,
  'GET /asset/:id': ANY,
  'GET /market': ANY,
  'GET /market/:id': ANY,
  'GET /exchange': ANY,
  'GET /exchange/:id': ANY,
  'GET /exchange-ticker': bearer('read:exchange-ticker'),
  'GET /index-ticker': TICKERS,
  'GET /index-ticker/:id/constituents': TICKERS,
  'GET /receipts': TICKERS,
  'GET /receipts/kept': TICKERS,
  'GET /ohlcv': DAYS,
  'GET /candles': CANDLES,
  'GET /series/:indexId/coverage': TICKERS,
  'GET /sparklines': TICKERS,
  'GET /export/index-ticker': TICKERS,
  'GET /export/ohlcv': DAYS,
  'GET /export/candles': CANDLES,
  'GET /files': TICKERS,
  'GET /files/:name': TICKERS,
  'GET /convert': bearer('read:index-ticker'),
  'GET /market-cap': bearer('read:market-cap'),
  'GET /market-cap/total': bearer('read:market-cap'),
  'GET /quality': TICKERS,
  'GET /quality/exchange': bearer('read:exchange-ticker'),
  'GET /derivatives/contract/:derivativeType': bearer('read:derivatives'),
  'GET /derivatives/contract/:derivativeType/:id': bearer('read:derivatives'),
  'GET /derivatives/ticker/:derivativeType': bearer('read:derivatives'),
  'GET /integrity/head': ANY,
  'GET /integrity/heads': ANY,
  'GET /integrity/proof/:id': TICKERS,
  'GET /alerts': bearer('read:alerts'),
  'POST /alerts': bearer('write:alerts'),
  'GET /alerts/:id': bearer('read:alerts'),
  'PATCH /alerts/:id': bearer('write:alerts'),
  'DELETE /alerts/:id': bearer('write:alerts'),
  'GET /alerts/:id/deliveries': bearer('read:alerts'),
  'GET /alert-endpoints': bearer('read:alerts'),
  'POST /alert-endpoints': bearer('write:alerts'),
  'DELETE /alert-endpoints/:id': bearer('write:alerts'),
  'POST /alert-endpoints/:id/rotate-secret': bearer('write:alerts'),
  'POST /alert-endpoints/:id/test': bearer('write:alerts'),
  'POST /oauth/token': OPEN,
};

export const RESOURCE_PATHS: ReadonlySet<string> = new Set(
  Object.keys(RESOURCES).map((key) => key.split(' ')[1] ?? ''),
);

const UDF: Readonly<Record<string, Access>> = {
  'GET /config': ANY,
  'GET /time': ANY,
  'GET /symbols': CANDLES,
  'GET /search': CANDLES,
  'GET /history': CANDLES,
  'GET /marks': CANDLES,
  'GET /timescale_marks': TICKERS,
  'GET /quotes': CANDLES,
};

const COINGECKO: Readonly<Record<string, Access>> = {
  'GET /ping': coinGecko(),
  'GET /simple/supported_vs_currencies': coinGecko('read:index-ticker'),
  'GET /simple/price': coinGecko('read:index-ticker'),
  'GET /coins/markets': coinGecko('read:market-cap'),
  'GET /coins/list': coinGecko(),
  'GET /coins/:id': coinGecko(),
  'GET /coins/:id/market_chart': coinGecko('read:index-ticker'),
  'GET /coins/:id/market_chart/range': coinGecko('read:index-ticker'),
  'GET /coins/:id/ohlc': coinGecko('read:index-ticker'),
  'GET /exchanges': coinGecko(),
  'GET /global': coinGecko('read:market-cap'),
  'GET /exchange_rates': coinGecko('read:index-ticker'),
};

const OTHERS: Readonly<Record<string, Access>> = {
  'GET /t/:token/price': { ...TICKERS, way: 'path' },
  'GET /t/:token/price.csv': { ...TICKERS, way: 'path' },
  'GET /price.csv': TICKERS,
  'GET /prices/metrics': TICKERS,
  'POST /mcp': ANY,
  'GET /v3/stream': {
    needs: ['read:index-ticker', 'read:LX'],
    way: 'stream',
    target: '/v3/stream?names=BTC',
  },
  'GET /v3/status': OPERATIONS,
  'GET /metrics': OPERATIONS,
  'GET /': OPEN,
  'GET /page/config.json': OPEN,
  'GET /healthz': OPEN,
  'GET /readyz': OPEN,
  'GET /openapi.json': OPEN,
  'GET /asyncapi.json': OPEN,
  'GET /.well-known/jwks.json': OPEN,
  'GET /.well-known/tidemark-integrity.json': OPEN,
  'GET /.well-known/oauth-authorization-server': OPEN,
  'GET /.well-known/oauth-protected-resource': OPEN,
  'GET /.well-known/oauth-protected-resource/mcp': OPEN,
};

/** With `--rapidapi`, which also serves resources at their paths without a version. */
export const ROUTE_ACCESS: Readonly<Record<string, Access>> = {
  ...OTHERS,
  ...below('/v3', RESOURCES),
  ...below('', RESOURCES),
  ...below('/udf', UDF),
  ...below('/t/:token/udf', UDF, 'path'),
  ...below('/coingecko/api/v3', COINGECKO),
};

/** Requests that need more than their route: for the type of index that they name. */
export const FURTHER_REQUESTS: Readonly<Record<string, Access>> = {
  'GET /v3/convert of two assets': {
    ...bearer('read:index-ticker'),
    target:
      '/v3/convert?fromAssetId=f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f&toAssetId=e77b9824-126a-418e-a69c-a2e682578e94',
  },
  'GET /v3/candles of a GWA': {
    ...bearer('read:index-ticker'),
    target: '/v3/candles?interval=1m&symbol=BTC',
  },
  'GET /v3/candles of days of a GWA': {
    ...bearer('read:ohlcv'),
    target: '/v3/candles?interval=1d&symbol=BTC',
  },
  'GET /v3/index-ticker of LX': { ...bearer('read:LX'), target: '/v3/index-ticker?indexType=LX' },
  'GET /v3/index-ticker of GWA': {
    ...bearer('read:index-ticker'),
    target: '/v3/index-ticker?indexType=GWA',
  },
  'GET /v3/status of another site': {
    ...bearer('read:operations'),
    target: '/v3/status',
    headers: { origin: 'https://other.example' },
  },
  'GET /v3/quality of MWA': { ...bearer('read:index-ticker'), target: '/v3/quality?indexType=MWA' },
};

/** Events of the websocket that ask for data, and the scopes of which each needs one. */
export const EVENT_ACCESS: Readonly<Record<string, readonly Scope[]>> = {
  EXCHANGE_TICKER: ['read:exchange-ticker'],
  TRADE: ['read:exchange-ticker'],
  INDEX_TICKER: ['read:index-ticker', 'read:LX'],
  ALERT: ['read:alerts'],
};

function below(prefix: string, rows: Readonly<Record<string, Access>>, way?: Way): Record<string, Access> {
  const entries = Object.entries(rows).map(([key, access]) => {
    const [method, path] = key.split(' ');
    return [`${method} ${prefix}${path}`, way === undefined ? access : { ...access, way }];
  });
  return Object.fromEntries(entries) as Record<string, Access>;
}
