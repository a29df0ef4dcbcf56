import { verify as verifySignature, createPublicKey, type JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';

interface Head {
  readonly id?: string;
  readonly slot: string;
  readonly recordHash: string;
  readonly keyId: string;
  readonly algorithm: string;
  readonly signature: string;
}

interface Key extends JsonWebKey {
  readonly kid: string;
  readonly createdAt: string;
  readonly retiredAt?: string;
}

/** The end of a day passes within the first seconds. */
const ARGV = ['--start', '2026-11-20T23:58:00Z', '--speed', '60'];
let service: TestService;

beforeAll(async () => {
  service = await startService({ argv: ARGV });
});
afterAll(() => service.close());

async function json<T>(path: string): Promise<T> {
  const answer = await service.get(path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

const keysOf = async () => (await json<{ keys: Key[] }>('/.well-known/tidemark-integrity.json')).keys;

/** As a client does it that has nothing but the documentation. */
async function isSigned({ slot, recordHash, keyId, signature }: Head): Promise<boolean> {
  const jwk = (await keysOf()).find(({ kid }) => kid === keyId);
  const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  const text = Buffer.from(`tidemark-head:v1:${slot}:${recordHash}`);
  return verifySignature(undefined, text, key, Buffer.from(signature, 'base64url'));
}

describe('the head', () => {
  test('is of the newest tick, and signed', async () => {
    const head = await json<Head>('/v3/integrity/head');
    expect(Object.keys(head)).toEqual(['slot', 'recordHash', 'keyId', 'algorithm', 'signature']);
    expect(head.algorithm).toBe('EdDSA');
    expect(await isSigned(head)).toBe(true);
    expect(await isSigned({ ...head, slot: '2026-11-20T00:00:00.000Z' })).toBe(false);
  });

  test('needs a token, whatever its scopes', async () => {
    expect((await service.get('/v3/integrity/head', {})).status).toBe(401);
    const { client, secret } = await new Operator(service.folder).addClient([]);
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const headers = { authorization: `Bearer ${token}` };
    expect((await service.get('/v3/integrity/head', headers)).status).toBe(200);
  });

  test('goes on with each tick', async () => {
    const { slot } = await json<Head>('/v3/integrity/head');
    await expect.poll(async () => (await json<Head>('/v3/integrity/head')).slot).not.toBe(slot);
  });
});

describe('heads of days', () => {
  test('are of the last tick of each, signed, in ranges and pages', async () => {
    await expect
      .poll(async () => (await json<{ content: Head[] }>('/v3/integrity/heads')).content.length, {
        timeout: 20_000,
      })
      .toBe(1);
    const { content } = await json<{ content: Head[]; nextId?: string }>(
      '/v3/integrity/heads?size=1&order=asc',
    );
    const [head] = content;
    expect(head?.slot).toBe('2026-11-21T00:00:00.000Z');
    expect(await isSigned(head!)).toBe(true);
    const none = ['?from=2026-11-21T00:00:30Z', '?to=2026-11-21T00:00:00Z', `?startAfter=${head!.id}`];
    for (const query of none) expect(await json(`/v3/integrity/heads${query}`)).toEqual({ content: [] });
  });

  test.each([
    ['from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z', 'from'],
    ['startAfter=6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe', 'startAfter'],
    ['order=up', 'order'],
    ['size=0', 'size'],
  ])('%s is refused', async (query, field) => {
    const answer = await service.get(`/v3/integrity/heads?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ object: 'Tick', field }] });
  });
});

test('a rotated key stays among the keys, and the next head is signed with the new one', async () => {
  const before = await json<Head>('/v3/integrity/head');
  const [old] = await keysOf();
  const kid = await new Operator(service.folder).rotateIntegrityKeys();
  await expect.poll(async () => (await json<Head>('/v3/integrity/head')).keyId).toBe(kid);
  const keys = await keysOf();
  expect(keys.map((key) => key.kid)).toEqual([old!.kid, kid]);
  expect(keys[0]).toHaveProperty('retiredAt');
  expect(keys.every((key) => !('d' in key))).toBe(true);
  expect(await isSigned(before)).toBe(true);
});
