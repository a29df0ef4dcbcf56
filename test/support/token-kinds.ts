import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { AudienceKind } from '../../src/auth/audiences.ts';
import { SCOPES, type Scope } from '../../src/contract/scopes.ts';
import type { TestService } from './service.ts';
import { Operator } from './operator.ts';

/** Every kind of credential that a data route may receive. `scope:` kinds have only that scope. */
export const TOKEN_KINDS = [
  'none',
  'empty header',
  'basic',
  'two words',
  'garbage',
  'garbage in three parts',
  'cut',
  'changed',
  'alg none',
  'HS256 with the public key',
  'expired',
  'not yet valid',
  'websocket',
  'both audiences but not ours',
  'wrong issuer',
  'unknown key',
  'known kid, other key',
  'without kid',
  'of another type',
  'without expiry',
  'without client',
  'disabled client',
  'removed client',
  'unknown client',
  'long-lived of the websocket',
  'long-lived and revoked',
  'long-lived but not registered',
  'long-lived with another text',
  ...SCOPES.map((scope) => `scope:${scope}` as const),
  'no scopes',
  'all scopes',
] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

interface StoredKeys {
  readonly keys: readonly { readonly kid: string; readonly retiredAt?: number; readonly privateJwk: JWK }[];
}

/** An attacker's knowledge: the service's own private key, read from its data directory. */
class Forge {
  readonly #service: TestService;
  readonly #key: CryptoKey;
  readonly kid: string;
  readonly publicJwk: JWK;

  private constructor(service: TestService, key: CryptoKey, kid: string, publicJwk: JWK) {
    this.#service = service;
    this.#key = key;
    this.kid = kid;
    this.publicJwk = publicJwk;
  }

  static async open(service: TestService): Promise<Forge> {
    const stored = JSON.parse(readFileSync(join(service.folder, 'signing-keys.json'), 'utf8')) as StoredKeys;
    const current = stored.keys.find((key) => key.retiredAt === undefined);
    if (!current) throw new Error('the service has no current key');
    const { d: _secret, ...publicJwk } = current.privateJwk;
    return new Forge(
      service,
      (await importJWK(current.privateJwk, 'EdDSA')) as CryptoKey,
      current.kid,
      publicJwk,
    );
  }

  /** The claims of a valid token; undefined removes one. */
  claims(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: this.#service.baseUrl,
      sub: 'demo',
      aud: this.#service.baseUrl,
      client_id: 'demo',
      azp: 'demo',
      gty: 'client-credentials',
      scope: SCOPES.join(' '),
      iat: now,
      exp: now + 600,
      jti: crypto.randomUUID(),
      ...changes,
    };
    return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  }

  sign(
    changes: Readonly<Record<string, unknown>> = {},
    header: Readonly<Record<string, unknown>> = {},
    key: CryptoKey | Uint8Array = this.#key,
  ): Promise<string> {
    const { alg = 'EdDSA', ...others } = { typ: 'at+jwt', kid: this.kid, ...header } as { alg?: string };
    const known = Object.entries(others).filter(([, value]) => value !== undefined);
    return new SignJWT(this.claims(changes))
      .setProtectedHeader({ alg, ...Object.fromEntries(known) })
      .sign(key);
  }
}

/** The Authorization header of every kind; undefined sends none. */
export async function authorizationHeaders(
  service: TestService,
): Promise<Map<TokenKind, string | undefined>> {
  const forge = await Forge.open(service);
  const tokens = { ...(await forgedTokens(service, forge)), ...(await issuedTokens(service, forge)) };
  const good = tokens['all scopes'] ?? '';
  const headers: Partial<Record<TokenKind, string | undefined>> = {
    none: undefined,
    'empty header': '',
    basic: `Basic ${btoa('demo:demo')}`,
    'two words': `Bearer ${good} ${good}`,
    garbage: 'Bearer garbage',
    'garbage in three parts': 'Bearer a.b.c',
    cut: `Bearer ${good.slice(0, -2)}`,
    changed: `Bearer ${changed(good)}`,
  };
  return new Map(
    TOKEN_KINDS.map((kind) => {
      const token = (tokens as Readonly<Record<string, string>>)[kind];
      if (kind in headers) return [kind, headers[kind]];
      if (token === undefined) throw new Error(`there is no token of kind ${kind}`);
      return [kind, `Bearer ${token}`];
    }),
  );
}

async function forgedTokens(service: TestService, forge: Forge): Promise<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000);
  const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const publicKey = (await importJWK(forge.publicJwk, 'EdDSA')) as CryptoKey;
  const publicBytes = new TextEncoder().encode(await exportSPKI(publicKey));
  return {
    'alg none': new UnsecuredJWT(forge.claims()).encode(),
    'HS256 with the public key': await forge.sign({}, { alg: 'HS256' }, publicBytes),
    expired: await forge.sign({ iat: now - 7200, exp: now - 3600 }),
    'not yet valid': await forge.sign({ nbf: now + 86_400 }),
    'both audiences but not ours': await forge.sign({ aud: [service.wsUrl, 'https://other.example'] }),
    'wrong issuer': await forge.sign({ iss: 'https://other.example' }),
    'unknown key': await forge.sign({}, { kid: 'unknown' }, stranger.privateKey),
    'known kid, other key': await forge.sign({}, {}, stranger.privateKey),
    'without kid': await forge.sign({}, { kid: undefined }),
    'of another type': await forge.sign({}, { typ: 'JWT' }),
    'without expiry': await forge.sign({ exp: undefined }),
    'without client': await forge.sign({ client_id: undefined }),
    'long-lived but not registered': await forge.sign({ gty: 'operator' }),
    'unknown client': await forge.sign({ client_id: 'nobody', sub: 'nobody', azp: 'nobody' }),
  };
}

async function issuedTokens(service: TestService, forge: Forge): Promise<Record<string, string>> {
  const operator = new Operator(service.folder);
  const issue = async (scopes: readonly Scope[]) => {
    const { client, secret } = await operator.addClient(scopes);
    return { id: client.id, token: await service.token({ clientId: client.id, clientSecret: secret }) };
  };
  const disabled = await issue(SCOPES);
  await operator.disableClient(disabled.id);
  const removed = await issue(SCOPES);
  await operator.removeClient(removed.id);
  const longLived = async (audience: AudienceKind) => {
    const { client } = await operator.addClient(SCOPES);
    return operator.makeToken(client.id, [audience]);
  };
  const known = await longLived('rest');
  const revoked = await longLived('rest');
  await operator.revokeToken(revoked.id);
  const ofScopes = await Promise.all(
    SCOPES.map(async (scope) => [`scope:${scope}`, (await issue([scope])).token] as const),
  );
  return {
    websocket: await service.token({ audience: service.wsUrl }),
    'long-lived of the websocket': (await longLived('stream')).token,
    'long-lived and revoked': revoked.token,
    'long-lived with another text': await forge.sign({
      gty: 'operator',
      jti: known.id,
      client_id: known.clientId,
    }),
    'disabled client': disabled.token,
    'removed client': removed.token,
    'no scopes': (await issue([])).token,
    'all scopes': await service.token(),
    ...Object.fromEntries(ofScopes),
  };
}

/** A claim changed after signing. */
function changed(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...claims, client_id: 'other' })).toString('base64url');
  return `${header}.${forged}.${signature}`;
}
