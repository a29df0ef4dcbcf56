import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { credentialMetrics } from '../../../../../src/api/resources/token/credential-metrics.ts';
import type { Client } from '../../../../../src/auth/client-store.ts';
import type { LongLivedToken } from '../../../../../src/auth/tokens/long-lived-token.ts';
import { DAY_MS, SECOND_MS } from '../../../../../src/core/time.ts';

const client = (id: string, more: Partial<Client> = {}): Client => ({
  id,
  name: id,
  scopes: [],
  createdAt: 0,
  disabled: false,
  ...more,
});

let tokens = 0;
const token = (clientId: string, days: number, more: Partial<LongLivedToken> = {}): LongLivedToken => ({
  id: `token ${++tokens}`,
  clientId,
  audiences: ['rest'],
  scopes: [],
  kid: 'a key',
  hash: `hash ${tokens}`,
  issuedAt: 0,
  expiresAt: days * DAY_MS,
  ...more,
});

async function shown(clients: readonly Client[], longLived: readonly LongLivedToken[]): Promise<string[]> {
  const registry = new Registry();
  credentialMetrics(registry, { clients: { list: () => clients }, longLived: { list: () => longLived } });
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.replace('tidemark_credential_expiry_timestamp_seconds', ''));
}

const seconds = (days: number) => (days * DAY_MS) / SECOND_MS;

test('a client that expires, and the last token of each kind, soonest first', async () => {
  const clients = [client('desk', { expiresAt: 400 * DAY_MS }), client('sheet')];
  const longLived = [
    token('desk', 40),
    token('desk', 90),
    token('sheet', 60, { url: { perMinute: 1 } }),
    token('desk', 50, { url: { perMinute: 1 } }),
  ];
  expect(await shown(clients, longLived)).toEqual([
    `{client="desk",kind="url-token"} ${seconds(50)}`,
    `{client="sheet",kind="url-token"} ${seconds(60)}`,
    `{client="desk",kind="token"} ${seconds(90)}`,
    `{client="desk",kind="client"} ${seconds(400)}`,
  ]);
});

test('nothing that an operator has ended, and no token for a short time', async () => {
  const clients = [client('desk'), client('off', { disabled: true, expiresAt: DAY_MS })];
  const longLived = [
    token('desk', 90, { revokedAt: DAY_MS }),
    token('desk', 29),
    token('off', 90),
    token('removed', 90),
  ];
  expect(await shown(clients, longLived)).toEqual([]);
});

test('a token that was replaced disappears when it is removed', async () => {
  const registry = new Registry();
  let longLived = [token('desk', 40)];
  credentialMetrics(registry, {
    clients: { list: () => [client('desk')] },
    longLived: { list: () => longLived },
  });
  expect(await registry.metrics()).toContain(`} ${seconds(40)}\n`);
  longLived = [];
  expect(await registry.metrics()).not.toContain('client="desk"');
});

test('of very many clients, those that expire first', async () => {
  const clients = Array.from({ length: 1200 }, (_, i) => client(`c${i}`, { expiresAt: (1200 - i) * DAY_MS }));
  const lines = await shown(clients, []);
  expect(lines).toHaveLength(1000);
  expect(lines[0]).toBe(`{client="c1199",kind="client"} ${seconds(1)}`);
});
