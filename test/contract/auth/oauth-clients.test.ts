import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  ClientSecretBasic,
  ClientSecretPost,
  discoveryRequest,
  processClientCredentialsResponse,
  processDiscoveryResponse,
  protectedResourceRequest,
  ResponseBodyError,
  validateJwtAccessToken,
  type AuthorizationServer,
  type ClientAuth,
} from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IssuedSecret } from '../../../src/auth/client-registry.ts';
import { startService, type TestService } from '../../support/service.ts';
import { Operator } from '../../support/operator.ts';

/** The test server speaks plain HTTP, which the library otherwise refuses. */
const INSECURE = { [allowInsecureRequests]: true };

let service: TestService;
let issued: IssuedSecret;
let server: AuthorizationServer;
beforeAll(async () => {
  service = await startService({ past: false });
  issued = await new Operator(service.folder).addClient(['read:LX', 'read:ohlcv']);
  server = await discover();
});
afterAll(() => service.close());

async function discover(): Promise<AuthorizationServer> {
  const issuer = new URL(service.baseUrl);
  const answer = await discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
  return processDiscoveryResponse(issuer, answer);
}

async function grant(auth: ClientAuth, parameters: Record<string, string>, clientId = issued.client.id) {
  const client = { client_id: clientId };
  const answer = await clientCredentialsGrantRequest(server, client, auth, parameters, INSECURE);
  return processClientCredentialsResponse(server, client, answer);
}

describe('oauth4webapi', () => {
  const methods: [string, (secret: string) => ClientAuth][] = [
    ['client_secret_post', ClientSecretPost],
    ['client_secret_basic', ClientSecretBasic],
  ];

  test('discovers the server from its metadata', () => {
    expect(server.token_endpoint).toBe(`${service.baseUrl}/v3/oauth/token`);
    expect(server.token_endpoint_auth_methods_supported).toEqual(methods.map(([name]) => name));
  });

  test.each(methods)('gets a token by %s and reads data with it', async (_name, authOf) => {
    const auth = authOf(issued.secret);
    const token = await grant(auth, { audience: service.baseUrl });
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 86_400, scope: 'read:LX read:ohlcv' });
    const answer = await protectedResourceRequest(
      token.access_token,
      'GET',
      new URL(`${service.baseUrl}/v3/asset`),
      undefined,
      null,
      INSECURE,
    );
    expect(answer.status).toBe(200);
  });

  test.each(methods)(
    'names the audience as resource and asks for fewer scopes by %s',
    async (_name, authOf) => {
      const token = await grant(authOf(issued.secret), { resource: service.baseUrl, scope: 'read:LX' });
      expect(token.scope).toBe('read:LX');
    },
  );

  test.each(methods)('is told invalid_client for a wrong secret by %s', async (name, authOf) => {
    const refusal = grant(authOf('wrong secret: with & = + % signs'), { audience: service.baseUrl });
    if (name === 'client_secret_basic') {
      // RFC 6749 asks for a challenge after HTTP Basic, and the library shows it as one.
      await expect(refusal).rejects.toMatchObject({ cause: [{ scheme: 'basic' }], status: 401 });
    } else {
      await expect(refusal).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
      await expect(refusal).rejects.toBeInstanceOf(ResponseBodyError);
    }
  });

  test.each([
    ['invalid_request', {}],
    ['invalid_target', { audience: 'https://other.example' }],
    ['invalid_scope', { audience: 'SERVICE', scope: 'read:market-cap' }],
  ])('is told %s in words it understands', async (error, parameters) => {
    const given = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        value === 'SERVICE' ? service.baseUrl : value,
      ]),
    );
    await expect(grant(ClientSecretPost(issued.secret), given)).rejects.toMatchObject({ error, status: 400 });
  });

  test('accepts the token as an RFC 9068 access token', async () => {
    const { access_token } = await grant(ClientSecretBasic(issued.secret), { audience: service.baseUrl });
    const request = new Request(`${service.baseUrl}/v3/asset`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const claims = await validateJwtAccessToken(server, request, service.baseUrl, INSECURE);
    expect(claims).toMatchObject({ client_id: issued.client.id, scope: 'read:LX read:ohlcv' });
  });
});

describe('jose', () => {
  test('verifies a token by the published key set alone', async () => {
    const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
    const options = {
      issuer: service.baseUrl,
      audience: service.baseUrl,
      typ: 'at+jwt',
      algorithms: ['EdDSA'],
    };
    const { payload } = await jwtVerify(await service.token(), keys, options);
    expect(payload).toMatchObject({ sub: 'demo', client_id: 'demo' });
    const stream = await service.token({ audience: service.wsUrl });
    await expect(jwtVerify(stream, keys, options)).rejects.toThrow('"aud"');
    await expect(jwtVerify(stream, keys, { ...options, audience: service.wsUrl })).resolves.toBeDefined();
  });

  test('finds a rotated key without being told', async () => {
    const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`), {
      cooldownDuration: 0,
    });
    await jwtVerify(await service.token(), keys);
    const kid = await new Operator(service.folder).rotateKeys();
    const { protectedHeader } = await jwtVerify(await service.token(), keys);
    expect(protectedHeader.kid).toBe(kid);
  });
});
