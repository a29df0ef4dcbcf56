import fc from 'fast-check';
import type { OpenApiDocument } from '../support/response-schemas.ts';

/** A request as bytes will say it. Headers may repeat; a body's length is always stated truly. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** What the fuzz knows of the service it is let loose on. */
export interface FuzzKnowledge {
  readonly document: OpenApiDocument;
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Ids that exist. */
  readonly ids: readonly string[];
  /** Authorization headers, the good one first. */
  readonly authorizations: readonly string[];
}

const NASTY_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'Infinity',
  'NaN',
  '0x10',
  '2001',
  '99999999999999999999',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}',
  '%s%n',
  '%',
  '%zz',
  '%00',
  '%ed%a0%80',
  '\u0000',
  '\u202e',
  '\ufeff',
  '🌊'.repeat(30),
  'x'.repeat(101),
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  'toString',
  '2026-01-31T12:00:30.000Z',
  '2026-01-31T12:00:60Z',
  '2026-01-31',
  '9999-12-31T23:59:59Z',
  'urn:uuid:f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f',
] as const;

const UNKNOWN_NAMES = [
  'unknown',
  'access_token',
  '__proto__',
  'constructor',
  'type[]',
  'Type',
  'hasOwnProperty',
  '',
];

/** Requests of every shape that a client, a broken proxy or an attacker might send. */
export function fuzzRequests(knowledge: FuzzKnowledge): fc.Arbitrary<FuzzRequest> {
  const values = valuesOf(knowledge);
  return fc.oneof(
    { weight: 4, arbitrary: dataRequests(knowledge, values) },
    { weight: 2, arbitrary: tokenRequests(knowledge, values) },
  );
}

function dataRequests(knowledge: FuzzKnowledge, values: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> {
  const methods = fc.oneof(
    { weight: 12, arbitrary: fc.constant('GET') },
    { weight: 3, arbitrary: fc.constant('HEAD') },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'get',
        'X',
      ),
    },
  );
  const parts = fc.record({
    method: methods,
    path: paths(knowledge, values),
    query: queries(knowledge, values),
    headers: headers(knowledge, values),
    body: fc.option(values, { freq: 20, nil: undefined }),
  });
  return parts.map(({ method, path, query, headers: sent, body }) => ({
    method,
    target: path + query,
    headers: sent,
    ...(body === undefined ? {} : { body }),
  }));
}

function tokenRequests(knowledge: FuzzKnowledge, values: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> {
  const types = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-8',
    'text/plain',
    'APPLICATION/JSON',
    'nonsense',
    '',
  );
  return fc
    .record({
      body: tokenBodies(knowledge, values),
      type: fc.option(types, { freq: 3, nil: undefined }),
      headers: headers(knowledge, values),
      query: fc.option(queries(knowledge, values), { freq: 5, nil: '' }),
    })
    .map(({ body: { text, type: ownType }, type, headers: sent, query }) => ({
      method: 'POST',
      target: `/v3/oauth/token${query}`,
      headers: [
        ['content-type', type ?? ownType] as const,
        ...sent.filter(([name]) => name !== 'content-type'),
      ],
      body: text,
    }));
}

function tokenBodies(
  knowledge: FuzzKnowledge,
  values: fc.Arbitrary<string>,
): fc.Arbitrary<{ text: string; type: string }> {
  const json = 'application/json';
  const good = fc.record(
    {
      grant_type: fc.oneof({ weight: 9, arbitrary: fc.constant('client_credentials') }, values),
      client_id: fc.oneof({ weight: 9, arbitrary: fc.constant('demo') }, values),
      client_secret: fc.oneof({ weight: 9, arbitrary: fc.constant('demo') }, values),
      audience: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(knowledge.baseUrl, knowledge.wsUrl) },
        values,
      ),
      resource: values,
      scope: fc.oneof(fc.constantFrom('read:LX', 'read:LX read:ohlcv', 'openid'), values),
    },
    { requiredKeys: [] },
  );
  const complete = fc.record({ chosen: good, fill: fc.boolean() }).map(({ chosen, fill }) =>
    fill
      ? {
          grant_type: 'client_credentials',
          client_id: 'demo',
          client_secret: 'demo',
          audience: knowledge.baseUrl,
          ...chosen,
        }
      : chosen,
  );
  const odd = fc.dictionary(
    fc.constantFrom('grant_type', 'client_id', 'client_secret', 'audience', 'scope', 'resource', '__proto__'),
    fc.jsonValue({ maxDepth: 2 }),
  );
  return fc.oneof(
    { weight: 6, arbitrary: complete.map((fields) => ({ text: JSON.stringify(fields), type: json })) },
    {
      weight: 5,
      arbitrary: complete.map((fields) => ({
        text: formOf(fields),
        type: 'application/x-www-form-urlencoded',
      })),
    },
    { weight: 3, arbitrary: odd.map((fields) => ({ text: JSON.stringify(fields), type: json })) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 3 }).map((text) => ({ text, type: json })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(complete, fc.nat(60))
        .map(([fields, cut]) => ({ text: JSON.stringify(fields).slice(0, -cut), type: json })),
    },
    { weight: 1, arbitrary: fc.nat(3000).map((depth) => ({ text: '['.repeat(depth), type: json })) },
    {
      weight: 1,
      arbitrary: values.map((text) => ({ text: text.repeat(10), type: 'application/x-www-form-urlencoded' })),
    },
    { weight: 1, arbitrary: fc.constant({ text: 'x'.repeat(17_000), type: json }) },
  );
}

function formOf(fields: object): string {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}

