import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { Audiences, type AudienceKind } from '../../../src/auth/audiences.ts';
import { ClientFile } from '../../../src/auth/client-file.ts';
import { ClientRegistry } from '../../../src/auth/client-registry.ts';
import { KeyFile } from '../../../src/auth/key-file.ts';
import { LongLivedTokenFile } from '../../../src/auth/tokens/long-lived-token-file.ts';
import { LongLivedTokens } from '../../../src/auth/tokens/long-lived-tokens.ts';
import { SigningKeys } from '../../../src/auth/signing-keys.ts';
import { TokenIssuer, type TokenForm } from '../../../src/auth/tokens/token-issuer.ts';
import { TokenVerifier } from '../../../src/auth/tokens/token-verifier.ts';
import { RevocationsUnknown } from '../../../src/auth/secrets-watch.ts';
import { SCOPES } from '../../../src/contract/scopes.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { MemoryClientStore, MemoryKeyStore } from '../../support/memory-secrets.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const ISSUER = 'https://api.example.com';
const STREAM = 'wss://stream.example.com';
const AUDIENCES = new Audiences({
  baseUrl: ISSUER,
  wsUrl: STREAM,
  baseUrlConfigured: true,
  wsUrlConfigured: true,
});
/** In the order of version 1.0.0. */
const CLAIMS = ['client_id', 'azp', 'gty', 'scope', 'iss', 'sub', 'aud', 'iat', 'exp', 'jti'];
const newFolder = temporaryFolders();

async function open() {
  const clock = new ManualClock(NOW);
  const folder = newFolder();
  const keys = await SigningKeys.open(new KeyFile(folder), clock);
  const clients = await ClientRegistry.open(new ClientFile(folder), clock);
  const { client } = await clients.add({ name: 'desk', scopes: ['read:LX', 'read:ohlcv'] });
  const longLived = await LongLivedTokens.open(new LongLivedTokenFile(folder), clock);
  const verifier = (kind: AudienceKind = 'rest') =>
    new TokenVerifier({ keys, clients, longLived, clock, issuer: ISSUER, audiences: AUDIENCES, kind });
  return { clock, keys, clients, client, longLived, issuer: new TokenIssuer(keys, clock, ISSUER), verifier };
}

describe('while revocations are unknown', () => {
  async function openWatched() {
    const clock = new ManualClock(NOW);
    const keys = await SigningKeys.open(new MemoryKeyStore(), clock);
    const watch = { ageMs: 0, isTooOld: false };
    const page = { id: 'page', name: 'page', scopes: SCOPES, createdAt: NOW, disabled: false };
    const builtIn = [{ client: page, secret: '' }];
    const clients = await ClientRegistry.open(new MemoryClientStore(), clock, builtIn, watch);
    const longLived = await LongLivedTokens.open(new LongLivedTokenFile(newFolder()), clock);
    const { client } = await clients.add({ name: 'desk', scopes: ['read:LX'] });
    const verifier = new TokenVerifier({
      keys,
      clients,
      longLived,
      clock,
      issuer: ISSUER,
      audiences: AUDIENCES,
      kind: 'rest',
    });
    const issuer = new TokenIssuer(keys, clock, ISSUER);
    return {
      clients,
      client,
      page,
      watch,
      verifier,
      issue: (of = client) => issuer.issue(of, ISSUER, of.scopes),
    };
  }

  test('a valid token that was not accepted before is refused as such, until they are known again', async () => {
    const { watch, verifier, issue } = await openWatched();
    const token = await issue();
    watch.isTooOld = true;
    await expect(verifier.verify(token)).rejects.toThrow(RevocationsUnknown);
    expect(verifier.cachedGrant(token)).toBeUndefined();
    watch.isTooOld = false;
    expect(await verifier.verify(token)).toBeDefined();
  });

  test('one that was accepted stays valid, and ends with its client', async () => {
    const { clients, client, watch, verifier, issue } = await openWatched();
    const token = await issue();
    await verifier.verify(token);
    watch.isTooOld = true;
    expect(await verifier.verify(token)).toBeDefined();
    expect(verifier.cachedGrant(token)).toBeDefined();
    await clients.disable(client.id);
    expect(await verifier.verify(token)).toBeUndefined();
  });

  test('an invalid one is invalid, and one of a built-in client, which cannot be revoked, is valid', async () => {
    const { clients, client, page, watch, verifier, issue } = await openWatched();
    const [token, ofPage] = [await issue(), await issue(page)];
    watch.isTooOld = true;
    expect(await verifier.verify(ofPage)).toBeDefined();
    expect(await verifier.verify('a.bad.one')).toBeUndefined();
    await clients.disable(client.id);
    expect(await verifier.verify(token)).toBeUndefined();
  });
});

