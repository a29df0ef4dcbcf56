import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PackedSdk } from '../support/packed-sdk.ts';
import { startService, type TestService } from '../support/service.ts';
import { Chromium } from './chromium.ts';

let browser: Chromium;
let service: TestService;
let sdk: PackedSdk;
/** Of another origin than the service, with the file that browsers get of the package. */
let site: Server;

beforeAll(async () => {
  sdk = new PackedSdk();
  const dist = join(sdk.project, 'node_modules', '@tidemark', 'sdk', 'dist');
  site = createServer(({ url }, response) => {
    const isModule = url === '/index.js';
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? readFileSync(join(dist, 'index.js')) : '<!doctype html><title>SDK</title>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  [browser, service] = await Promise.all([Chromium.launch(), startService()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  site?.close();
  site?.closeAllConnections();
  sdk?.remove();
});

test('the packed SDK prices and streams in a browser, from a page of another origin', async () => {
  const page = await browser.open(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const found = await page.evaluate(`(async () => {
    const { Tidemark, toNumber } = await import('/index.js');
    const url = ${JSON.stringify(service.baseUrl)};
    const tidemark = new Tidemark({ url, clientId: 'demo', clientSecret: 'demo' });
    const price = toNumber(await tidemark.price('btc'));
    const stream = tidemark.stream();
    for await (const tick of stream.ticks('BTC_USD')) {
      const { connected, source } = stream.state;
      return { isPrice: price > 0, indexType: tick.indexType, connected, source };
    }
  })()`);
  expect(found).toEqual({ isPrice: true, indexType: 'MWA', connected: true, source: 'simulator' });
  expect(page.complaints).toEqual([]);
});