/** Values that mean something somewhere, and values that should mean nothing anywhere. */
function valuesOf({ document, ids, baseUrl }: FuzzKnowledge): fc.Arbitrary<string> {
  const operations = Object.values(document.paths).flatMap((operation) => Object.values(operation));
  const schemas = operations.flatMap(({ parameters = [] }) =>
    parameters.map(({ schema }) => schema as { enum?: string[] }),
  );
  const enums = [...new Set(schemas.flatMap((schema) => schema.enum ?? []))];
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(...enums, 'BTC', 'USD', 'Kraken', 'kraken', '10', '1', 'true', '1d'),
    },
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(...ids).map((id) => id.toUpperCase()) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom(...ids).chain((id) => fc.nat(36).map((at) => id.slice(0, at))) },
    { weight: 4, arbitrary: fc.constantFrom(...NASTY_TEXTS, baseUrl) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  );
}

function paths({ document, baseUrl }: FuzzKnowledge, values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const templates = [
    ...Object.keys(document.paths),
    '/',
    '/docs',
    '/docs/start.js',
    '/metrics',
    '/openapi.json',
  ];
  const filled = fc
    .tuple(fc.constantFrom(...templates), encodedValues(values))
    .map(([template, value]) => template.replaceAll(/\{\w+\}/g, () => value));
  const bent = fc
    .tuple(filled, fc.constantFrom<(path: string) => string>(...BENDS))
    .map(([path, bend]) => bend(path));
  const invented = fc
    .array(encodedValues(values), { maxLength: 4 })
    .map((segments) => `/${segments.join('/')}`);
  return fc.oneof(
    { weight: 10, arbitrary: filled },
    { weight: 3, arbitrary: bent },
    { weight: 2, arbitrary: invented },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '*',
        `${baseUrl}/v3/asset`,
        'http://other.example/v3/asset',
        '',
        'v3/asset',
        '/v3/asset#x',
        '/v3/asset;x=1',
      ),
    },
  );
}

const BENDS: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('a', '%61'),
  (path) => path.replace('/v3', '/v3/.'),
  (path) => `/x/..${path}`,
  (path) => `${path}%`,
  (path) => `${path}%2F`,
  (path) => path.slice(0, -1),
  (path) => path.replaceAll('/', '\\'),
];

/** As a URL may hold a value: encoded, encoded twice, or as it is where that cannot end the request line. */
function encodedValues(values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const encodings = fc.oneof(
    { weight: 6, arbitrary: fc.constant(encode) },
    { weight: 1, arbitrary: fc.constant((text: string) => encode(encode(text))) },
    { weight: 1, arbitrary: fc.constant((text: string) => text.replaceAll(/[\r\n]/g, '')) },
  );
  return fc.tuple(values, encodings).map(([value, encoding]) => encoding(value));
}

function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

function queries({ document }: FuzzKnowledge, values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const operations = Object.values(document.paths).flatMap((operation) => Object.values(operation));
  const names = operations.flatMap(({ parameters = [] }) =>
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  );
  const pair = fc.tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...new Set(names)) },
      { weight: 1, arbitrary: fc.constantFrom(...UNKNOWN_NAMES) },
    ),
    encodedValues(values),
    fc.constantFrom('=', '=', '=', '=', '', '=='),
  );
  const pairs = fc.array(pair, { maxLength: 4 });
  return pairs.map((given) =>
    given.length === 0 ? '' : `?${given.map((parts) => parts[0] + parts[2] + parts[1]).join('&')}`,
  );
}

function headers(
  { authorizations }: FuzzKnowledge,
  values: fc.Arbitrary<string>,
): fc.Arbitrary<[string, string][]> {
  const [good = '', ...others] = authorizations;
  const authorization = fc.oneof(
    { weight: 12, arbitrary: fc.constant([['authorization', good]] as [string, string][]) },
    { weight: 3, arbitrary: fc.constant([] as [string, string][]) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...others).map((value): [string, string][] => [['authorization', value]]),
    },
    {
      weight: 1,
      arbitrary: values.map((value): [string, string][] => [['authorization', headerValue(value)]]),
    },
  );
  const choices: Record<string, readonly string[]> = {
    'accept-encoding': ['gzip', 'br', 'gzip, br;q=0.5', '*', 'identity;q=0', ';;,', 'zstd'],
    'if-none-match': ['*', '"x"', 'W/"x", "y"', ','],
    origin: ['https://any.example', 'null', ''],
    'content-type': ['application/json', 'text/plain', 'application/x-www-form-urlencoded', ''],
    host: ['localhost', 'other.example:1', '', '[::1]:80', 'a b', '@', 'x/y'],
    expect: ['100-continue', 'nonsense'],
    connection: ['close', 'keep-alive', 'x'],
    range: ['bytes=0-1'],
    accept: ['text/html', 'nonsense'],
    'x-forwarded-for': ['1.2.3.4', 'nonsense'],
    'x-forwarded-host': ['other.example'],
    'x-http-method-override': ['DELETE'],
    cookie: ['access_token=x'],
  };
  const chosen = Object.entries(choices).map(([name, all]) =>
    fc.constantFrom(...all).map((value): [string, string] => [name, value]),
  );
  const rare = fc.oneof(
    values.map((value): [string, string] => ['x-nasty', headerValue(value)]),
    fc.constant<[string, string]>(['x-large', 'a'.repeat(17_000)]),
    fc.constant<[string, string]>(['host', 'second.example']),
    fc.constant<[string, string]>(['bad name', 'x']),
  );
  const extra = fc.array(
    fc.oneof(...chosen.map((arbitrary) => ({ weight: 4, arbitrary })), { weight: 2, arbitrary: rare }),
    { maxLength: 3 },
  );
  return fc.tuple(authorization, extra).map(([first, more]) => [...first, ...more]);
}

/** Line ends would start another header: that is another request, not this one. */
function headerValue(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
