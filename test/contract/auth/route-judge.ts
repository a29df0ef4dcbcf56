import { SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { Operator } from '../../support/operator.ts';
import type { TestService } from '../../support/service.ts';
import { exchangeRaw, requestRaw, type RawRequest } from '../../support/raw-connection.ts';
import { StreamClient } from '../../support/stream-client.ts';
import {
  EVENT_ACCESS,
  FURTHER_REQUESTS,
  RESOURCE_PATHS,
  ROUTE_ACCESS,
  type Access,
  type AnyWay,
} from './access-table.ts';
import { expectedFor, type Credential, type Credentials } from './credentials.ts';

/** A request that is not answered as the table says. */
export interface Difference {
  readonly request: string;
  readonly credential: string;
  readonly expected: number | string;
  readonly found: number | string;
}

/** Starts the service as the table describes it. */
export const JUDGED_ARGV = ['--rapidapi', '--rate-limit', '1000000'] as const;

const REST = { ...ROUTE_ACCESS, ...FURTHER_REQUESTS };

/** A path without a version leads to the same route as the one with it. */
const OF_ALIASES = new Set(['none', 'websocket', 'no scopes', 'all scopes']);

/** Asks every route with every credential, or those whose name begins like `only`. */
export async function differences(
  service: TestService,
  credentials: Credentials,
  only = '',
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [request, access] of Object.entries(REST))
    if (request.startsWith(only)) found.push(...(await judgeRoute(service, request, access, credentials)));
  if ('websocket'.startsWith(only)) found.push(...(await judgeEvents(service)));
  if ('input'.startsWith(only)) found.push(...(await judgeInput(service, credentials)));
  return found;
}

async function judgeRoute(
  { baseUrl }: TestService,
  request: string,
  access: Access,
  credentials: Credentials,
): Promise<Difference[]> {
  const [method = '', path = ''] = request.split(' ');
  const usual = credentials[access.way];
  const own = RESOURCE_PATHS.has(path) ? usual.filter(({ name }) => OF_ALIASES.has(name)) : usual;
  const sent = [...own, ...(isResource(path) ? credentials.rapidapi : [])];
  const answered = await Promise.all(
    sent.map(async (credential) => {
      const expected = expectedFor(access, credential);
      const found = outcomeOf(await statusOf(baseUrl, method, access.target ?? path, access, credential));
      return { request, credential: credential.name, expected, found };
    }),
  );
  return answered.filter(({ expected, found }) => expected !== found);
}

/** RapidAPI passes requests for these on. */
function isResource(path: string): boolean {
  return RESOURCE_PATHS.has(path.replace(/^\/v3(?=\/)/, ''));
}

async function statusOf(
  baseUrl: string,
  method: string,
  target: string,
  access: Access,
  { headers, inPath, query }: Credential,
): Promise<number> {
  const path = target.replace(':token', inPath ?? 'none').replaceAll(/:(\w+)/g, 'x');
  const ending = query === undefined ? '' : `${path.includes('?') ? '&' : '?'}${query}`;
  const reply = await fetch(baseUrl + path + ending, {
    method,
    headers: { ...access.headers, ...headers },
    redirect: 'manual',
  });
  await reply.body?.cancel();
  return reply.status;
}

function outcomeOf(status: number): 401 | 403 | 'in' {
  return status === 401 || status === 403 ? status : 'in';
}

const JSON_BODY = { 'content-type': 'application/json' };
const WRITER = ['bearer', 'scope:write:alerts'] as const;
const UNKNOWN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';

interface Input {
  readonly status: number;
  readonly request: RawRequest;
  readonly credential?: readonly [AnyWay, string];
}

