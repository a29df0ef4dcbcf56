import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERT_FILE } from '../../../src/alerts/store/alert-file.ts';
import { SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { LineLog } from '../../../src/disk/line-log.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { Operator } from '../../support/operator.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { startService, type TestService } from '../../support/service.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
/** A slot takes half a second. */
const WORLD = ['--speed', '60', '--fault-rate', '0'];
const newFolder = temporaryFolders(afterAll);

type Json = Record<string, any>;
interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

const receiver = new WebhookReceiver();
let service: TestService;
let schemas: ResponseSchemas;
let client: Client;

beforeAll(async () => {
  service = await startService({ past: false, argv: WORLD, webhooks: receiver });
  schemas = await ResponseSchemas.of(service);
  client = await Client.with(service, SCOPES);
});
afterAll(() => service.close());

/** A client with its token. Each answer has to match its documented schema. */
class Client {
  readonly id: string;
  readonly #token: string;
  readonly #service: TestService;

  private constructor(id: string, token: string, of: TestService) {
    this.id = id;
    this.#token = token;
    this.#service = of;
  }

  static async with(of: TestService, scopes: readonly Scope[]): Promise<Client> {
    const { client: made, secret } = await new Operator(of.folder).addClient(scopes);
    return new Client(made.id, await of.token({ clientId: made.id, clientSecret: secret }), of);
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const answer = await fetch(`${this.#service.baseUrl}/v3${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isEncoded(body) ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed = text === '' ? {} : (JSON.parse(text) as Json);
    const documented = `/v3${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`;
    const validate = answer.ok
      ? schemas.response(documented, method.toLowerCase(), answer.status)
      : undefined;
    if (validate) expect([method, path, schemas.problemsOf(validate, parsed)]).toEqual([method, path, '']);
    return { status: answer.status, body: parsed, headers: answer.headers };
  }

  async created(path: string, body: unknown): Promise<Json> {
    const answer = await this.ask('POST', path, body);
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return answer.body;
  }

  endpoint(changes: Json = {}): Promise<Json> {
    return this.created('/alert-endpoints', { url: 'https://hooks.example.com/in', ...changes });
  }
}

function isEncoded(body: unknown): body is string | Buffer<ArrayBuffer> {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

const NEVER = { type: 'ABOVE', index: 'BTC', threshold: '999999999' };

describe('an alert from its creation to its deletion', () => {
  test('is delivered, signed so that npm standardwebhooks accepts it, and recorded', async () => {
    const endpoint = await client.endpoint();
    const alert = await client.created('/alerts', {
      type: 'ABOVE',
      index: 'BTC',
      threshold: '1',
      name: 'high',
      endpointIds: [endpoint['id']],
    });
    expect(alert).toMatchObject({
      state: 'OK',
      index: 'BTC',
      indexId: BTC,
      indexType: 'GWA',
      ignoreFlagged: true,
    });
    const { headers, body, url } = await receiver.next();
    expect(url).toBe('https://hooks.example.com/in');
    const message = JSON.parse(body) as Json;
    expect(message).toMatchObject({
      type: 'alert.fired',
      data: {
        alertId: alert['id'],
        name: 'high',
        alertType: 'ABOVE',
        threshold: '1',
        index: 'BTC',
        source: 'simulator',
      },
    });
    expect(new Webhook(endpoint['secret'] as string).verify(body, headers)).toEqual(message);
    const deliveries = await delivered(client, alert);
    expect(deliveries).toMatchObject([
      {
        id: headers['webhook-id'],
        type: 'alert.fired',
        status: 'DELIVERED',
        attempts: 1,
        responseStatus: 204,
        endpointId: endpoint['id'],
      },
    ]);
    const fired = await client.ask('GET', `/alerts/${alert['id']}`);
    expect(fired.body).toMatchObject({ state: 'FIRING', firedAt: message['data'].firedAt });
    expect(fired.headers.get('cache-control')).toContain('private');

    const changed = await client.ask('PATCH', `/alerts/${alert['id']}`, {
      threshold: '999999999',
      name: null,
    });
    expect([
      changed.status,
      changed.body['threshold'],
      changed.body['state'],
      'name' in changed.body,
    ]).toEqual([200, '999999999', 'OK', false]);
    expect(JSON.parse((await receiver.next()).body)).toMatchObject({
      type: 'alert.resolved',
      data: { reason: 'CHANGED' },
    });

    expect((await client.ask('DELETE', `/alerts/${alert['id']}`)).status).toBe(204);
    for (const path of [`/alerts/${alert['id']}`, `/alerts/${alert['id']}/deliveries`])
      expect((await client.ask('GET', path)).status).toBe(404);
  });

  test('is neither evaluated nor shown after its client has lost the scope of its data', async () => {
    const scopes: Scope[] = ['read:index-ticker', 'read:alerts', 'write:alerts'];
    const other = await Client.with(service, scopes);
    const endpoint = await other.endpoint();
    const alert = await other.created('/alerts', {
      type: 'ABOVE',
      index: 'BTC',
      threshold: '1',
      silencedUntil: '2126-01-01T00:00:00Z',
      endpointIds: [endpoint['id']],
    });
    await command('clients.set', { id: other.id, scopes: ['read:alerts', 'write:alerts'] });
    await command('alerts.silence', { id: alert['id'] });
    // An alert of another client fires with a later tick.
    const later = await client.created('/alerts', { type: 'ABOVE', index: 'BTC', threshold: '1' });
    await expect
      .poll(async () => (await client.ask('GET', `/alerts/${later['id']}`)).body['state'] as string, {
        timeout: 20_000,
      })
      .toBe('FIRING');
    expect((await client.ask('DELETE', `/alerts/${later['id']}`)).status).toBe(204);
    const listed = await command('alerts.list', { client: other.id });
    expect(listed).toMatchObject([{ id: alert['id'], state: 'OK' }]);
    const shown = (await other.ask('GET', `/alerts/${alert['id']}`)).body;
    expect(shown).toMatchObject({ type: 'ABOVE', threshold: '1' });
    expect(shown).not.toHaveProperty('state');
    expect((await other.ask('GET', '/alerts')).body['content']).toEqual([shown]);
    // Deliveries and changes need the scope, too.
    for (const [method, path, change] of [
      ['GET', `/alerts/${alert['id']}/deliveries`, undefined],
      ['PATCH', `/alerts/${alert['id']}`, { threshold: '2' }],
    ] as const) {
      const { status, body } = await other.ask(method, path, change);
      expect([method, status, body['message']]).toEqual([
        method,
        403,
        'this needs a token with scope read:index-ticker',
      ]);
    }
    await command('clients.set', { id: other.id, scopes });
    expect(JSON.parse((await receiver.next()).body)).toMatchObject({ data: { alertId: alert['id'] } });
    expect(await delivered(other, alert)).toMatchObject([{ status: 'DELIVERED' }]);
    // The end of an alert tells of its data, too.
    await command('clients.set', { id: other.id, scopes: ['read:alerts', 'write:alerts'] });
    expect((await other.ask('DELETE', `/alerts/${alert['id']}`)).status).toBe(204);
    await expect
      .poll(() => command('alerts.deliveries', { client: other.id, dead: true }), { timeout: 20_000 })
      .toMatchObject([{ problem: 'SCOPE', attempts: 0 }]);
  });
});

describe('a rule is refused', () => {
  test.each([
    [{}, 'type', 'is required'],
    [{ type: 'SIDEWAYS' }, 'type', 'must be one of ABOVE, BELOW'],
    [{ type: 'ABOVE', index: 'BTC' }, 'threshold', 'is required for ABOVE'],
    [{ ...NEVER, threshold: 1 }, 'threshold', 'must be a string with a positive decimal'],
    [{ ...NEVER, threshold: '1e3' }, 'threshold', 'must be a string'],
    [{ ...NEVER, threshold: '0' }, 'threshold', 'must be a string with a positive'],
    [{ ...NEVER, percent: '5' }, 'percent', 'does not belong to ABOVE'],
    [{ ...NEVER, index: 'NOSUCHTHING' }, 'index', 'is not the id or name of an index'],
    [{ ...NEVER, index: KRAKEN }, 'index', 'is not the id or name of an index'],
    [{ ...NEVER, endpointIds: [KRAKEN] }, 'endpointIds', `there is no alert endpoint ${KRAKEN}`],
    [{ ...NEVER, tresholds: '5' }, 'tresholds', 'is not a known member'],
    [{ ...NEVER, name: null }, 'name', 'must be a text'],
    [{ type: 'EXCHANGE_DOWN', exchangeId: BTC, forSeconds: 60 }, 'exchangeId', 'is not an exchange'],
    [
      { type: 'MOVED', index: 'BTC', percent: '5', withinSeconds: 29 },
      'withinSeconds',
      'must be a whole number from 30',
    ],
    [{ type: 'FLAG', index: 'BTC', flags: [] }, 'flags', 'must be a list of 1 to'],
    [{ type: 'GAP', index: 'BTC' }, 'index', 'does not belong to GAP'],
  ])('%j: %s %s', async (body, field, message) => {
    const { status, body: answer } = await client.ask('POST', '/alerts', body);
    expect(status).toBe(400);
    expect(answer['errors']).toContainEqual({
      object: 'Alert',
      field,
      rejectedValue: expect.any(String),
      message: expect.stringContaining(message),
    });
  });

  test('with text that UTF-8 cannot express', async () => {
    const { status, body } = await client.ask('POST', '/alerts', { ...NEVER, name: 'a\ud800' });
    expect([status, body['errors'][0].field]).toEqual([400, 'name']);
    const bytes = Buffer.from(JSON.stringify({ ...NEVER, name: 'é' }), 'latin1');
    expect((await client.ask('POST', '/alerts', bytes)).body['message']).toBe(
      'the request body is not UTF-8',
    );
  });

  test('with all of its problems at once', async () => {
    const { body } = await client.ask('POST', '/alerts', { type: 'ABOVE', index: 7, cooldownSeconds: -1 });
    expect((body['errors'] as Json[]).map(({ field }) => field).toSorted()).toEqual([
      'cooldownSeconds',
      'index',
    ]);
  });

  test('if its body is no JSON object, too long, or of another type', async () => {
    expect((await client.ask('POST', '/alerts', '[]')).status).toBe(400);
    expect((await client.ask('POST', '/alerts', '{')).status).toBe(400);
    expect((await client.ask('POST', '/alerts', ' '.repeat(17 * 1024))).status).toBe(413);
    expect(
      (await client.ask('POST', '/alerts', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }))
        .status,
    ).toBe(415);
  });

  test('without the scope of its data', async () => {
    const other = await Client.with(service, ['read:LX', 'read:alerts', 'write:alerts']);
    const forbidden: [Json, string][] = [
      [NEVER, 'read:index-ticker'],
      [{ type: 'DEVIATION', index: 'BLX', otherIndex: 'BTC', percent: '1' }, 'read:index-ticker'],
      [{ type: 'EXCHANGE_DOWN', exchangeId: KRAKEN, forSeconds: 60 }, 'read:exchange-ticker'],
      [{ type: 'GAP' }, 'read:operations'],
      [{ type: 'DAMAGE' }, 'read:operations'],
    ];
    for (const [body, scope] of forbidden) {
      const { status, headers } = await other.ask('POST', '/alerts', body);
      expect([status, headers.get('www-authenticate')]).toEqual([
        403,
        expect.stringContaining(`scope="${scope}"`),
      ]);
    }
    await other.created('/alerts', { ...NEVER, index: 'BLX' });
  });
});

test('writing needs write:alerts, reading read:alerts', async () => {
  const reader = await Client.with(service, ['read:index-ticker', 'read:alerts']);
  const writer = await Client.with(service, ['read:index-ticker', 'write:alerts']);
  const { id } = await writer.created('/alerts', NEVER);
  const { id: endpointId } = await writer.endpoint();
  expect((await writer.ask('GET', '/alerts')).status).toBe(403);
  const writes: [string, string, unknown?][] = [
    ['POST', '/alerts', NEVER],
    ['PATCH', `/alerts/${id}`, {}],
    ['DELETE', `/alerts/${id}`],
    ['POST', '/alert-endpoints', { url: 'https://hooks.example.com/' }],
    ['DELETE', `/alert-endpoints/${endpointId}`],
    ['POST', `/alert-endpoints/${endpointId}/rotate-secret`],
    ['POST', `/alert-endpoints/${endpointId}/test`],
  ];
  for (const [method, path, body] of writes) {
    expect([method, path, (await reader.ask(method, path, body)).status]).toEqual([method, path, 403]);
    const anonymous = await fetch(`${service.baseUrl}/v3${path}`, { method });
    expect([method, path, anonymous.status]).toEqual([method, path, 401]);
  }
});

test('a client sees and changes its own alerts and endpoints only', async () => {
  const other = await Client.with(service, SCOPES);
  const { id } = await client.created('/alerts', NEVER);
  const { id: endpointId } = await client.endpoint();
  for (const path of ['/alerts', '/alert-endpoints'])
    expect((await other.ask('GET', path)).body).toEqual({ content: [] });
  const foreign: [string, string, unknown?][] = [
    ['GET', `/alerts/${id}`],
    ['GET', `/alerts/${id}/deliveries`],
    ['PATCH', `/alerts/${id}`, { enabled: false }],
    ['DELETE', `/alerts/${id}`],
    ['DELETE', `/alert-endpoints/${endpointId}`],
    ['POST', `/alert-endpoints/${endpointId}/rotate-secret`],
    ['POST', `/alert-endpoints/${endpointId}/test`],
  ];
  for (const [method, path, body] of foreign)
    expect([method, path, (await other.ask(method, path, body)).status]).toEqual([method, path, 404]);
  expect((await other.ask('POST', '/alerts', { ...NEVER, endpointIds: [endpointId] })).status).toBe(400);
  expect((await client.ask('GET', `/alerts/${id}`)).body).toMatchObject({ enabled: true });
});

describe('an endpoint', () => {
  test('shows its secret at its creation and at a rotation only', async () => {
    const made = await client.endpoint({ ed25519: true, heartbeatSeconds: 86_400, name: 'pager' });
    expect(made).toMatchObject({
      status: 'ACTIVE',
      name: 'pager',
      secret: expect.stringMatching(/^whsec_/),
      publicKey: expect.stringMatching(/^whpk_/),
    });
    // A heartbeat comes at once.
    expect(JSON.parse((await receiver.next()).body)).toMatchObject({
      type: 'heartbeat',
      data: { endpointId: made['id'] },
    });
    const { body } = await client.ask('GET', '/alert-endpoints');
    expect(JSON.stringify(body)).not.toContain('whsec_');
    const rotated = await client.ask('POST', `/alert-endpoints/${made['id']}/rotate-secret`);
    expect(rotated.body['secret']).not.toBe(made['secret']);
    expect(rotated.body['publicKey']).not.toBe(made['publicKey']);
    expect(rotated.body['previousSecretUntil']).toEqual(expect.any(String));
    await client.ask('POST', `/alert-endpoints/${made['id']}/test`);
    const { headers, body: sent } = await receiver.next();
    for (const { secret } of [made, rotated.body] as Json[])
      expect(new Webhook(secret as string).verify(sent, headers)).toMatchObject({ data: { test: true } });
  });

  test.each([
    ['http://hooks.example.com/', 'must begin with https://'],
    ['https://hooks.example.com:8443/', 'must use port 443'],
    ['https://localhost/', 'must have a host name of the public DNS'],
    ['https://169.254.169.254/latest/meta-data', 'must have a public address'],
    ['https://[::ffff:10.0.0.1]/', 'must have a public address'],
    ['https://user:pass@hooks.example.com/', 'must not contain a user or password'],
  ])('is refused at %s', async (url, message) => {
    const { status, body } = await client.ask('POST', '/alert-endpoints', { url });
    expect([status, body['errors']]).toEqual([
      400,
      [{ object: 'AlertEndpoint', field: 'url', rejectedValue: '', message }],
    ]);
  });

  test('that answers 410 is disabled; a successful test makes it active again', async () => {
    const other = await Client.with(service, SCOPES);
    const endpoint = await other.endpoint();
    receiver.answer = { status: 410 };
    const alert = await other.created('/alerts', {
      type: 'ABOVE',
      index: 'BTC',
      threshold: '1',
      endpointIds: [endpoint['id']],
    });
    await receiver.next();
    expect(await delivered(other, alert)).toMatchObject([
      { status: 'DEAD', problem: 'GONE', responseStatus: 410 },
    ]);
    const statusOf = async () =>
      ((await other.ask('GET', '/alert-endpoints')).body['content'] as Json[])[0]!['status'] as string;
    expect(await statusOf()).toBe('DISABLED');
    const test = () => other.ask('POST', `/alert-endpoints/${endpoint['id']}/test`);
    expect((await test()).body).toEqual({ delivered: false, responseStatus: 410, problem: 'GONE' });
    receiver.answer = { problem: 'CONNECTION' };
    expect((await test()).body).toEqual({ delivered: false, problem: 'CONNECTION' });
    receiver.answer = { status: 204 };
    expect((await test()).body).toEqual({ delivered: true, responseStatus: 204 });
    expect(await statusOf()).toBe('ACTIVE');
    for (let tests = 0; tests < 3; tests++) await receiver.next();
    await other.ask('PATCH', `/alerts/${alert['id']}`, { enabled: false });
  });

  test.each(['a heartbeat', 'a test'])('that answers 410 to %s is disabled', async (what) => {
    const other = await Client.with(service, SCOPES);
    receiver.answer = { status: 410 };
    const isTest = what === 'a test';
    const endpoint = await other.endpoint(isTest ? {} : { heartbeatSeconds: 86_400 });
    if (isTest) await other.ask('POST', `/alert-endpoints/${endpoint['id']}/test`);
    expect(JSON.parse((await receiver.next()).body)).toMatchObject({ type: 'heartbeat' });
    await expect
      .poll(
        async () =>
          ((await other.ask('GET', '/alert-endpoints')).body['content'] as Json[])[0]!['status'] as string,
      )
      .toBe('DISABLED');
    receiver.answer = { status: 204 };
    const alert = await other.created('/alerts', {
      type: 'ABOVE',
      index: 'BTC',
      threshold: '1',
      endpointIds: [endpoint['id']],
    });
    await expect
      .poll(async () => (await other.ask('GET', `/alerts/${alert['id']}`)).body['state'] as string, {
        timeout: 20_000,
      })
      .toBe('FIRING');
    expect(await delivered(other, alert)).toMatchObject([
      { status: 'DEAD', problem: 'ENDPOINT', attempts: 0 },
    ]);
    const warnings = service.logLines.filter((line) => line.includes('a webhook could not be delivered'));
    expect(warnings.filter((line) => line.includes(endpoint['id'] as string))).toHaveLength(1);
  });

  test('is refused with 409 if the client has 20, and with no Retry-After', async () => {
    const other = await Client.with(service, SCOPES);
    for (let made = 0; made < 20; made++) await other.endpoint();
    const { status, body, headers } = await other.ask('POST', '/alert-endpoints', {
      url: 'https://hooks.example.com/',
    });
    expect([status, body['status'], body['message'], headers.get('retry-after')]).toEqual([
      409,
      'CONFLICT',
      'a client may have 20 alert endpoints',
      null,
    ]);
  });

  test('may be tested ten times a minute', async () => {
    const other = await Client.with(service, SCOPES);
    const endpoint = await other.endpoint();
    const statuses: number[] = [];
    let retryAfter: string | null = null;
    for (let tests = 0; tests < 11; tests++) {
      const { status, headers } = await other.ask('POST', `/alert-endpoints/${endpoint['id']}/test`);
      statuses.push(status);
      retryAfter = headers.get('retry-after');
      if (status === 200) await receiver.next();
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(retryAfter).toBe('60');
  });

  test('that is deleted is no longer in any rule', async () => {
    const endpoint = await client.endpoint();
    const alert = await client.created('/alerts', { ...NEVER, endpointIds: [endpoint['id']] });
    expect((await client.ask('DELETE', `/alert-endpoints/${endpoint['id']}`)).status).toBe(204);
    expect((await client.ask('GET', `/alerts/${alert['id']}`)).body['endpointIds']).toEqual([]);
  });
});

test('the same Idempotency-Key creates once; with another body it is refused', async () => {
  const other = await Client.with(service, SCOPES);
  const key = { 'idempotency-key': 'a-1' };
  for (const [path, body] of [
    ['/alerts', NEVER],
    ['/alert-endpoints', { url: 'https://hooks.example.com/' }],
  ] as const) {
    const first = await other.ask('POST', path, body, key);
    expect(first.status).toBe(201);
    expect(await other.ask('POST', path, body, key)).toMatchObject({ status: 201, body: first.body });
    expect((await other.ask('POST', path, { ...body, name: 'x' }, key)).status).toBe(409);
    expect((await other.ask('GET', path)).body['content']).toHaveLength(1);
  }
  const { id } = (await other.ask('GET', '/alert-endpoints')).body['content'][0] as Json;
  const rotate = (name: string) =>
    other.ask('POST', `/alert-endpoints/${id}/rotate-secret`, undefined, { 'idempotency-key': name });
  const secrets = [await rotate('r-1'), await rotate('r-1'), await rotate('r-2')].map(
    ({ body }) => body['secret'] as string,
  );
  expect([secrets[0] === secrets[1], secrets[1] === secrets[2]]).toEqual([true, false]);
  expect((await other.ask('POST', '/alerts', NEVER, { 'idempotency-key': 'a b' })).status).toBe(400);
});

test('after a kill, what was not acknowledged is sent with the same id, and ticks that were not evaluated are not missing', async () => {
  const folder = newFolder();
  const stalled = new WebhookReceiver();
  stalled.answer = 'never';
  const first = await startService({ past: false, argv: WORLD, webhooks: stalled, folder });
  let sent;
  const copy = newFolder();
  try {
    const owner = await Client.with(first, SCOPES);
    const endpoint = await owner.endpoint();
    await owner.created('/alerts', {
      type: 'ABOVE',
      index: 'BTC',
      threshold: '1',
      endpointIds: [endpoint['id']],
    });
    await owner.created('/alerts', { type: 'GAP', endpointIds: [endpoint['id']] });
    sent = await stalled.next();
    // What a kill at this moment leaves on the disk.
    cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  } finally {
    await first.close();
  }
  const evaluatedAt = evaluatedEarlier(copy, 10 * SLOT_MS);
  const after = new WebhookReceiver();
  const second = await startService({ past: false, argv: WORLD, webhooks: after, folder: copy });
  try {
    const again = await after.next();
    expect([again.headers['webhook-id'], again.body]).toEqual([sent.headers['webhook-id'], sent.body]);
    const owner = await Client.with(second, SCOPES);
    const endpoint = await owner.endpoint();
    await owner.created('/alerts', {
      type: 'ABOVE',
      index: 'BTC',
      threshold: '1',
      endpointIds: [endpoint['id']],
    });
    // A busy machine may miss slots after the start.
    for (const { timestamp, data } of await firedBefore('ABOVE', after))
      expect(Date.parse(timestamp) - (data.missingSlots + 1) * SLOT_MS).toBeGreaterThanOrEqual(evaluatedAt);
  } finally {
    await second.close();
  }
});

/** The messages up to the first of an alert of this type, without that one. */
async function firedBefore(type: string, from: WebhookReceiver): Promise<Json[]> {
  const messages: Json[] = [];
  for (;;) {
    const message = JSON.parse((await from.next()).body) as Json;
    if (message['data'].alertType === type) return messages;
    if (message['type'] === 'alert.fired') messages.push(message);
  }
}

/** Makes the alerts of a directory older, and the newest evaluated slot earlier; returns that slot as it was. */
function evaluatedEarlier(folder: string, byMs: number): number {
  const path = join(folder, ALERT_FILE);
  const changes = LineLog.read(path)!.lines.map((line) => JSON.parse(line) as Json);
  const newest = changes.findLast(({ put }) => put === 'evaluated')!['at'] as number;
  for (const { put, rule } of changes) if (put === 'rule') rule.validFrom -= 2 * byMs;
  const all = [...changes, { put: 'evaluated', at: newest - byMs }];
  LineLog.replace(
    path,
    all.map((change) => JSON.stringify(change)),
  );
  return newest;
}

test('alerts of a removed client are not evaluated, and the operator can remove them', async () => {
  const other = await Client.with(service, SCOPES);
  const endpoint = await other.endpoint();
  const alert = await other.created('/alerts', {
    type: 'ABOVE',
    index: 'BTC',
    threshold: '1',
    silencedUntil: '2126-01-01T00:00:00Z',
    endpointIds: [endpoint['id']],
  });
  await command('clients.remove', { id: other.id });
  await command('alerts.silence', { id: alert['id'] });
  // An alert of the same tick fires.
  const watched = await client.created('/alerts', { type: 'ABOVE', index: 'BTC', threshold: '1' });
  await expect
    .poll(async () => (await client.ask('GET', `/alerts/${watched['id']}`)).body['state'] as string, {
      timeout: 20_000,
    })
    .toBe('FIRING');
  expect(await command('alerts.list', { client: other.id })).toMatchObject([
    { id: alert['id'], state: 'OK' },
  ]);
  expect(await command('alerts.remove', { client: other.id })).toEqual({
    alerts: 1,
    endpoints: 1,
    deliveries: 0,
  });
  expect(await command('alerts.list', { client: other.id })).toEqual([]);
});

test('metrics count what waits, attempts and alerts', async () => {
  const text = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(text).toMatch(/^tidemark_webhook_queue \d+$/m);
  expect(text).toMatch(/^tidemark_webhook_attempts_total\{outcome="accepted"\} [1-9]/m);
  expect(text).toMatch(/^tidemark_webhook_dead_total [1-9]/m);
  expect(text).toMatch(/^tidemark_alerts_total\{type="alert\.fired"\} [1-9]/m);
  expect(text).toMatch(/^tidemark_alert_rules [1-9]/m);
  expect(text).toMatch(/^tidemark_alerts_evaluated_slot_timestamp_seconds 1\d{9}$/m);
  expect(Number(/^tidemark_alerts_lag_seconds (\d+)$/m.exec(text)?.[1])).toBeLessThanOrEqual(90);
});

test('neither secrets nor URLs of webhooks are in the log', () => {
  const log = service.logLines.join('');
  for (const secret of ['whsec_', 'hooks.example.com']) expect(log).not.toContain(secret);
});

/** The deliveries of an alert, once none of them is pending. */
async function delivered(of: Client, alert: Json): Promise<Json[]> {
  let content: Json[] = [];
  await expect
    .poll(
      async () => {
        content = (await of.ask('GET', `/alerts/${alert['id']}/deliveries`)).body['content'] as Json[];
        return content.map(({ status }) => status as string);
      },
      { timeout: 20_000 },
    )
    .not.toContain('PENDING');
  return content;
}

async function command(name: string, args: Json): Promise<unknown> {
  const { runCommand } = await import('../../../src/app/operate/control/admin-access.ts');
  const { SystemClock } = await import('../../../src/core/clocks/clock.ts');
  return runCommand(service.folder, new SystemClock(), { command: name, arguments: args });
}
