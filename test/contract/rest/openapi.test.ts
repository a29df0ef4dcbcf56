import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUSES } from '../../../src/contract/errors.ts';
import { SCOPES } from '../../../src/contract/scopes.ts';
import { cellOf, csvRows } from '../../support/csv-rows.ts';
import { freePort } from '../../support/free-port.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';
import { Operator } from '../../support/operator.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';

/** Paths with other methods than GET: all of their methods. */
const WRITING: Readonly<Record<string, readonly string[]>> = {
  '/v3/oauth/token': ['post'],
  '/v3/alerts': ['get', 'post'],
  '/v3/alerts/{id}': ['get', 'patch', 'delete'],
  '/v3/alert-endpoints': ['get', 'post'],
  '/v3/alert-endpoints/{id}': ['delete'],
  '/v3/alert-endpoints/{id}/rotate-secret': ['post'],
  '/v3/alert-endpoints/{id}/test': ['post'],
};

/** Takes tokens of the websocket, and its answer does not end: see test/contract/stream/events.test.ts. */
const ENDLESS = '/v3/stream';

/** Every route that the contract names, with a URL that a newcomer may ask for. */
const NAMED_ROUTES: Readonly<Record<string, string>> = {
  '/v3/asset': '/v3/asset',
  '/v3/asset/{id}': `/v3/asset/${BTC}`,
  '/v3/market': '/v3/market',
  '/v3/market/{id}': `/v3/market/${BTC_USD}`,
  '/v3/exchange': '/v3/exchange',
  '/v3/exchange/{id}': `/v3/exchange/${KRAKEN}`,
  '/v3/exchange-ticker': '/v3/exchange-ticker',
  '/v3/index-ticker': '/v3/index-ticker',
  '/v3/index-ticker/{id}/constituents': `/v3/index-ticker/${STANDING_WORLD.btcUsdTick}/constituents`,
  '/v3/receipts': `/v3/receipts?indexId=${BTC_USD}&from=${STANDING_WORLD.slot}`,
  '/v3/alerts': '/v3/alerts',
  '/v3/alerts/{id}': `/v3/alerts/${BTC}`,
  '/v3/alerts/{id}/deliveries': `/v3/alerts/${BTC}/deliveries`,
  '/v3/alert-endpoints': '/v3/alert-endpoints',
  '/v3/receipts/kept': '/v3/receipts/kept',
  '/v3/ohlcv': '/v3/ohlcv',
  '/v3/candles': `/v3/candles?interval=1m&indexId=${BTC_USD}`,
  '/v3/series/{indexId}/coverage': `/v3/series/${BTC_USD}/coverage`,
  '/v3/sparklines': '/v3/sparklines?indexType=LX',
  '/v3/export/index-ticker': '/v3/export/index-ticker?symbol=BTC&from=2026-03-01T00:00:00Z',
  '/v3/export/ohlcv': '/v3/export/ohlcv?symbol=BTC&from=2026-03-01T00:00:00Z',
  '/v3/export/candles': '/v3/export/candles?symbol=BTC&interval=1h&from=2026-03-01T00:00:00Z',
  '/v3/files': '/v3/files',
  '/v3/files/{name}': '/v3/files/lx-2026-02-28.parquet',
  '/v3/market-cap': '/v3/market-cap',
  '/v3/market-cap/total': '/v3/market-cap/total',
  '/v3/quality': '/v3/quality',
  '/v3/quality/exchange': '/v3/quality/exchange',
  '/v3/derivatives/contract/{derivativeType}': `/v3/derivatives/contract/futures?exchangeId=${KRAKEN}`,
  '/v3/derivatives/contract/{derivativeType}/{id}': `/v3/derivatives/contract/perpetuals/${STANDING_WORLD.perpetual}`,
  '/v3/derivatives/ticker/{derivativeType}': `/v3/derivatives/ticker/futures?exchangeId=${KRAKEN}`,
  '/v3/convert': `/v3/convert?fromAssetId=${BTC}&toAssetId=${BTC}`,
  '/v3/integrity/head': '/v3/integrity/head',
  '/v3/integrity/heads': '/v3/integrity/heads',
  '/v3/integrity/proof/{id}': `/v3/integrity/proof/${STANDING_WORLD.btcUsdTick}`,
  '/v3/status': '/v3/status',
  '/healthz': '/healthz',
  '/readyz': '/readyz',
  '/metrics': '/metrics',
  '/openapi.json': '/openapi.json',
  '/asyncapi.json': '/asyncapi.json',
  '/docs': '/docs',
  '/.well-known/jwks.json': '/.well-known/jwks.json',
  '/.well-known/tidemark-integrity.json': '/.well-known/tidemark-integrity.json',
  '/.well-known/oauth-authorization-server': '/.well-known/oauth-authorization-server',
};

