import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { Audiences, type AudienceKind } from '../../../src/auth/audiences.ts';
import { ClientFile } from '../../../src/auth/client-file.ts';
import { ClientRegistry } from '../../../src/auth/client-registry.ts';
import { KeyFile } from '../../../src/auth/key-file.ts';
import { tokenHash, type LongLivedToken } from '../../../src/auth/tokens/long-lived-token.ts';
import { LongLivedTokenFile } from '../../../src/auth/tokens/long-lived-token-file.ts';
import { LongLivedTokens } from '../../../src/auth/tokens/long-lived-tokens.ts';
import { SigningKeys } from '../../../src/auth/signing-keys.ts';
import { signLongLived, TokenIssuer } from '../../../src/auth/tokens/token-issuer.ts';
import { TokenVerifier } from '../../../src/auth/tokens/token-verifier.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const URLS = { baseUrl: 'https://api.example.com', wsUrl: 'wss://stream.example.com' };
const newFolder = temporaryFolders();

async function open() {
  const clock = new ManualClock(NOW);
  const folder = newFolder();
  const longLived = await LongLivedTokens.open(new LongLivedTokenFile(folder), clock);
  const isNeeded = (kid: string) => longLived.needsKey(kid);
  const keys = await SigningKeys.open(new KeyFile(folder), clock, undefined, { isNeeded });
  const clients = await ClientRegistry.open(new ClientFile(folder), clock);
  const { client } = await clients.add({ name: 'desk', scopes: ['read:LX', 'read:ohlcv'] });
  const make = async (changes: Partial<LongLivedToken> = {}) => {
    const made: Omit<LongLivedToken, 'hash'> = {
      id: 'a',
      clientId: client.id,
      audiences: ['rest', 'stream'],
      scopes: ['read:LX'],
      kid: keys.current.kid,
      issuedAt: NOW,
      expiresAt: NOW + 90 * DAY_MS,
      ...changes,
    };
    const token = signLongLived(keys.current, made, URLS);
    await longLived.add({ ...made, hash: tokenHash(token) });
    return token;
  };
  const verifier = (kind: AudienceKind, urls = URLS) => {
    const audiences = new Audiences({ ...urls, baseUrlConfigured: true, wsUrlConfigured: true });
    return new TokenVerifier({ keys, clients, longLived, clock, issuer: urls.baseUrl, audiences, kind });
  };
  const rest = verifier('rest');
  const issuer = new TokenIssuer(keys, clock, URLS.baseUrl);
  return { folder, clock, longLived, keys, clients, client, make, verifier, rest, issuer };
}

