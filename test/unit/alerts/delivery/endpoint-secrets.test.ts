import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  newEndpointSecret,
  publicKeyOf,
  signatureHeaders,
} from '../../../../src/alerts/delivery/endpoint-secrets.ts';

const body = '{"type":"heartbeat","timestamp":"2026-01-31T12:00:00.000Z","data":{}}';
/** The library compares with the machine's clock. */
const content = () => ({ id: 'msg_1', at: Date.now(), body });

test('npm standardwebhooks verifies the signature, and refuses another body or secret', () => {
  const secret = newEndpointSecret(false);
  const headers = signatureHeaders(content(), [secret]);
  expect(new Webhook(secret.secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret.secret).verify(`${body} `, headers)).toThrow('No matching signature');
  expect(() => new Webhook(newEndpointSecret(false).secret).verify(body, headers)).toThrow('No matching');
});

test('during a rotation both secrets verify', () => {
  const [before, after] = [newEndpointSecret(true), newEndpointSecret(true)];
  const headers = signatureHeaders(content(), [after, before]);
  for (const { secret } of [before, after])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(headers['webhook-signature']!.split(' ').map((each) => each.split(',')[0])).toEqual([
    'v1',
    'v1a',
    'v1',
    'v1a',
  ]);
});

test('the published key verifies v1a', () => {
  const secret = newEndpointSecret(true);
  const headers = signatureHeaders(content(), [secret]);
  const raw = Buffer.from(publicKeyOf(secret)!.replace('whpk_', ''), 'base64');
  expect(raw).toHaveLength(32);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  const signature = /v1a,(\S+)/.exec(headers['webhook-signature']!)![1]!;
  const check = (text: string) =>
    verify(
      null,
      Buffer.from(`msg_1.${headers['webhook-timestamp']}.${text}`),
      key,
      Buffer.from(signature, 'base64'),
    );
  expect([check(body), check(`${body} `)]).toEqual([true, false]);
});

test('a secret is 256 random bits, and only an endpoint with a key pair has a public key', () => {
  const secrets = Array.from({ length: 20 }, () => newEndpointSecret(false));
  expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(20);
  for (const { secret } of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(publicKeyOf(secrets[0]!)).toBeUndefined();
});
