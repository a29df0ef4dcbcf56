import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../service.ts';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--enable-logging=stderr',
  '--virtual-time-budget=20000',
  '--dump-dom',
];
const PATIENCE_MS = 60_000;

let service: TestService;
/** Whatever the browser wants from anywhere but loopback ends here, and is written down. */
let elsewhere: Server;
const askedElsewhere: string[] = [];

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install chromium`);
  service = await startService();
  elsewhere = createServer((request, response) => {
    askedElsewhere.push(request.url ?? '');
    response.writeHead(502).end();
  });
  elsewhere.on('connect', (request, socket) => {
    askedElsewhere.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  elsewhere?.close();
  await service?.close();
});

interface Loaded {
  readonly dom: string;
  /** What the page complained about: scripts and styles that were refused or failed. */
  readonly complaints: readonly string[];
}

/** The page as it stands when its scripts have run. Only loopback is reached directly. */
function load(url: string): Promise<Loaded> {
  const profile = mkdtempSync(join(tmpdir(), 'tidemark-chromium-'));
  const proxy = `--proxy-server=http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const browser = spawn(CHROMIUM, [...FLAGS, proxy, `--user-data-dir=${profile}`, url]);
  const timer = setTimeout(() => browser.kill('SIGKILL'), PATIENCE_MS);
  return new Promise((resolve, reject) => {
    let dom = '';
    let log = '';
    browser.stdout.on('data', (chunk: Buffer) => (dom += chunk.toString()));
    browser.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    browser.on('error', reject);
    browser.on('close', (code) => {
      clearTimeout(timer);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      if (code !== 0) reject(new Error(`chromium ended with ${code}\n${log}`));
      else resolve({ dom, complaints: log.split('\n').filter((line) => line.includes(':CONSOLE')) });
    });
  });
}

test(
  '/docs shows the operations',
  async () => {
    const { dom, complaints } = await load(`${service.baseUrl}/docs`);
    for (const path of ['/v3/asset', '/v3/market', '/v3/exchange', '/v3/oauth/token']) {
      expect(dom).toContain(`data-path="${path}"`);
    }
    expect(dom).toContain('Assets, fiat and crypto');
    expect(dom).toContain('The data is simulated.');
    expect(complaints).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'the home page says that the data is not real and leads to the docs',
  async () => {
    const { dom, complaints } = await load(`${service.baseUrl}/`);
    expect(dom).toContain('<strong>not real</strong>');
    expect(dom).toContain(`${service.baseUrl}/v3`);
    expect(dom).toContain(service.wsUrl);
    expect(dom).toContain('href="/docs"');
    expect(complaints).toEqual([]);
  },
  PATIENCE_MS,
);

test('the pages ask for nothing beyond loopback', () => {
  const ownErrands = /google|gstatic|chromium/;
  expect(askedElsewhere.filter((url) => !ownErrands.test(url))).toEqual([]);
});
