import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeJwt } from 'jose';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IssuedToken, ListedToken } from '../../../src/app/operate/control/long-lived-commands.ts';
import { command as clientsCommand } from '../../../src/cli/commands/clients.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { runInProcess } from '../../support/command-line.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { selfSigned } from '../../support/self-signed.ts';

const NAMES = ['api.prices.example', 'ws.prices.example'];
const AUDIENCES = NAMES.map((name, i) => `${i === 0 ? 'https' : 'wss'}://${name}`);
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';

let folder: string;
let cert: string;
let service: TestService;
let agent: Agent;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-original-'));
  const pair = selfSigned(folder, NAMES);
  ({ cert } = pair);
  agent = new Agent({ connect: { ca: readFileSync(cert, 'utf8') } });
  const argv = ['--tls-cert', cert, '--tls-key', pair.key, '--quantities', 'number'];
  service = await startService({ argv: [...argv, '--audiences', AUDIENCES.join(',')] });
});
afterAll(async () => {
  await agent.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Report {
  readonly asset: Readonly<Record<string, string>>;
  readonly markets: readonly string[];
  readonly exchange: string;
  readonly lines: readonly { readonly price: number; readonly value: number }[];
  /** Works only if prices are numbers. */
  readonly average: number;
  readonly day: Readonly<Record<string, unknown>>;
  readonly cap: Readonly<Record<string, unknown>>;
  readonly past: readonly Readonly<Record<string, unknown>>[];
  readonly stream: { readonly events: readonly string[]; readonly tick: Readonly<Record<string, unknown>> };
}

/** Runs in a separate process, which knows neither this service nor its address. */
async function runOriginal(clientId: string, secret: string): Promise<Report> {
  const [client, redirect] = ['client.mjs', 'redirect.mjs'].map((name) =>
    fileURLToPath(new URL(`../../support/original-client/${name}`, import.meta.url)),
  ) as [string, string];
  const env = {
    PATH: process.env['PATH'],
    REDIRECT: new URL(service.baseUrl).port,
    NODE_EXTRA_CA_CERTS: cert,
    PRICES_CLIENT_ID: clientId,
    PRICES_CLIENT_SECRET: secret,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', redirect, client], { env });
  return JSON.parse(stdout) as Report;
}

describe('a client of the original service whose host names are redirected', () => {
  test('works unmodified: with its audiences, its ids, its numbers, over HTTP and websocket', async () => {
    const { client, secret } = await new Operator(service.folder).addClient();
    const report = await runOriginal(client.id, secret);
    expect(report.asset).toMatchObject({ id: WELL_KNOWN_ASSETS.BTC, symbol: 'BTC', name: 'Bitcoin' });
    expect(report.markets).toContain(BTC_USD);
    expect(report.exchange).toBe('Binance');
    expect(report.lines).toHaveLength(3);
    for (const { price, value } of report.lines) {
      expect(price).toBeTypeOf('number');
      expect(value).toBeGreaterThan(0);
    }
    const prices = report.lines.map(({ price }) => price);
    expect(report.average).toBeGreaterThanOrEqual(Math.min(...prices));
    expect(report.average).toBeLessThanOrEqual(Math.max(...prices));
    expect(report.day).toMatchObject({ indexId: BTC_USD, indexType: 'MWA' });
    expect(report.cap).toMatchObject({ assetId: WELL_KNOWN_ASSETS.BTC });
    expect(report.past.map(({ indexId }) => indexId)).toEqual(report.past.map(() => BTC_USD));
    expect(report.past.length).toBeGreaterThan(0);
    expect(report.stream.events).toEqual(['CONNECTED', 'PONG', 'SUBSCRIBED_INDEX_TICKER', 'INDEX_TICKER']);
    expect(report.stream.tick).toMatchObject({ indexId: BTC_USD, indexType: 'MWA' });
  });
});

/** As an operator types it while the service runs. */
async function clients<T>(...args: string[]): Promise<T> {
  const { out } = await runInProcess('clients', clientsCommand, [
    ...args,
    '--json',
    '--data',
    service.folder,
  ]);
  return JSON.parse(out) as T;
}

test('a long-lived token opens REST and websocket of the running service until it is revoked', async () => {
  const { client } = await new Operator(service.folder).addClient(['read:index-ticker']);
  const status = async (token: string) => {
    const url = `${service.baseUrl}/v3/index-ticker?indexId=${BTC_USD}`;
    const answer = await request(url, { dispatcher: agent, headers: { authorization: `Bearer ${token}` } });
    await answer.body.dump();
    return answer.statusCode;
  };
  const made = await clients<IssuedToken>(
    'token',
    client.id,
    '--expires',
    '90d',
    '--audience',
    'rest,stream',
  );
  // The URLs are those of the service, not the command's defaults.
  expect(decodeJwt(made.token).aud).toEqual([service.baseUrl, service.wsUrl]);
  expect(await status(made.token)).toBe(200);
  const headers = { authorization: `Bearer ${made.token}` };
  const stream = await StreamClient.open(service.wsUrl, { headers, ca: readFileSync(cert) });
  const [listed] = await clients<ListedToken[]>('tokens', client.id);
  expect(listed).toMatchObject({
    id: made.id,
    state: 'live',
    lastUsedAt: expect.stringMatching(/Z$/) as unknown,
  });

  await clients('revoke', made.id);
  expect(await status(made.token)).toBe(401);
  expect(await stream.ended).toMatchObject({ code: 1008 });
  expect((await clients<ListedToken[]>('tokens', client.id)).map(({ state }) => state)).toEqual(['revoked']);
  expect(service.logLines.join('')).not.toContain(made.token.split('.')[2]);
  expect(service.logLines.join('')).toContain('clients.revoke');
});
