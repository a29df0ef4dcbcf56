import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { compose, type Service } from '../../src/app/compose/compose.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import type { WebhookTransport } from '../../src/alerts/delivery/webhook-transport.ts';
import { SystemClock, type Clock } from '../../src/core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../src/core/time.ts';
import type { SourceTable } from '../../src/sources/source-table.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import { SOURCES as WITHOUT_PAST } from './without-past.ts';

export interface TestService extends Service {
  readonly folder: string;
  /** Every log line so far. */
  readonly logLines: readonly string[];
  /** A token of the demo client, or of the one given. */
  token(options?: TokenOptions): Promise<string>;
  /** GET with a token of the demo client unless `headers` replace it. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

export interface TokenOptions {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly audience?: string;
  readonly scope?: string;
}

export interface TestServiceOptions {
  /** Flags as on the command line; `--port 0` and a fresh `--data` are added if missing. */
  readonly argv?: readonly string[];
  readonly wallClock?: Clock;
  /** Default: those of the product. */
  readonly sources?: SourceTable;
  /** With false, the time before the first tick is not modelled, which saves a second of CPU: no changes, candles or days. */
  readonly past?: boolean;
  /** An existing data directory, which is then not removed. */
  readonly folder?: string;
  /** Folder of the built page; by default there is none. */
  readonly webFolder?: string;
  /** Receives webhooks. */
  readonly webhooks?: WebhookTransport;
}

/** The whole service in this process, on a free port, with the small world. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'tidemark-'));
  const logLines: string[] = [];
  const log = pino(
    { level: 'debug', base: null },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logLines.push(chunk.toString());
        done();
      },
    }),
  );
  const asked = options.argv ?? [];
  const usual = { '--port': '0', '--data': folder, '--world': 'small', '--backfill': 'off' };
  const argv = Object.entries(usual)
    .filter(([flag]) => !asked.includes(flag))
    .flat()
    .concat(asked);
  const sources = options.sources ?? (options.past === false ? WITHOUT_PAST : SOURCES);
  const { settings } = loadConfig({ argv, environment: {}, sources });
  const { wallClock = new SystemClock() } = options;
  const service = await compose({
    settings,
    wallClock,
    log,
    sources,
    webFolder: options.webFolder ?? join(folder, 'no-page'),
    ...(options.webhooks && { webhooks: options.webhooks }),
  });
  const token = (wanted: TokenOptions = {}) => requestToken(service.baseUrl, wanted);
  let held: { readonly at: Millis; readonly token: string } | undefined;
  /** Signing a token takes longer than answering most requests. */
  const heldToken = async () => {
    const at = wallClock.now();
    if (!held || Math.abs(at - held.at) > MINUTE_MS) held = { at, token: await token() };
    return held.token;
  };
  return {
    ...service,
    folder,
    logLines,
    token,
    get: async (path, headers) =>
      fetch(service.baseUrl + path, { headers: headers ?? { authorization: `Bearer ${await heldToken()}` } }),
    close: async () => {
      await service.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function requestToken(baseUrl: string, options: TokenOptions): Promise<string> {
  const answer = await fetch(`${baseUrl}/v3/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: options.clientId ?? 'demo',
      client_secret: options.clientSecret ?? 'demo',
      audience: options.audience ?? baseUrl,
      ...(options.scope === undefined ? {} : { scope: options.scope }),
    }),
  });
  const body = (await answer.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`no token: ${answer.status}`);
  return body.access_token;
}