describe('an issued token', () => {
  test('carries the claims of RFC 9068 and those that existing clients read', async () => {
    const { issuer, client, keys } = await open();
    const token = issuer.issue(client, ISSUER, client.scopes);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: keys.current.kid });
    expect(decodeJwt(token)).toEqual({
      iss: ISSUER,
      sub: client.id,
      aud: ISSUER,
      client_id: client.id,
      azp: client.id,
      gty: 'client-credentials',
      scope: 'read:LX read:ohlcv',
      iat: NOW / 1000,
      exp: NOW / 1000 + 86_400,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    });
  });

  test('has the same bytes as one that jose signs', async () => {
    const { issuer, client, keys } = await open();
    const forms: (TokenForm | undefined)[] = [
      undefined,
      { lifetimeSeconds: 600, grantType: 'page', subject: 'zażółć', parentId: 'a parent' },
    ];
    for (const form of forms) {
      const token = issuer.issue(client, ISSUER, client.scopes, form);
      expect(Object.keys(decodeJwt(token)).filter((name) => name !== 'parent_jti')).toEqual(CLAIMS);
      const again = new SignJWT(decodeJwt(token)).setProtectedHeader(decodeProtectedHeader(token) as never);
      expect(await again.sign(keys.current.privateKey)).toBe(token);
    }
  });

  test('is verified, and then cached', async () => {
    const { issuer, client, verifier } = await open();
    const token = issuer.issue(client, ISSUER, ['read:LX']);
    const checking = verifier();
    expect(checking.cachedGrant(token)).toBeUndefined();
    const grant = { clientId: client.id, scopes: new Set(['read:LX']), expiresAt: NOW + DAY_MS };
    expect(await checking.verify(token)).toEqual(grant);
    expect(checking.cachedGrant(token)).toEqual(grant);
  });

  test('ends after a day, cached or not', async () => {
    const { clock, issuer, client, verifier } = await open();
    const token = issuer.issue(client, ISSUER, []);
    const [remembering, fresh] = [verifier(), verifier()];
    await remembering.verify(token);
    clock.advance(DAY_MS - 1);
    expect(remembering.cachedGrant(token)).toBeDefined();
    clock.advance(1);
    expect(remembering.cachedGrant(token)).toBeUndefined();
    expect(await remembering.verify(token)).toBeUndefined();
    expect(await fresh.verify(token)).toBeUndefined();
  });

  test('ends when its client is disabled or removed, cached or not', async () => {
    const { clients, issuer, client, verifier } = await open();
    const { client: other } = await clients.add({ name: 'other', scopes: [] });
    const [first, second] = [issuer.issue(client, ISSUER, []), issuer.issue(other, ISSUER, [])];
    const checking = verifier();
    await Promise.all([checking.verify(first), checking.verify(second)]);
    await clients.disable(client.id);
    await clients.remove(other.id);
    for (const token of [first, second]) {
      expect(checking.cachedGrant(token)).toBeUndefined();
      expect(await checking.verify(token)).toBeUndefined();
      expect(await verifier().verify(token)).toBeUndefined();
    }
  });

  test('loses the scopes that its client loses, cached or not, and never gains any', async () => {
    const { clients, issuer, client, verifier } = await open();
    const token = issuer.issue(client, ISSUER, ['read:LX', 'read:ohlcv']);
    const checking = verifier();
    const scopes = () => [...(checking.cachedGrant(token)?.scopes ?? [])];
    await checking.verify(token);
    expect(scopes()).toEqual(['read:LX', 'read:ohlcv']);
    await clients.change(client.id, { scopes: ['read:LX', 'read:market-cap'] });
    expect(scopes()).toEqual(['read:LX']);
    expect((await verifier().verify(token))?.scopes).toEqual(new Set(['read:LX']));
    await clients.change(client.id, { scopes: ['read:LX', 'read:ohlcv', 'read:market-cap'] });
    expect(scopes()).toEqual(['read:LX', 'read:ohlcv']);
  });

  test('is valid again when its client is enabled again', async () => {
    const { clients, issuer, client, verifier } = await open();
    const token = issuer.issue(client, ISSUER, []);
    const checking = verifier();
    await checking.verify(token);
    await clients.disable(client.id);
    expect(checking.cachedGrant(token)).toBeUndefined();
    await clients.enable(client.id);
    expect(checking.cachedGrant(token)).toMatchObject({ clientId: client.id });
  });

  test('stays valid when its key or its client secret is rotated', async () => {
    const { keys, clients, issuer, client, verifier } = await open();
    const token = issuer.issue(client, ISSUER, []);
    await keys.rotate();
    clients.rotate(client.id);
    expect(await verifier().verify(token)).toMatchObject({ clientId: client.id });
  });
});