/** Of the ids of /v3/index-ticker. Its answers are held to the document in `signed-receipts.test.ts`. */
const PROOF = '/v3/integrity/proof/{id}';
/** This world has no complete day. Its answers are held to the document in `files.test.ts`. */
const FILE = '/v3/files/{name}';
const NOT_HERE: readonly string[] = [PROOF, FILE];

let service: TestService;
/** With public look-ups. */
let open: TestService;
let schemas: ResponseSchemas;
let authorization: string;
beforeAll(async () => {
  service = await startService({ argv: STANDING_WORLD.argv });
  open = await startService({ argv: ['--public-lookups'] });
  schemas = await ResponseSchemas.of(service);
  const { client, secret } = await new Operator(service.folder).addClient();
  authorization = `Bearer ${await service.token({ clientId: client.id, clientSecret: secret })}`;
});
afterAll(() => Promise.all([service.close(), open.close()]));

const statusesOf = (path: string, method: string) =>
  Object.keys(schemas.document.paths[path]?.[method]?.responses ?? {}).map(Number);

/** Whether the service has the route, said by the service itself. */
async function isServed(url: string): Promise<boolean> {
  const answer = await service.get(url, { authorization });
  const text = await answer.text();
  return answer.status !== 404 || !text.includes('there is no such route');
}

const documentAt = async (url: string) => (await fetch(`${url}/openapi.json`)).text();

/** Its base URL is not where it listens. */
async function documentBehindPath(): Promise<string> {
  const port = await freePort();
  const argv = ['--port', String(port), '--base-url', 'https://data.acme.io/tidemark'];
  const other = await startService({ argv });
  try {
    return await documentAt(`http://127.0.0.1:${port}`);
  } finally {
    await other.close();
  }
}

test.each([
  ['as it comes', () => documentAt(service.baseUrl)],
  ['with public look-ups', () => documentAt(open.baseUrl)],
  ['behind a base path', documentBehindPath],
])('the document, %s, has no fault under the recommended rules', async (_what, read) => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: await read(), absoluteRef: 'openapi.json', config });
  expect(
    problems.map(({ ruleId, severity, message, location }) => ({
      ruleId,
      severity,
      message,
      at: location[0]?.pointer,
    })),
  ).toEqual([]);
});

test('every tag says more than its name, and is one of an operation', () => {
  const { tags, paths } = schemas.document as unknown as {
    readonly tags: readonly { readonly name: string; readonly description?: string }[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
  };
  const used = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.tags));
  expect(tags.map(({ name }) => name).toSorted()).toEqual([...new Set(used)].toSorted());
  for (const { name, description = name } of tags) expect(description).not.toBe(name);
});

test.each(['index-ticker', 'ohlcv', 'candles'])(
  'an export of %s may be refused while the service stops',
  (table) => {
    expect(statusesOf(`/v3/export/${table}`, 'get')).toContain(503);
  },
);

test('/v3/status says that quantities can be numbers', () => {
  const operation = schemas.document.paths['/v3/status']?.['get'] as unknown as {
    readonly parameters: readonly { readonly name: string }[];
  };
  expect(operation.parameters.map(({ name }) => name)).toEqual(['quantities']);
});

test('a fault in the document would be noticed', async () => {
  const broken = JSON.stringify({ ...schemas.document, paths: { '/x': { get: { responses: {} } } } });
  const config = await createConfig({ extends: ['recommended'] });
  expect(
    (await lintFromString({ source: broken, absoluteRef: 'openapi.json', config })).length,
  ).toBeGreaterThan(0);
});

interface Described {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: string;
  readonly schema: { readonly format?: string };
}