describe('a long-lived token', () => {
  test('has the claims of other tokens, for each of its audiences', async () => {
    const { make, client } = await open();
    const claims = {
      iss: URLS.baseUrl,
      sub: client.id,
      client_id: client.id,
      azp: client.id,
      gty: 'operator',
      scope: 'read:LX',
      iat: NOW / SECOND_MS,
      exp: (NOW + 90 * DAY_MS) / SECOND_MS,
      nonce: expect.stringMatching(/^[\w-]{22}$/) as unknown,
    };
    expect(decodeJwt(await make())).toEqual({ ...claims, jti: 'a', aud: [URLS.baseUrl, URLS.wsUrl] });
    expect(decodeJwt(await make({ id: 'b', audiences: ['stream'] }))).toEqual({
      ...claims,
      jti: 'b',
      aud: URLS.wsUrl,
    });
  });

  test('is valid for each of its audiences and no other', async () => {
    const { make, verifier, client } = await open();
    const both = await make();
    const one = await make({ id: 'b', audiences: ['rest'] });
    const grant = { clientId: client.id, scopes: new Set(['read:LX']), expiresAt: NOW + 90 * DAY_MS };
    for (const kind of ['rest', 'stream'] as const) {
      const checking = verifier(kind);
      expect(await checking.verify(both)).toEqual({ ...grant, tokenId: 'a' });
      expect(checking.cachedGrant(both)).toEqual({ ...grant, tokenId: 'a' });
    }
    expect(await verifier('rest').verify(one)).toEqual({ ...grant, tokenId: 'b' });
    expect(await verifier('stream').verify(one)).toBeUndefined();
  });

  test('ends when it is revoked, cached or not, and another one of its client does not', async () => {
    const { make, longLived, rest, verifier } = await open();
    const [first, second] = [await make(), await make({ id: 'b' })];
    for (const token of [first, second]) expect(await rest.verify(token)).toBeDefined();
    await longLived.revoke('a');
    expect(rest.cachedGrant(first)).toBeUndefined();
    expect(await rest.verify(first)).toBeUndefined();
    expect(await verifier('rest').verify(first)).toBeUndefined();
    expect(rest.cachedGrant(second)).toBeDefined();
  });

  test('ends when it expires, and not before', async () => {
    const { make, clock, rest } = await open();
    const token = await make();
    expect(await rest.verify(token)).toBeDefined();
    clock.advance(90 * DAY_MS - 1);
    expect(rest.cachedGrant(token)).toBeDefined();
    clock.advance(1);
    expect(rest.cachedGrant(token)).toBeUndefined();
    expect(await rest.verify(token)).toBeUndefined();
  });

  test('ends with its client, and stays valid when the secret of the client is rotated', async () => {
    const { make, clients, client, rest } = await open();
    const token = await make();
    await clients.rotate(client.id);
    expect(await rest.verify(token)).toBeDefined();
    await clients.disable(client.id);
    expect(rest.cachedGrant(token)).toBeUndefined();
    await clients.remove(client.id);
    expect(await rest.verify(token)).toBeUndefined();
  });

  test('is invalid if it is not registered, even with a valid signature', async () => {
    const { make, folder, clock, keys, clients, rest, issuer, client } = await open();
    const token = await make();
    const other = await LongLivedTokens.open(new LongLivedTokenFile(newFolder()), clock);
    const audiences = new Audiences({ ...URLS, baseUrlConfigured: true, wsUrlConfigured: true });
    const parts = { keys, clients, clock, issuer: URLS.baseUrl, audiences, kind: 'rest' as const };
    expect(await new TokenVerifier({ ...parts, longLived: other }).verify(token)).toBeUndefined();
    // The same file makes it valid again, so there was no other cause.
    const same = await LongLivedTokens.open(new LongLivedTokenFile(folder), clock);
    expect(await new TokenVerifier({ ...parts, longLived: same }).verify(token)).toBeDefined();
    const { client: second } = await clients.add({ name: 'second', scopes: [] });
    for (const claims of [{ jti: 'b' }, { client_id: second.id }]) {
      const forged = await new SignJWT({ ...decodeJwt(token), ...claims })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: keys.current.kid })
        .sign(keys.current.privateKey);
      expect(await rest.verify(forged), JSON.stringify(claims)).toBeUndefined();
    }
    expect(await rest.verify(issuer.issue(client, URLS.baseUrl, []))).toBeDefined();
  });

  test('has no more scopes than its client: a scope that the client loses is lost', async () => {
    const { make, rest } = await open();
    const token = await make({ scopes: ['read:LX', 'read:derivatives'] });
    expect((await rest.verify(token))?.scopes).toEqual(new Set(['read:LX']));
  });

  test('is valid under other URLs of the service, for the same audiences', async () => {
    const { make, verifier } = await open();
    const token = await make({ audiences: ['rest'] });
    const moved = { baseUrl: 'https://data.example.org', wsUrl: 'wss://api.example.com' };
    expect(await verifier('rest', moved).verify(token)).toBeDefined();
    expect(await verifier('stream', moved).verify(token)).toBeUndefined();
  });
});

describe('rotating the key', () => {
  test('keeps the old one for its long-lived tokens, also after a restart, and drops it when they have ended', async () => {
    const { make, keys, clock, rest, verifier, longLived, folder } = await open();
    const [token, old] = [await make(), keys.current.kid];
    for (let i = 0; i < 3; i++) {
      await keys.rotate();
      clock.advance(20 * DAY_MS);
    }
    expect(await rest.verify(token)).toBeDefined();
    expect(keys.jwks().keys.map(({ kid }) => kid)).toContain(old);
    const restarted = await SigningKeys.open(new KeyFile(folder), clock);
    expect(restarted.keyById(old)).toBeDefined();
    await longLived.revoke('a');
    await keys.rotate();
    expect(keys.keyById(old)).toBeUndefined();
    expect(await verifier('rest').verify(token)).toBeUndefined();
  });

  test('cannot be forged with the key and all stored data about it', async () => {
    const { make, keys, longLived, verifier } = await open();
    const token = await make();
    const kept = longLived.findValid('a')!;
    const again = signLongLived(keys.current, kept, URLS);
    const { nonce: _, ...claims } = decodeJwt(token);
    expect(decodeJwt(again)).toMatchObject(claims);
    expect(await verifier('rest').verify(again)).toBeUndefined();
    expect(await verifier('rest').verify(token)).toBeDefined();
  });

  test('rejects other tokens of the old key once its own have expired, because it may have leaked', async () => {
    const { make, keys, clock, verifier, issuer, client } = await open();
    const token = await make();
    const { kid, privateKey } = keys.current;
    const ordinary = decodeJwt(issuer.issue(client, URLS.baseUrl, []));
    await keys.rotate();
    const forge = () =>
      new SignJWT({ ...ordinary, exp: clock.now() / SECOND_MS + 3600 })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
        .sign(privateKey);
    clock.advance(DAY_MS);
    expect(await verifier('rest').verify(await forge())).toBeDefined();
    clock.advance(HOUR_MS);
    expect(await verifier('rest').verify(await forge())).toBeUndefined();
    expect(await verifier('rest').verify(token)).toBeDefined();
  });
});
