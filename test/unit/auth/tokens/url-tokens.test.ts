import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ClientFile } from '../../../../src/auth/client-file.ts';
import { ClientRegistry } from '../../../../src/auth/client-registry.ts';
import { RevocationsUnknown } from '../../../../src/auth/secrets-watch.ts';
import { LongLivedTokenFile } from '../../../../src/auth/tokens/long-lived-token-file.ts';
import { tokenHash, type UrlTokenLimits } from '../../../../src/auth/tokens/long-lived-token.ts';
import { LongLivedTokens } from '../../../../src/auth/tokens/long-lived-tokens.ts';
import { UrlTokenVerifier } from '../../../../src/auth/tokens/url-token-verifier.ts';
import { isUrlToken, newUrlToken, urlLimitsIn } from '../../../../src/auth/tokens/url-token.ts';
import { DATA_SCOPES } from '../../../../src/contract/scopes.ts';
import { DAY_MS } from '../../../../src/core/time.ts';
import { sealJson, unsealJson } from '../../../../src/disk/sealed-json.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const newFolder = temporaryFolders();

async function open() {
  const folder = newFolder();
  const clock = new ManualClock(NOW);
  const tokens = await LongLivedTokens.open(new LongLivedTokenFile(folder), clock);
  const clients = await ClientRegistry.open(new ClientFile(folder), clock);
  const { client } = await clients.add({ name: 'sheet', scopes: DATA_SCOPES });
  const make = async (url: UrlTokenLimits | null = { perMinute: 120 }) => {
    const text = newUrlToken();
    await tokens.add({
      id: 'a',
      clientId: client.id,
      audiences: ['rest'],
      scopes: ['read:index-ticker', 'read:LX'],
      kid: '',
      hash: tokenHash(text),
      issuedAt: NOW,
      expiresAt: NOW + DAY_MS,
      ...(url && { url }),
    });
    return text;
  };
  return { folder, clock, tokens, clients, client, make, verifier: new UrlTokenVerifier(tokens, clients) };
}

test('a token is 256 random bits with a prefix', () => {
  const tokens = Array.from({ length: 50 }, newUrlToken);
  expect(new Set(tokens).size).toBe(50);
  for (const token of tokens) expect(token).toMatch(/^tmu_[A-Za-z0-9_-]{43}$/);
  expect(isUrlToken(tokens[0]!)).toBe(true);
  for (const other of ['', 'tmu_', `${tokens[0]}a`, tokens[0]!.slice(0, -1), tokens[0]!.slice(4)])
    expect(isUrlToken(other)).toBe(false);
});

test('a token grants its scopes that its client still has, and its limits, also after a restart', async () => {
  const { folder, clock, clients, client, make, verifier } = await open();
  const token = await make({ perMinute: 5, names: ['BTC'] });
  const grant = {
    clientId: client.id,
    scopes: new Set(['read:index-ticker', 'read:LX']),
    expiresAt: NOW + DAY_MS,
    tokenId: 'a',
    url: { perMinute: 5, names: ['BTC'] },
  };
  expect(verifier.grant(token)).toEqual(grant);
  const again = await LongLivedTokens.open(new LongLivedTokenFile(folder), clock);
  expect(new UrlTokenVerifier(again, clients).grant(token)).toEqual(grant);
  await clients.change(client.id, { scopes: ['read:LX'] });
  expect(verifier.grant(token)?.scopes).toEqual(new Set(['read:LX']));
});

test('a token ends when it is revoked or expires, or its client is disabled', async () => {
  const { clock, tokens, clients, client, make, verifier } = await open();
  const token = await make();
  await clients.disable(client.id);
  expect(verifier.grant(token)).toBeUndefined();
  await clients.enable(client.id);
  expect(verifier.grant(token)).toBeDefined();
  clock.advance(DAY_MS);
  expect(verifier.grant(token)).toBeUndefined();
  clock.step(-1);
  expect(verifier.grant(token)).toBeDefined();
  await tokens.revoke('a');
  expect(verifier.grant(token)).toBeUndefined();
});

test('its use is recorded, and the hash of another kind of token is not accepted', async () => {
  const { tokens, make, verifier } = await open();
  const token = await make();
  verifier.grant(newUrlToken());
  expect(tokens.list()[0]).not.toHaveProperty('lastUsedAt');
  verifier.grant(token);
  expect(tokens.list()[0]).toMatchObject({ lastUsedAt: NOW });
  const signed = await open();
  const text = await signed.make(null);
  expect(signed.tokens.findUrlToken(tokenHash(text))).toBeUndefined();
});

test('a token that was not accepted before is not accepted while revocations are unknown', async () => {
  const { tokens, client, make } = await open();
  const token = await make();
  let isTooOld = true;
  const verifier = new UrlTokenVerifier(tokens, {
    findUsable: () => client,
    requireKnown: () => {
      if (isTooOld) throw new RevocationsUnknown();
    },
  });
  expect(() => verifier.grant(token)).toThrow(RevocationsUnknown);
  isTooOld = false;
  expect(verifier.grant(token)).toBeDefined();
  isTooOld = true;
  expect(verifier.grant(token)).toBeDefined();
});

test.each([{ perMinute: 'many' }, { perMinute: 1, names: 'BTC' }, { perMinute: 1, names: [1] }, null])(
  'a file with the limits %j is damaged',
  async (url) => {
    const { folder, make } = await open();
    await make();
    const path = join(folder, 'long-lived-tokens.json');
    const unsealed = unsealJson(readFileSync(path, 'utf8'));
    if (unsealed.state !== 'sound') throw new Error('the file is not sound');
    const { format, tokens } = unsealed.content as { format: number; tokens: object[] };
    writeFileSync(path, sealJson({ format, tokens: tokens.map((each) => ({ ...each, url })) }));
    await expect(new LongLivedTokenFile(folder).read()).rejects.toThrow('is damaged');
  },
);

test('limits of a request are checked', () => {
  expect(urlLimitsIn({})).toEqual({ perMinute: 120 });
  expect(urlLimitsIn({ perMinute: 1, names: ['BTC'] })).toEqual({ perMinute: 1, names: ['BTC'] });
  for (const perMinute of [0, 60_001, 1.5, '5'])
    expect(() => urlLimitsIn({ perMinute })).toThrow('1 to 60000 requests per minute');
  for (const names of [[], [''], 'BTC', Array.from({ length: 101 }, () => 'BTC')])
    expect(() => urlLimitsIn({ names })).toThrow('give 1 to 100 indices');
});
