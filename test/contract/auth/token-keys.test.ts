import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IssuedSecret } from '../../../src/auth/client-registry.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startService, type TestService } from '../../support/service.ts';
import { Operator } from '../../support/operator.ts';

const HOUR_MS = 3_600_000;

interface KeySet {
  readonly keys: readonly Readonly<Record<string, string>>[];
}

/** One service for all tests, from its first key on: they are in the order in which keys come and go. */
const folder = mkdtempSync(join(tmpdir(), 'tidemark-keys-'));
const clock = new ManualClock(Date.UTC(2026, 0, 31, 12));
const operator = new Operator(folder);
let service: TestService;
beforeAll(async () => {
  service = await startService({ folder, wallClock: clock });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keySet(): Promise<KeySet> {
  return (await (await fetch(`${service.baseUrl}/.well-known/jwks.json`)).json()) as KeySet;
}

async function statusWith(token: string): Promise<number> {
  return (await service.get('/v3/asset', { authorization: `Bearer ${token}` })).status;
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe('the key set', () => {
  test('holds the public half of an Ed25519 key and nothing of the private one', async () => {
    const { keys } = await keySet();
    expect(keys).toHaveLength(1);
    const [key = {}] = keys;
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    expect(key).toMatchObject({ alg: 'EdDSA', crv: 'Ed25519', kty: 'OKP', use: 'sig' });
  });

  test('needs no token and may be cached for a short time', async () => {
    const answer = await fetch(`${service.baseUrl}/.well-known/jwks.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const [, seconds] = /max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(300);
  });
});

test('the metadata of RFC 8414 describes the token endpoint as it is', async () => {
  const answer = await fetch(`${service.baseUrl}/.well-known/oauth-authorization-server`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toEqual({
    issuer: service.baseUrl,
    token_endpoint: `${service.baseUrl}/v3/oauth/token`,
    jwks_uri: `${service.baseUrl}/.well-known/jwks.json`,
    scopes_supported: [
      'read:exchange-ticker',
      'read:index-ticker',
      'read:ohlcv',
      'read:LX',
      'read:market-cap',
      'read:derivatives',
      'read:operations',
      'read:alerts',
      'write:alerts',
    ],
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    access_token_signing_alg_values_supported: ['EdDSA'],
    service_documentation: `${service.baseUrl}/docs`,
  });
});

describe('rotation', () => {
  test('signs new tokens with a new key and leaves old tokens valid', async () => {
    const before = await service.token();
    const kid = await operator.rotateKeys();
    const after = await service.token();
    expect(kidOf(after)).toBe(kid);
    expect(kidOf(before)).not.toBe(kid);
    expect([await statusWith(before), await statusWith(after)]).toEqual([200, 200]);
    expect((await keySet()).keys.map((key) => key['kid'])).toEqual([kidOf(before), kid]);
  });

  test('changes the ETag of the key set', async () => {
    const tagOf = async () => (await fetch(`${service.baseUrl}/.well-known/jwks.json`)).headers.get('etag');
    const before = await tagOf();
    await operator.rotateKeys();
    expect(await tagOf()).not.toBe(before);
  });

  test('three times, every key still verifies until its last token has expired', async () => {
    const tokens = [await service.token()];
    for (let i = 0; i < 3; i++) {
      clock.advance(HOUR_MS);
      await operator.rotateKeys();
      tokens.push(await service.token());
    }
    expect(new Set(tokens.map(kidOf)).size).toBe(4);
    for (const token of tokens) expect(await statusWith(token)).toBe(200);
    clock.advanceTo((decodeJwt(tokens[0] ?? '').exp ?? 0) * 1000 - 1);
    for (const token of tokens) expect(await statusWith(token)).toBe(200);
    clock.advance(1);
    expect(await Promise.all(tokens.map(statusWith))).toEqual([401, 200, 200, 200]);
  });

  test('drops a key when no token of it can be alive', async () => {
    const old = (await keySet()).keys.at(-1);
    await operator.rotateKeys();
    clock.advance(26 * HOUR_MS);
    await operator.rotateKeys();
    const kids = (await keySet()).keys.map((key) => key['kid']);
    expect(kids).toHaveLength(2);
    expect(kids).not.toContain(old?.['kid']);
  });
});

describe('a restart', () => {
  let keys: KeySet;
  let token: string;
  let unseen: string;
  let ofDisabled: string;
  let [kept, disabled]: IssuedSecret[] = [];
  const credentialsOf = (issued?: IssuedSecret) => ({
    clientId: issued?.client.id ?? '',
    clientSecret: issued?.secret ?? '',
  });
  beforeAll(async () => {
    unseen = await service.token();
    await operator.rotateKeys();
    token = await service.token();
    expect(await statusWith(token)).toBe(200);
    kept = await operator.addClient(['read:LX']);
    disabled = await operator.addClient();
    ofDisabled = await service.token(credentialsOf(disabled));
    await operator.disableClient(disabled.client.id);
    keys = await keySet();
    const { port } = new URL(service.baseUrl);
    await service.close();
    service = await startService({ folder, wallClock: clock, argv: ['--port', port] });
  });

  test('keeps keys and live tokens', async () => {
    expect(await keySet()).toEqual(keys);
    expect(await statusWith(token)).toBe(200);
    expect(kidOf(await service.token())).toBe(kidOf(token));
  });

  test('after a rotation leaves a token valid that the service has never seen', async () => {
    expect(kidOf(unseen)).not.toBe(kidOf(token));
    expect(await statusWith(unseen)).toBe(200);
  });

  test('keeps clients and their secrets', async () => {
    const claims = decodeJwt(await service.token(credentialsOf(kept)));
    expect(claims).toMatchObject({ client_id: kept?.client.id, scope: 'read:LX' });
  });

  test('keeps a client disabled', async () => {
    expect(await statusWith(ofDisabled)).toBe(401);
    await expect(service.token(credentialsOf(disabled))).rejects.toThrow('401');
  });
});

describe('files of the data directory', () => {
  test('are for the owner alone', async () => {
    await operator.addClient();
    await operator.rotateKeys();
    expect(readdirSync(folder).toSorted()).toEqual([
      'alerts.log',
      'audit-head.json',
      'audit.log',
      'backfill.json',
      'clients.json',
      'contracts.log',
      'control.sock',
      'gaps-count.json',
      'gaps.log',
      'history',
      'inputs',
      'integrity-count.json',
      'integrity-heads.log',
      'integrity-keys.json',
      'reference.log',
      'secret-hmac.key',
      'signing-keys.json',
      'tidemark.json',
    ]);
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      const stats = statSync(join(folder, name));
      const mode = stats.isDirectory() ? '700' : '600';
      expect([name, (stats.mode & 0o777).toString(8)]).toEqual([name, mode]);
    }
  });

  test('hold no secret of a client', async () => {
    const { secret } = await operator.addClient();
    expect(secret.length).toBeGreaterThanOrEqual(43);
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      if (!statSync(join(folder, name)).isFile()) continue;
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain(secret);
    }
  });
});