describe('a token is refused', () => {
  test('when it is for another audience', async () => {
    const { issuer, client, verifier } = await open();
    const token = issuer.issue(client, STREAM, []);
    expect(await verifier().verify(token)).toBeUndefined();
    expect(await verifier('stream').verify(token)).toBeDefined();
  });

  test('when it comes from another installation', async () => {
    const [ours, theirs] = await Promise.all([open(), open()]);
    const token = theirs.issuer.issue(ours.client, ISSUER, []);
    expect(await ours.verifier().verify(token)).toBeUndefined();
  });

  test('when it has the signature of a cached one, with another content', async () => {
    const { issuer, client, verifier } = await open();
    const checking = verifier();
    const token = issuer.issue(client, ISSUER, ['read:LX']);
    await checking.verify(token);
    const [head, claims, signature] = token.split('.') as [string, string, string];
    const changed = { ...decodeJwt(token), scope: 'read:LX read:ohlcv' };
    const forged = [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    expect(forged).not.toContain(claims);
    for (const other of [forged, `x${token}`, token.slice(1), signature]) {
      expect(checking.cachedGrant(other)).toBeUndefined();
      expect(await checking.verify(other)).toBeUndefined();
    }
    expect(checking.cachedGrant(token)).toBeDefined();
  });

  test('when any part of it was changed', async () => {
    const { issuer, client, verifier } = await open();
    const token = issuer.issue(client, ISSUER, []);
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = { ...decodeJwt(token), scope: 'read:derivatives' };
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    const changed = [
      `${head}.${forged}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}.${body}.${signature.slice(0, -4)}`,
      `${head}.${body}.AAAA`,
      `${token}.x`,
      '',
      '.',
      '..',
      'a.b.c',
      'x'.repeat(10_000),
    ];
    for (const wrong of changed) expect(await verifier().verify(wrong), wrong).toBeUndefined();
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }, {}],
    ['no client', { client_id: undefined }, {}],
    ['a client that is no text', { client_id: 5 }, {}],
    ['no scope', { scope: undefined }, {}],
    ['no expiry', { exp: undefined }, {}],
    ['no id', { jti: undefined }, {}],
    ['a client that does not exist', { client_id: 'nobody' }, {}],
    ['another type', {}, { typ: 'JWT' }],
    ['no key id', {}, { kid: undefined }],
    ['an unknown key id', {}, { kid: 'unknown' }],
  ])('when, despite a valid signature, it has %s', async (_what, claims, header) => {
    const { keys, issuer, client, verifier } = await open();
    const good = issuer.issue(client, ISSUER, []);
    const without = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
    const token = await new SignJWT(without({ ...decodeJwt(good), ...claims }))
      .setProtectedHeader({ alg: 'EdDSA', ...without({ ...decodeProtectedHeader(good), ...header }) })
      .sign(keys.current.privateKey);
    expect(await verifier().verify(token)).toBeUndefined();
    expect(await verifier().verify(good)).toBeDefined();
  });
});

test('scopes unknown to this version are omitted from the grant', async () => {
  const { keys, client, verifier, issuer } = await open();
  const good = decodeJwt(issuer.issue(client, ISSUER, []));
  const token = await new SignJWT({ ...good, scope: 'read:LX read:future' })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: keys.current.kid })
    .sign(keys.current.privateKey);
  expect((await verifier().verify(token))?.scopes).toEqual(new Set(['read:LX']));
});
