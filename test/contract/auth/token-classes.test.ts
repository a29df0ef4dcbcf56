import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { authorizationHeaders, TOKEN_KINDS, type TokenKind } from '../../support/token-kinds.ts';

/** What each token gets, written out: nothing here is computed from the code under test. */
type Row = Readonly<Record<TokenKind, number>>;

const REFUSED = {
  none: 401,
  'empty header': 401,
  basic: 401,
  'two words': 401,
  garbage: 401,
  'garbage in three parts': 401,
  cut: 401,
  changed: 401,
  'alg none': 401,
  'HS256 with the public key': 401,
  expired: 401,
  'not yet valid': 401,
  websocket: 401,
  'both audiences but not ours': 401,
  'wrong issuer': 401,
  'unknown key': 401,
  'known kid, other key': 401,
  'without kid': 401,
  'of another type': 401,
  'without expiry': 401,
  'without client': 401,
  'disabled client': 401,
  'removed client': 401,
  'unknown client': 401,
  'long-lived of the websocket': 401,
  'long-lived and revoked': 401,
  'long-lived but not registered': 401,
  'long-lived with another text': 401,
} as const;

const LOOKUP: Row = {
  ...REFUSED,
  'scope:read:exchange-ticker': 200,
  'scope:read:index-ticker': 200,
  'scope:read:ohlcv': 200,
  'scope:read:LX': 200,
  'scope:read:market-cap': 200,
  'scope:read:derivatives': 200,
  'scope:read:operations': 200,
  'scope:read:alerts': 200,
  'scope:write:alerts': 200,
  'no scopes': 200,
  'all scopes': 200,
};

const EXCHANGE_TICKER: Row = {
  ...REFUSED,
  'scope:read:exchange-ticker': 200,
  'scope:read:index-ticker': 403,
  'scope:read:ohlcv': 403,
  'scope:read:LX': 403,
  'scope:read:market-cap': 403,
  'scope:read:derivatives': 403,
  'scope:read:operations': 403,
  'scope:read:alerts': 403,
  'scope:write:alerts': 403,
  'no scopes': 403,
  'all scopes': 200,
};

const INDEX_TICKER: Row = {
  ...REFUSED,
  'scope:read:exchange-ticker': 403,
  'scope:read:index-ticker': 200,
  'scope:read:ohlcv': 403,
  'scope:read:LX': 200,
  'scope:read:market-cap': 403,
  'scope:read:derivatives': 403,
  'scope:read:operations': 403,
  'scope:read:alerts': 403,
  'scope:write:alerts': 403,
  'no scopes': 403,
  'all scopes': 200,
};

/** What only read:index-ticker opens: conversion, and how an MWA or GWA was computed. */
const AVERAGES_ONLY: Row = { ...INDEX_TICKER, 'scope:read:LX': 403 };

/** The standing world is of before methodology 3: its values have no proof. */
const UNPROVEN: Row = { ...AVERAGES_ONLY, 'scope:read:index-ticker': 404, 'all scopes': 404 };

/** The standing world has no complete day: whoever may read LX is told that there is no file. */
const NO_FILE: Row = {
  ...INDEX_TICKER,
  'scope:read:index-ticker': 403,
  'scope:read:LX': 404,
  'all scopes': 404,
};

const OHLCV: Row = { ...INDEX_TICKER, 'scope:read:index-ticker': 403, 'scope:read:ohlcv': 200 };
const MARKET_CAP: Row = { ...AVERAGES_ONLY, 'scope:read:index-ticker': 403, 'scope:read:market-cap': 200 };

const DERIVATIVES: Row = { ...MARKET_CAP, 'scope:read:market-cap': 403, 'scope:read:derivatives': 200 };

/** The demo client, whose token has all scopes of data, is no operator. */
const OPERATIONS: Row = {
  ...DERIVATIVES,
  'scope:read:derivatives': 403,
  'scope:read:operations': 200,
  'all scopes': 403,
};

const ALERTS: Row = {
  ...LOOKUP,
  'scope:read:exchange-ticker': 403,
  'scope:read:index-ticker': 403,
  'scope:read:ohlcv': 403,
  'scope:read:LX': 403,
  'scope:read:market-cap': 403,
  'scope:read:derivatives': 403,
  'scope:read:operations': 403,
  'scope:write:alerts': 403,
  'no scopes': 403,
  // Of the built-in client, which does not have them.
  'all scopes': 403,
};
/** No client of these tokens has an alert. */
const UNKNOWN_ALERT: Row = { ...ALERTS, 'scope:read:alerts': 404 };

