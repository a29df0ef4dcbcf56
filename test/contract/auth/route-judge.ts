import { SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { Operator } from '../../support/operator.ts';
import type { TestService } from '../../support/service.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { EVENT_ACCESS, FURTHER_REQUESTS, ROUTE_ACCESS, type Access } from './access-table.ts';
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

/** Asks every route with every credential. Ends with the first difference if `isQuick`. */
export async function differences(
  service: TestService,
  credentials: Credentials,
  isQuick = false,
): Promise<Difference[]> {
  const found: Difference[] = [];
  const judges = [
    ...Object.entries(REST).map(
      ([request, access]) =>
        () =>
          judgeRoute(service, request, access, credentials),
    ),
    () => judgeEvents(service),
  ];
  for (const judge of judges) {
    found.push(...(await judge()));
    if (isQuick && found.length > 0) break;
  }
  return found;
}

async function judgeRoute(
  { baseUrl }: TestService,
  request: string,
  access: Access,
  credentials: Credentials,
): Promise<Difference[]> {
  const [method = '', path = ''] = request.split(' ');
  const sent = [...credentials[access.way], ...(isResource(path) ? credentials.rapidapi : [])];
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
  return `GET /v3${path}` in ROUTE_ACCESS || `POST /v3${path}` in ROUTE_ACCESS;
}

async function statusOf(
  baseUrl: string,
  method: string,
  target: string,
  access: Access,
  { headers, inPath, query }: Credential,
): Promise<number> {
  const path = target.replace(':token', inPath ?? 'none').replaceAll(/:(\w+)/g, 'x');
  const ending = query === undefined ? '' : `?${query}`;
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