/** The request that the examples make; undefined where something required has none. */
function exampleUrl(path: string, parameters: readonly Described[]): string | undefined {
  let filled = path;
  const query = new URLSearchParams();
  for (const { name, in: where, required, example, schema } of parameters) {
    // A beginning that must be given has no example that stays: the page takes one of the last hour.
    const recent = required && schema.format === 'date-time' ? new Date(Date.now() - 3_600_000) : undefined;
    const value = example ?? recent?.toISOString();
    if (value === undefined && required) return undefined;
    if (value === undefined) continue;
    if (where === 'path') filled = filled.replace(`{${name}}`, value);
    else query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

describe('routes', () => {
  test('every documented GET answers as documented', async () => {
    for (const [path, operations] of Object.entries(schemas.document.paths)) {
      if (!operations['get'] || path === ENDLESS) continue;
      const url = NAMED_ROUTES[path];
      expect([path, url]).toEqual([path, expect.any(String)]);
      const answer = await service.get(url ?? '', { authorization });
      expect([path, statusesOf(path, 'get')]).toEqual([path, expect.arrayContaining([answer.status])]);
      // Values of before methodology 3, as those of this world, have no proof.
      // This client has no alert.
      const isAbsent = NOT_HERE.includes(path) || path.startsWith('/v3/alerts/');
      expect([path, answer.status]).toEqual([path, isAbsent ? 404 : 200]);
      if (isAbsent) continue;
      const validate = schemas.response(path, 'get', 200);
      if (!validate)
        expect([path, answer.headers.get('content-type')]).not.toEqual([
          path,
          expect.stringMatching(/^application\/json/),
        ]);
      else expect([path, schemas.problemsOf(validate, await answer.json())]).toEqual([path, '']);
    }
  });

  test('the examples of parameters go together and are answered', async () => {
    const withoutId: string[] = [];
    for (const [path, { get }] of Object.entries(schemas.document.paths)) {
      if (!get || path === ENDLESS) continue;
      const parameters = (get as { parameters?: readonly Described[] }).parameters ?? [];
      const url = exampleUrl(path, parameters);
      if (url === undefined) withoutId.push(path);
      else expect([url, (await service.get(url, { authorization })).status]).toEqual([url, 200]);
    }
    // Ids of records are of the moment; the page takes them from the list beside.
    for (const path of withoutId.filter((each) => each !== PROOF))
      expect(schemas.document.paths).toHaveProperty([path.split(/\/\{(?:id|name)\}/)[0] ?? '']);
  });

  test('every route that the contract names and the service has is documented', async () => {
    const missing = [];
    for (const [path, url] of Object.entries(NAMED_ROUTES)) {
      if (!(path in schemas.document.paths) && (await isServed(url))) missing.push(path);
    }
    expect(missing).toEqual([]);
  });

  test('the token endpoint is documented for JSON and for forms', () => {
    const operation = schemas.document.paths['/v3/oauth/token']?.['post'] as unknown as {
      requestBody: { content: object };
    };
    expect(Object.keys(operation.requestBody.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
  });

  test('nothing else is documented', () => {
    const known = new Set([...Object.keys(NAMED_ROUTES), ENDLESS, ...Object.keys(WRITING)]);
    expect(Object.keys(schemas.document.paths).filter((path) => !known.has(path))).toEqual([]);
    const methods = Object.entries(schemas.document.paths).map(([path, operations]) => [
      path,
      Object.keys(operations),
    ]);
    expect(methods).toEqual(methods.map(([path]) => [path, WRITING[path as string] ?? ['get']]));
  });
});

describe('the forms of a list', () => {
  const COLUMNS = /^CSV as in RFC 4180\. New columns are added at the end\. Columns: (.+)$/;
  const lists = () =>
    Object.entries(schemas.document.paths).flatMap(([path, { get }]) => {
      const content = get?.responses['200']?.content as Record<string, { schema: { description: string } }>;
      const columns = COLUMNS.exec(content?.['text/csv']?.schema.description ?? '')?.[1]?.split(', ');
      return columns ? [{ path, url: NAMED_ROUTES[path] ?? '', columns, media: Object.keys(content) }] : [];
    });
  const textOf = async (url: string, format: string) => {
    const asked = `${url}${url.includes('?') ? '&' : '?'}format=${format}`;
    return (await service.get(asked, { authorization })).text();
  };

  test('are documented for every list', () => {
    for (const { media } of lists())
      expect(media).toEqual(['application/json', 'text/csv', 'application/x-ndjson']);
    const isList = ({ content }: { content?: object }) => content !== undefined;
    const paths = Object.entries(schemas.document.paths).filter(([, { get }]) => {
      const schema = get?.responses['200']?.content?.['application/json'] as { schema?: { $ref?: string } };
      const name = schema?.schema?.$ref?.split('/').at(-1) ?? '';
      return isList((schemas.document.components.schemas[name] as { properties?: object })?.properties ?? {});
    });
    expect(lists().map(({ path }) => path)).toEqual(paths.map(([path]) => path));
    expect(paths.length).toBeGreaterThan(8);
  });

  test('have the same records', async () => {
    for (const { path, url, columns } of lists()) {
      // This client has no alert.
      if (path.startsWith('/v3/alerts/')) continue;
      const { content } = JSON.parse(await textOf(url, 'json')) as { content: object[] };
      const lines = (await textOf(url, 'ndjson')).split('\n');
      expect([path, lines.pop()]).toEqual([path, '']);
      expect([path, lines.map((line) => JSON.parse(line) as object)]).toEqual([path, content]);
      const [header, ...rows] = csvRows(await textOf(url, 'csv'));
      expect([path, header]).toEqual([path, columns]);
      expect(rows).toEqual(content.map((record) => columns.map((column) => cellOf(record, column))));
    }
  });
});

describe('statuses', () => {
  const LOOKUPS = ['/v3/asset', '/v3/market', '/v3/exchange'];

  test('a documented error is one of the error table', () => {
    const known = new Set<number>(Object.values(ERROR_STATUSES));
    for (const [path, operations] of Object.entries(schemas.document.paths)) {
      for (const method of Object.keys(operations)) {
        const errors = statusesOf(path, method).filter((status) => status >= 400);
        expect([path, errors.filter((status) => !known.has(status))]).toEqual([path, []]);
      }
    }
  });

  test('a look-up list can be 200, 304, 400, 401, 414, 429 and, while too many others are written in other forms, 503', () => {
    for (const path of LOOKUPS) expect(statusesOf(path, 'get')).toEqual([200, 304, 400, 401, 414, 429, 503]);
  });

  test('one record can also be 404', () => {
    for (const path of LOOKUPS)
      expect(statusesOf(`${path}/{id}`, 'get')).toEqual([200, 304, 400, 401, 404, 414, 429]);
  });

  test('only a path with an id can be 404, conversion and the stream of names aside', () => {
    for (const [path, { get }] of Object.entries(schemas.document.paths)) {
      if (!get) continue;
      const expected = /\{(?:id|indexId|name)\}/.test(path) || path === '/v3/convert' || path === ENDLESS;
      expect([path, statusesOf(path, 'get').includes(404)]).toEqual([path, expected]);
    }
  });

  test('a route that asks for a scope, and only such a route, can be 403', () => {
    for (const [path, operations] of Object.entries(schemas.document.paths)) {
      const scopes = operations['get']?.security.flatMap((requirement) => requirement['token'] ?? []) ?? [];
      expect([path, statusesOf(path, 'get').includes(403)]).toEqual([path, scopes.length > 0]);
    }
  });

  test('a token request can be 200, 400, 401, 413, 414, 415 and 429', () => {
    expect(statusesOf('/v3/oauth/token', 'post')).toEqual([200, 400, 401, 413, 414, 415, 429]);
  });

  test('a URL that is too long is documented everywhere', () => {
    for (const [path, operations] of Object.entries(schemas.document.paths)) {
      for (const method of Object.keys(operations))
        expect([path, statusesOf(path, method)]).toEqual([path, expect.arrayContaining([400, 414])]);
    }
  });

  test('readiness can be 503', () => {
    expect(statusesOf('/readyz', 'get')).toEqual(expect.arrayContaining([200, 503]));
  });

  test('every error has the error body', () => {
    for (const [path, operations] of Object.entries(schemas.document.paths)) {
      for (const method of Object.keys(operations)) {
        for (const status of statusesOf(path, method).filter((code) => code >= 400)) {
          const validate = schemas.response(path, method, status);
          expect([path, status, validate && schemas.problemsOf(validate, {})]).toEqual([
            path,
            status,
            expect.stringContaining('must have required property'),
          ]);
        }
      }
    }
  });
});

describe('security', () => {
  test('look-ups need a token and no scope, and nothing where they are public', async () => {
    expect(schemas.document.paths['/v3/asset']?.['get']?.security).toEqual([{ token: [] }, { bearer: [] }]);
    const { document } = await ResponseSchemas.of(open);
    expect(document.paths['/v3/asset']?.['get']?.security).toEqual([]);
  });

  test('every scope of the contract is explained', () => {
    const components = schemas.document.components as unknown as {
      securitySchemes: {
        token: { flows: { clientCredentials: { tokenUrl: string; scopes: Record<string, string> } } };
      };
    };
    const { tokenUrl, scopes } = components.securitySchemes.token.flows.clientCredentials;
    expect(Object.keys(scopes)).toEqual([...SCOPES]);
    expect(Object.values(scopes).every((meaning) => meaning.length > 0)).toBe(true);
    expect(tokenUrl).toBe('/v3/oauth/token');
  });
});
