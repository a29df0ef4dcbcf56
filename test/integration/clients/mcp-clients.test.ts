import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Tidemark } from '../../../sdk/src/node.ts';
import { TOOLS } from '../../../src/mcp/tools.ts';
import { freePort } from '../../support/free-port.ts';
import type { ToolResult } from '../../support/mcp-caller.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { MAIN } from '../../support/tidemark-process.ts';

/** The client of `@modelcontextprotocol/sdk`, unmodified, with both transports. */
const TICKS = 3;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-mcp-'));
let service: TestService;
/** Of BTC_USD. */
let firstTick: string;
const open: Client[] = [];

beforeAll(async () => {
  service = await startService({ argv: ['--speed', '30', '--keep-inputs', '24h'] });
  const watching = new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
  const seen: string[] = [];
  for await (const { timestamp } of watching.stream().ticks('BTC_USD')) {
    seen.push(timestamp);
    if (seen.length === TICKS) break;
  }
  firstTick = seen[0]!;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function connect(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  open.push(client);
  return client;
}

async function overHttp(): Promise<Client> {
  const headers = { authorization: `Bearer ${await service.token()}` };
  return connect(
    new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { requestInit: { headers } }),
  );
}

function overStdio(environment: Record<string, string> = {}, args: readonly string[] = []): Promise<Client> {
  return connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...args],
      env: { TIDEMARK_URL: service.baseUrl, XDG_CONFIG_HOME: folder, ...environment },
      stderr: 'pipe',
    }),
  );
}

const call = async (client: Client, name: string, given: Record<string, unknown> = {}): Promise<ToolResult> =>
  (await client.callTool({ name, arguments: given })) as unknown as ToolResult;

describe.each([
  ['over HTTP', overHttp, 'service'],
  ['over standard input and output', () => overStdio(), 'your machine'],
])('%s', (_, connected, recomputedBy) => {
  test('a client learns who serves, and lists tools and documents', async () => {
    const client = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: 'tidemark', title: 'Tidemark' });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {} });
    expect(client.getInstructions()).toContain('untrusted');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect((contents[0] as { text: string }).text.length).toBeGreaterThan(1000);
    }
    await client.ping();
  });

  test('every tool answers', async () => {
    const client = await connected();
    // It then validates each answer against its output schema.
    await client.listTools();
    for (const [name, given] of [
      ['find', { query: 'bitcoin' }],
      ['price', { names: ['BTC', 'BTC_USD', 'BLX'] }],
      ['candles', { name: 'BTC_USD', interval: '1m', from: firstTick }],
      ['convert', { from: 'BTC', to: 'EUR', amount: '2' }],
      ['market_caps', { limit: 3, changes: true }],
      ['receipt', { name: 'BTC_USD' }],
      ['check', { name: 'BTC_USD' }],
      ['why', { name: 'BTC_USD', from: firstTick }],
      ['quality', { names: ['BTC_USD'] }],
      ['exchange_status', { name: 'kraken' }],
    ] as const) {
      const { structuredContent, content, isError } = await call(client, name, given);
      expect([name, isError, isError && content[0].text]).toEqual([name, undefined, undefined]);
      expect(structuredContent).toMatchObject({ source: 'simulator' });
    }
  });

  test('a price is that of the service, and is recomputed', async () => {
    const client = await connected();
    const { structuredContent } = await call(client, 'check', { name: 'BTC_USD', at: firstTick });
    const path = `/v3/index-ticker?marketName=BTC_USD&timestamp=${firstTick}&size=1`;
    const { content } = (await (await service.get(path)).json()) as { content: { price: string }[] };
    expect(structuredContent).toMatchObject({
      time: firstTick,
      data: { price: content[0]!.price, verdict: 'RIGHT', recomputedBy },
    });
  });

  test('a question that cannot be answered is refused with the reason', async () => {
    const client = await connected();
    const unknown = await call(client, 'price', { names: ['no such thing'] });
    expect([unknown.isError, unknown.content[0].text]).toEqual([true, expect.stringContaining('find')]);
    const wrong = await call(client, 'convert', { from: 'BTC', to: 'EUR', amount: 'much' });
    expect([wrong.isError, wrong.content[0].text]).toEqual([true, expect.stringContaining('plain decimal')]);
    await expect(client.callTool({ name: 'sell', arguments: {} })).rejects.toThrow('no such tool');
    await expect(client.readResource({ uri: 'tidemark://secrets' })).rejects.toThrow('no such resource');
  });
});

