import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tidemark, type RunningService } from '../support/tidemark-process.ts';
import { Chromium, REBOUND_NAME } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const processes = new Tidemark(afterAll);
let browser: Chromium;
let service: RunningService;
let server: ChildProcess;
let url = '';

beforeAll(async () => {
  browser = await Chromium.launch();
  service = await processes.serve(['--speed', '120', '--data', processes.newFolder()]);
  server = spawn(process.execPath, ['examples/browser/server.mjs', 'BTC_USD'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: '0', TIDEMARK_URL: service.baseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: server.stdout! }), 'line')) as [string];
  url = line;
});
afterAll(async () => {
  if (server?.kill()) await once(server, 'close');
  await browser?.close();
});

test('the page draws a line that goes on, from a service of another origin', async () => {
  const page = await browser.open(url);
  const points = `document.querySelector('#line').getAttribute('d').split('L').length`;
  const first = await page.until<number>(`${points} > 1 && ${points}`);
  expect(await page.until<number>(`${points} > ${first} && ${points}`)).toBeGreaterThan(first);
  expect(await page.text('#name')).toBe('BTC_USD');
  expect(await page.text('#price')).toMatch(/^\d+(?:\.\d+)?$/);
  expect(await page.text('#state')).toBe('live');
  const line = await page.evaluate<string>(`document.querySelector('#line').getAttribute('d')`);
  expect(line).toMatch(/^M0 [\d.]+(?:L[\d.]+ [\d.]+)+$/);
  expect(await page.text('#currency')).toBe('USD');
  expect(await page.text('#source')).toBe('simulated prices');
  const [low, price, high] = await page.evaluate<number[]>(
    `['low', 'price', 'high'].map((id) => Number(document.getElementById(id).textContent))`,
  );
  expect(low).toBeGreaterThan(0);
  expect(price).toBeGreaterThanOrEqual(low!);
  expect(price).toBeLessThanOrEqual(high!);
  for (const id of ['#first', '#last']) expect(await page.text(id)).toMatch(/\d:\d\d:\d\d/);
  expect(page.complaints).toEqual([]);
  const asked = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).hostname)`,
  );
  expect(new Set(asked)).toEqual(new Set(['localhost', '127.0.0.1']));
});

test('neither the page nor its server gives the secret away, or tokens to pages of other sites', async () => {
  // The SDK is the one of the package, which knows nothing of this server.
  const published = readFileSync(new URL('../../sdk/dist/index.js', import.meta.url), 'utf8');
  expect(await (await fetch(`${url}/sdk.js`)).text()).toBe(published);
  for (const path of ['/', '/settings', '/token?side=rest'])
    expect(await (await fetch(url + path)).text()).not.toMatch(/client_?secret"?: ?["']?demo/i);
  const page = await browser.open(`${service.baseUrl}/docs`);
  const read = `fetch('${url}/token?side=rest').then((answer) => answer.text(), () => 'refused')`;
  expect(await page.evaluate(read)).toBe('refused');
  const { port } = new URL(url);
  // A name that leads here: DNS rebinding.
  const rebound = browser.open(`http://${REBOUND_NAME}:${port}/token?side=rest`);
  // A browser with windows shows a page of its own.
  const refusal = await rebound.then(({ complaints }) => complaints.join(), String);
  expect(refusal).toMatch(/a status of 403 \(Forbidden\)|ERR_HTTP_RESPONSE_CODE_FAILURE/);
});