interface TokenRoute {
  readonly url: string;
  readonly row: Row;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every route with a token, by its path in the OpenAPI document: a URL to ask for, and what each token gets. */
const ROUTES: Readonly<Record<string, TokenRoute>> = {
  '/v3/asset': { url: '/v3/asset', row: LOOKUP },
  '/v3/asset/{id}': { url: '/v3/asset/f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f', row: LOOKUP },
  '/v3/market': { url: '/v3/market', row: LOOKUP },
  '/v3/market/{id}': { url: '/v3/market/6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe', row: LOOKUP },
  '/v3/exchange': { url: '/v3/exchange', row: LOOKUP },
  '/v3/exchange/{id}': { url: '/v3/exchange/fa75a209-f460-4195-bbcc-56eb72286e3d', row: LOOKUP },
  '/v3/exchange-ticker': { url: '/v3/exchange-ticker', row: EXCHANGE_TICKER },
  '/v3/index-ticker': { url: '/v3/index-ticker', row: INDEX_TICKER },
  '/v3/index-ticker/{id}/constituents': {
    url: `/v3/index-ticker/${STANDING_WORLD.btcUsdTick}/constituents`,
    row: AVERAGES_ONLY,
  },
  '/v3/receipts': {
    url: `/v3/receipts?indexId=6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe&from=${STANDING_WORLD.slot}`,
    row: AVERAGES_ONLY,
  },
  '/v3/receipts/kept': { url: '/v3/receipts/kept?name=BTC_USD', row: AVERAGES_ONLY },
  '/v3/integrity/head': { url: '/v3/integrity/head', row: LOOKUP },
  '/v3/integrity/heads': { url: '/v3/integrity/heads', row: LOOKUP },
  '/v3/integrity/proof/{id}': { url: `/v3/integrity/proof/${STANDING_WORLD.btcUsdTick}`, row: UNPROVEN },
  '/v3/convert': {
    url: '/v3/convert?fromAssetId=f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f&toAssetId=e77b9824-126a-418e-a69c-a2e682578e94',
    row: AVERAGES_ONLY,
  },
  '/v3/ohlcv': { url: '/v3/ohlcv', row: OHLCV },
  '/v3/candles': { url: '/v3/candles?interval=1m&symbol=BTC', row: AVERAGES_ONLY },
  '/v3/series/{indexId}/coverage': {
    url: '/v3/series/6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe/coverage',
    row: AVERAGES_ONLY,
  },
  '/v3/sparklines': { url: '/v3/sparklines', row: INDEX_TICKER },
  // Two kinds of token are let in, of one client: as many as may be under way at a time.
  '/v3/export/index-ticker': {
    url: '/v3/export/index-ticker?symbol=BTC&from=2026-03-01T00:00:00Z',
    row: AVERAGES_ONLY,
  },
  '/v3/files': { url: '/v3/files', row: INDEX_TICKER },
  '/v3/files/{name}': { url: '/v3/files/lx-2026-02-28.parquet', row: NO_FILE },
  '/v3/export/ohlcv': {
    url: '/v3/export/ohlcv?symbol=BTC&from=2026-03-01T00:00:00Z',
    row: { ...OHLCV, 'scope:read:LX': 403 },
  },
  '/v3/export/candles': {
    url: '/v3/export/candles?symbol=BTC&interval=1h&from=2026-03-01T00:00:00Z',
    row: AVERAGES_ONLY,
  },
  '/v3/market-cap': { url: '/v3/market-cap', row: MARKET_CAP },
  '/v3/market-cap/total': { url: '/v3/market-cap/total', row: MARKET_CAP },
  '/v3/quality': { url: '/v3/quality', row: INDEX_TICKER },
  '/v3/quality/exchange': { url: '/v3/quality/exchange', row: EXCHANGE_TICKER },
  '/v3/derivatives/contract/{derivativeType}': {
    url: '/v3/derivatives/contract/options?exchangeId=fa75a209-f460-4195-bbcc-56eb72286e3d',
    row: DERIVATIVES,
  },
  '/v3/derivatives/contract/{derivativeType}/{id}': {
    url: `/v3/derivatives/contract/perpetuals/${STANDING_WORLD.perpetual}`,
    row: DERIVATIVES,
  },
  '/v3/derivatives/ticker/{derivativeType}': {
    url: '/v3/derivatives/ticker/perpetuals?exchangeId=fa75a209-f460-4195-bbcc-56eb72286e3d',
    row: DERIVATIVES,
  },
  '/v3/alerts': { url: '/v3/alerts', row: ALERTS },
  '/v3/alerts/{id}': { url: '/v3/alerts/fa75a209-f460-4195-bbcc-56eb72286e3d', row: UNKNOWN_ALERT },
  '/v3/alerts/{id}/deliveries': {
    url: '/v3/alerts/fa75a209-f460-4195-bbcc-56eb72286e3d/deliveries',
    row: UNKNOWN_ALERT,
  },
  '/v3/alert-endpoints': { url: '/v3/alert-endpoints', row: ALERTS },
  // As others than this machine itself ask for it.
  '/metrics': { url: '/metrics', row: OPERATIONS, headers: { 'x-forwarded-for': '192.0.2.1' } },
  '/v3/status': { url: '/v3/status', row: OPERATIONS, headers: { 'x-forwarded-for': '192.0.2.1' } },
};

/** Under /v3 and yet without a token: the way to get one. */
const OPEN_ROUTES = ['/v3/oauth/token'];

let service: TestService;
let headers: Map<TokenKind, string | undefined>;
beforeAll(async () => {
  service = await startService({ past: false, argv: STANDING_WORLD.argv });
  headers = await authorizationHeaders(service);
});
afterAll(() => service.close());

function ask({ url, headers: others }: TokenRoute, kind: TokenKind, method = 'GET'): Promise<RawAnswer> {
  const authorization = headers.get(kind);
  return requestRaw(service.baseUrl, {
    method,
    target: url,
    headers: { ...others, ...(authorization === undefined ? {} : { authorization }) },
  });
}

test('every route of the OpenAPI document with a token has a row, and every row a route', async () => {
  const { document } = await ResponseSchemas.of(service);
  const dataPaths = Object.keys(document.paths).filter(
    (path) =>
      path === '/metrics' ||
      // Routes that only change something are in test/contract/rest/alerts.test.ts, the stream in test/contract/stream/events.test.ts.
      (path.startsWith('/v3/') &&
        path !== '/v3/stream' &&
        !OPEN_ROUTES.includes(path) &&
        document.paths[path]!['get'] !== undefined),
  );
  expect(Object.keys(ROUTES).toSorted()).toEqual(dataPaths.toSorted());
});

describe.each(Object.entries(ROUTES))('%s', (path, route) => {
  const { row } = route;

  test('answers each kind of token as the table says', async () => {
    const answers = await Promise.all(
      TOKEN_KINDS.map(async (kind) => [kind, (await ask(route, kind)).status] as const),
    );
    expect(Object.fromEntries(answers)).toEqual(row);
  });

  test('answers the same when the token is used again', async () => {
    for (const kind of TOKEN_KINDS)
      expect([kind, (await ask(route, kind)).status]).toEqual([kind, row[kind]]);
  });

  test('answers HEAD as GET', async () => {
    for (const kind of TOKEN_KINDS)
      expect([kind, (await ask(route, kind, 'HEAD')).status]).toEqual([kind, row[kind]]);
  });

  test('without credentials, asks for a bearer token and names no error', async () => {
    const { headers: sent, body } = await ask(route, 'none');
    expect(sent['www-authenticate']).toBe('Bearer realm="tidemark"');
    expect(parseErrorBody(body, 'UNAUTHORIZED').errors).toEqual([]);
  });

  test('with credentials that are refused, says invalid_token and the same whatever is wrong with them', async () => {
    const refused = TOKEN_KINDS.filter((kind) => row[kind] === 401 && kind !== 'none');
    const said = new Set<string>();
    for (const kind of refused) {
      const { headers: sent, body } = await ask(route, kind);
      expect([kind, sent['www-authenticate']]).toEqual([
        kind,
        expect.stringMatching(
          /^Bearer realm="tidemark", error="invalid_token", error_description="[^"\\]+"$/,
        ),
      ]);
      const { timestamp: _timestamp, ...rest } = parseErrorBody(body, 'UNAUTHORIZED');
      said.add(JSON.stringify([sent['www-authenticate'], rest]));
    }
    expect(said.size).toBe(1);
  });

  test('without the scope, says insufficient_scope and which one is needed', async () => {
    for (const kind of TOKEN_KINDS.filter((candidate) => row[candidate] === 403)) {
      const { headers: sent, body } = await ask(route, kind);
      expect(sent['www-authenticate']).toMatch(
        /^Bearer realm="tidemark", error="insufficient_scope", scope="read:[^"]+"$/,
      );
      parseErrorBody(body, 'FORBIDDEN');
    }
    const security = (await ResponseSchemas.of(service)).document.paths[path]?.['get']?.security ?? [];
    const scopes = security.flatMap((requirement) => requirement['token'] ?? []);
    expect(scopes.length > 0).toBe(TOKEN_KINDS.some((kind) => row[kind] === 403));
  });
});

test.each(['Bearer', 'bearer', 'BEARER'])('the scheme may be written %s', async (scheme) => {
  const authorization = (headers.get('all scopes') ?? '').replace('Bearer', scheme);
  expect(
    (await requestRaw(service.baseUrl, { target: '/v3/asset', headers: { authorization } })).status,
  ).toBe(200);
});

test('a token that is longer than any of ours is 401', async () => {
  const authorization = `${headers.get('all scopes')}${'a'.repeat(8000)}`;
  expect(
    (await requestRaw(service.baseUrl, { target: '/v3/asset', headers: { authorization } })).status,
  ).toBe(401);
});

test('the tables are about tokens that differ', () => {
  expect(new Set(headers.values()).size).toBe(TOKEN_KINDS.length);
});