/** Malformed requests with a credential that opens the route, unless it is named, and their status. */
const INPUTS: Readonly<Record<string, Input>> = {
  // Its scopes are looked at before its parameters.
  'a stream of nothing': {
    status: 403,
    request: { target: '/v3/stream' },
    credential: ['stream', 'without scopes'],
  },
  'an id that is none': { status: 400, request: { target: '/v3/asset/none' } },
  'an endpoint with a wrong member': {
    status: 400,
    request: {
      method: 'POST',
      target: '/v3/alert-endpoints',
      headers: JSON_BODY,
      body: JSON.stringify({ url: 'https://hooks.example.com/', heartbeatSeconds: 'soon' }),
    },
  },
  'a key of idempotency with a space': {
    status: 400,
    request: {
      method: 'POST',
      target: `/v3/alert-endpoints/${UNKNOWN}/test`,
      headers: { 'idempotency-key': 'a b' },
    },
  },
  'a long URL': { status: 414, request: { target: `/v3/asset?x=${'a'.repeat(9000)}` } },
  'a foreign Host': { status: 403, request: { target: '/v3/asset', headers: { host: 'other.example' } } },
};

async function judgeInput({ baseUrl }: TestService, credentials: Credentials): Promise<Difference[]> {
  const headersOf = ([way, name]: readonly [AnyWay, string]) =>
    credentials[way].find((each) => each.name === name)!.headers;
  const asked = Object.entries(INPUTS).map(async ([request, input]) => {
    const { status: expected, request: raw, credential = WRITER } = input;
    const sent = { ...raw, headers: { ...raw.headers, ...headersOf(credential) } };
    return { request, credential: credential[1], expected, found: (await requestRaw(baseUrl, sent)).status };
  });
  const headers = headersOf(WRITER);
  const { host } = new URL(baseUrl);
  const lines = [`Authorization: ${headers['authorization']}`, `Host: ${host}`];
  const twice = lines.map(async (line) => {
    const bytes = ['GET /v3/asset HTTP/1.1', ...lines, line, 'Connection: close', '', ''].join('\r\n');
    const found = (await exchangeRaw(baseUrl, bytes)).status;
    return { request: `${line.split(':')[0]} twice`, credential: WRITER[1], expected: 400, found };
  });
  return (await Promise.all([...asked, ...twice])).filter(({ expected, found }) => expected !== found);
}

/** What each event needs, and what the index type that one names needs. */
const EVENTS: readonly {
  readonly event: string;
  readonly fields: object;
  readonly needs: readonly Scope[];
}[] = [
  ...Object.entries(EVENT_ACCESS).map(([event, needs]) => ({ event, fields: {}, needs })),
  { event: 'INDEX_TICKER', fields: { indexType: 'GWA' }, needs: ['read:index-ticker'] },
  { event: 'INDEX_TICKER', fields: { indexType: 'LX' }, needs: ['read:LX'] },
];

/** Asks for every event on a websocket with each scope alone, with none and with all. */
async function judgeEvents(service: TestService): Promise<Difference[]> {
  const operator = new Operator(service.folder);
  const found: Difference[] = [];
  for (const scopes of [[], SCOPES, ...SCOPES.map((scope) => [scope])]) {
    const { client, secret } = await operator.addClient(scopes);
    const token = await service.token({
      clientId: client.id,
      clientSecret: secret,
      audience: service.wsUrl,
    });
    const connection = await StreamClient.open(service.wsUrl, {
      headers: { authorization: `Bearer ${token}` },
    });
    for (const { event, fields, needs } of EVENTS) {
      const credential = scopes.join(' ') || 'no scopes';
      const expected = needs.some((scope) => scopes.includes(scope)) ? 'in' : '403';
      // Refused for its scope, whether it would subscribe to anything or not.
      const reply = await replyTo(connection, {
        event: `UNSUBSCRIBE_${event}`,
        ...fields,
        requestId: 'asked',
      });
      const given = reply['code'] === '403' ? '403' : 'in';
      if (given !== expected)
        found.push({ request: `${event} ${JSON.stringify(fields)}`, credential, expected, found: given });
    }
    connection.socket.terminate();
    await connection.ended;
  }
  return found;
}

async function replyTo(connection: StreamClient, message: object): Promise<Record<string, unknown>> {
  connection.send(message);
  for (;;) {
    const reply = await connection.next();
    if (reply['requestId'] === 'asked') return reply;
  }
}