describe('over HTTP', () => {
  test('a client without a token fails with the reason', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`));
    await expect(connect(transport)).rejects.toThrow(/401|bearer token is required/);
  });

  test('the client gets no token itself: it insists on a login page, as docs/use/mcp.md says', async () => {
    const authProvider = new ClientCredentialsProvider({
      clientId: 'demo',
      clientSecret: 'demo',
      expectedIssuer: service.baseUrl,
    });
    const transport = new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { authProvider });
    await expect(connect(transport)).rejects.toThrow('authorization_endpoint');
  });

  test('a client without the scope fails with the reason', async () => {
    const { client: registered, secret } = await new Operator(service.folder).addClient(['read:ohlcv']);
    const token = await service.token({ clientId: registered.id, clientSecret: secret });
    const headers = { authorization: `Bearer ${token}` };
    const client = await connect(
      new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { requestInit: { headers } }),
    );
    await expect(call(client, 'market_caps')).rejects.toThrow('read:market-cap');
    expect((await call(client, 'candles', { name: 'BTC', interval: '1d' })).isError).toBeUndefined();
  });
});

describe('tidemark mcp', () => {
  test('starts before the service does, and says so', async () => {
    const client = await overStdio({ TIDEMARK_URL: `http://127.0.0.1:${await freePort()}` });
    const { isError, content } = await call(client, 'price', { names: ['BTC'] });
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining('tidemark serve')]);
  });

  test('answers everything, and ends with its input', () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}';
    const environment = { PATH: '', TIDEMARK_URL: service.baseUrl, XDG_CONFIG_HOME: folder };
    const { status, stdout } = spawnSync(process.execPath, [MAIN, 'mcp'], { input, env: environment });
    const answers = stdout
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect([status, answers]).toEqual([0, [1, 2]]);
  });

  test('uses the credentials that it is given', async () => {
    const { client: registered, secret } = await new Operator(service.folder).addClient(['read:ohlcv']);
    const client = await overStdio({ TIDEMARK_CLIENT_ID: registered.id, TIDEMARK_CLIENT_SECRET: secret });
    const { isError, content } = await call(client, 'market_caps');
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining('read:market-cap')]);
    const wrong = await overStdio({ TIDEMARK_TOKEN: 'garbage' });
    const refused = await call(wrong, 'find', { query: 'BTC' });
    expect([refused.isError, refused.content[0].text]).toEqual([
      true,
      expect.stringContaining('rejected the token'),
    ]);
    expect(refused.content[0].text).not.toContain('garbage');
  });
});

describe('the configuration of docs/use/mcp.md', () => {
  const page = readFileSync(new URL('../../../docs/use/mcp.md', import.meta.url), 'utf8');
  const configurations = [...page.matchAll(/```json (\S+)\n([^]*?)```/g)].map(
    ([, file = '', text = '']) => [file, JSON.parse(text) as Readonly<Record<string, unknown>>] as const,
  );

  interface Server {
    readonly type?: string;
    readonly command?: string;
    readonly args?: readonly string[];
    readonly env?: Record<string, string>;
    readonly url?: string;
    readonly headers?: Record<string, string>;
  }

  test('is there for each host', () => {
    expect(configurations.map(([file]) => file)).toEqual([
      'claude_desktop_config.json',
      '.mcp.json',
      '.vscode/mcp.json',
      '.cursor/mcp.json',
    ]);
  });

  test.each(configurations)('%s works', async (_, configuration) => {
    const [servers] = Object.values(configuration).filter(
      (value) => typeof value === 'object' && value !== null && 'tidemark' in value,
    ) as [{ readonly tidemark: Server; readonly [name: string]: Server }];
    for (const { command, args = [], env = {}, url, headers = {} } of Object.values(servers)) {
      if (url !== undefined) {
        const token = await service.token();
        const { pathname } = new URL(url);
        const own = Object.entries(headers).map(([name, value]) => [
          name,
          value.replace(/\$\{[^}]+\}/, token),
        ]) as [string, string][];
        const client = await connect(
          new StreamableHTTPClientTransport(new URL(pathname, service.baseUrl), {
            requestInit: { headers: Object.fromEntries(own) },
          }),
        );
        expect((await call(client, 'price', { names: ['BTC'] })).isError).toBeUndefined();
        continue;
      }
      expect([command, ...args]).toEqual(['tidemark', 'mcp']);
      const client = await overStdio(env);
      expect((await call(client, 'price', { names: ['BTC'] })).isError).toBeUndefined();
    }
  });
});
