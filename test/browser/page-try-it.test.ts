import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useOnePage } from './one-page.ts';
import { expectAccessibleInBoth, overflowOf, PATIENCE_MS, PHONE } from './page-support.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = '/usr/bin/python3';
const run = promisify(execFile);

const one = useOnePage();

/** Nothing that could be a token stands on the page. */
async function expectNoToken(page: Page): Promise<void> {
  const texts = await page.evaluate<string>(
    "document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map((each) => each.value).join(' ') + location.href",
  );
  expect(texts).not.toContain(await tokenStart());
}

/** All tokens of the service begin alike. */
const tokenStart = async () => (await one.service.token()).slice(0, 20);

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const bodyOf = (page: Page) => page.getByRole('region', { name: 'Body of the response' });
const codeOf = async (page: Page, language: string) => {
  await page.getByRole('button', { name: language, exact: true }).click();
  return (await page.getByRole('region', { name: `The request as ${language}` }).textContent())!;
};

describe('try it', { timeout: PATIENCE_MS }, () => {
  test('lists every route of the document, finds one and opens it by keyboard', async () => {
    const page = await one.open('#/try-it');
    const routes = page.getByRole('navigation', { name: 'Routes' });
    await routes.getByRole('link').first().waitFor();
    const { paths } = (await (await one.service.get('/openapi.json')).json()) as {
      paths: Record<string, object>;
    };
    const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    // And the console.
    expect(await routes.getByRole('link').count()).toBe(count + 1);
    await page.getByLabel('Find a route').fill('coverage');
    expect(await routes.getByRole('link').count()).toBe(2);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Request' }).waitFor();
    await expect.poll(() => page.evaluate<string>('location.hash')).toBe('#/try-it/getSeriesCoverage');
    expect(await page.getByLabel('Find a route').inputValue()).toBe('coverage');
    await page.goBack();
    await page.locator('.tryit-request').getByText('GET /v3/index-ticker', { exact: true }).waitFor();
    one.expectQuiet();
  });

  test('sends by Ctrl+Enter, and the answer is the one that the service gives', async () => {
    const page = await one.open('#/try-it/getAsset');
    const id = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
    await page.getByLabel('id', { exact: false }).first().fill(id);
    await page.keyboard.press('Control+Enter');
    await bodyOf(page).waitFor();
    const text = await (await one.service.get(`/v3/asset/${id}`)).text();
    await expect
      .poll(async () => (await bodyOf(page).locator('.tryit-line').allTextContents()).join('\n'))
      .toBe(JSON.stringify(JSON.parse(text), null, 2));
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    expect(await answer.textContent()).toContain(`200 OK`);
    expect(await answer.textContent()).toContain(`${text.length} bytes`);
    expect(await answer.textContent()).toContain('tidemark-source');
    expect(await answer.textContent()).toContain('etag');
    await expectNoToken(page);
    one.expectQuiet();
  });

  test('gives code in three languages that makes exactly this request', async () => {
    const page = await one.open('#/try-it/listMarkets');
    await page.getByLabel('marketName').fill('ETH_USD');
    const wanted: unknown = await (await one.service.get('/v3/market?marketName=ETH_USD')).json();
    const env = {
      ...process.env,
      TIDEMARK_TOKEN: await one.service.token(),
      PYTHONPATH: `${ROOT}/examples/python`,
    };
    const [curl, script, python] = [
      await codeOf(page, 'curl'),
      await codeOf(page, 'TypeScript'),
      await codeOf(page, 'Python'),
    ];
    const outputs = await Promise.all([
      run('sh', ['-c', curl], { env }),
      run(process.execPath, ['--input-type=module', '-e', script], { env, cwd: ROOT }),
      run(PYTHON, ['-c', python], { env }),
    ]);
    for (const { stdout } of outputs) expect(JSON.parse(stdout)).toEqual(wanted);
    expect(script).toContain("tidemark.read('listMarkets', { marketName: 'ETH_USD' })");
    await expectNoToken(page);
  });

  test('gives code of another form that is run as it is', async () => {
    const page = await one.open('#/try-it/listAssets');
    await page.getByLabel('symbol').fill('BTC');
    await page.getByLabel('Accept').selectOption('text/csv');
    await send(page).click();
    await bodyOf(page).waitFor();
    const csv = await (await one.service.get('/v3/asset?symbol=BTC&format=csv')).text();
    await expect
      .poll(async () => (await bodyOf(page).locator('.tryit-line').allTextContents()).join('\r\n'))
      .toBe(csv.trimEnd());
    const env = { ...process.env, TIDEMARK_TOKEN: await one.service.token() };
    const outputs = await Promise.all([
      run('sh', ['-c', await codeOf(page, 'curl')], { env }),
      run(process.execPath, ['--input-type=module', '-e', await codeOf(page, 'TypeScript')], {
        env,
        cwd: ROOT,
      }),
      run(PYTHON, ['-c', await codeOf(page, 'Python')], { env }),
    ]);
    for (const { stdout } of outputs)
      expect(stdout.trim().replaceAll('\r', '')).toBe(csv.trim().replaceAll('\r', ''));
    one.expectQuiet();
  });

  test('says what the service ignored and what it refused', async () => {
    const page = await one.open('#/try-it/listMarkets');
    await page.getByLabel('more').fill('nonsense=1');
    await send(page).click();
    await page.getByText('Ignored: nonsense').waitFor();
    await page.getByLabel('more').fill('');
    await page.getByLabel('baseAssetId').fill('no-id');
    await send(page).click();
    await page.getByText('400 Bad Request').waitFor();
    await expect.poll(() => bodyOf(page).textContent()).toContain('"rejectedValue": "no-id"');
  });

  test('asks for the next page, from where the last one ended', async () => {
    const page = await one.open('#/try-it/listExchangeTickers?size=3');
    await send(page).click();
    await page.getByRole('button', { name: 'Next page' }).waitFor();
    const asked = page.waitForRequest((request) => request.url().includes('startAfter='));
    await page.getByRole('button', { name: 'Next page' }).click();
    expect(new URL((await asked).url()).searchParams.get('size')).toBe('3');
    expect(await page.getByLabel('startAfter').inputValue()).not.toBe('');
    await bodyOf(page).waitFor();
  });

  test('completes names from the lists, and says what an id is of', async () => {
    const page = await one.open('#/try-it/listIndexTickers');
    const field = page.getByLabel('indexId');
    await field.fill('ETH_US');
    await expect.poll(() => page.locator('datalist option[label="ETH_USD"]').count()).toBe(1);
    const id = (await page.locator('datalist option[label="ETH_USD"]').getAttribute('value'))!;
    await field.fill(id);
    await page.locator('.tryit-completing .tag', { hasText: 'ETH_USD' }).waitFor();
    // The example in another field would have been a second selector.
    expect(await page.getByLabel('marketName').inputValue()).toBe('');
    one.expectQuiet();
  });

  test('draws what is seen of a large answer, and has all of it', async () => {
    const content = Array.from({ length: 8000 }, (_, i) => ({
      id: String(i),
      last: '88047.657',
      volume: '3120.44',
      lastMoved: '2026-01-31T12:00:27.512Z',
      text: 'x'.repeat(80),
    }));
    await one.page.route('**/v3/exchange-ticker*', (route) => route.fulfill({ json: { content } }));
    const page = await one.open('#/try-it/listExchangeTickers');
    await send(page).click();
    await page.getByText('56,004 lines', { exact: true }).waitFor();
    expect(await bodyOf(page).locator('.tryit-line').count()).toBeLessThan(120);
    await bodyOf(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => bodyOf(page).locator('.tryit-line').last().textContent()).toBe('}');
    expect(await bodyOf(page).locator('.tryit-line').count()).toBeLessThan(120);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('listExchangeTickers.json');
  });

  test('cancels a request that takes long, and keeps what has arrived of an answer', async () => {
    const page = await one.open('#/try-it/listAssets');
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true }).first();
    await page.route('**/v3/asset*', () => undefined);
    await send(page).first().click();
    await cancel.click();
    await page.getByText('Cancelled before the response began.').waitFor();
    // An answer without an end, as server-sent events are.
    await page.evaluate(`(() => {
      window.fetch = (_url, { signal }) => Promise.resolve(new Response(new ReadableStream({
        start(controller) {
          const write = () => controller.enqueue(new TextEncoder().encode('data: tick\\n\\n'));
          const timer = setInterval(write, 20);
          signal.addEventListener('abort', () => {
            clearInterval(timer);
            controller.error(signal.reason);
          });
        },
      }), { headers: { 'content-type': 'text/event-stream' } }));
    })()`);
    await send(page).first().click();
    await expect.poll(() => bodyOf(page).textContent()).toContain('data: tick');
    await cancel.click();
    await page.getByText('You stopped this response.').waitFor();
    expect(await bodyOf(page).textContent()).toContain('data: tick');
    await send(page).first().waitFor();
  });

  test('fills in an id of the moment, and clears what is filled in', async () => {
    const page = await one.open('#/try-it/explainIndexTicker');
    const id = page.getByLabel('id', { exact: false }).first();
    await page.getByRole('button', { name: 'Fill in an id' }).click();
    await expect.poll(() => id.inputValue()).toMatch(/^[\da-f-]{36}$/);
    await send(page).first().click();
    await page.getByText('200 OK').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await id.inputValue()).toBe('');
    one.expectQuiet();
  });

  test('says that an answer is incomplete', async () => {
    const page = await one.open('#/try-it/listCandles');
    const header = 'BACKFILL;from="2026-01-01T00:00:00.000Z";to="2026-02-01T00:00:00.000Z"';
    await page.route('**/v3/candles*', (route) =>
      route.fulfill({ json: { content: [] }, headers: { 'tidemark-incomplete': header } }),
    );
    await send(page).first().click();
    await page.getByText(`Incomplete: ${header}`).waitFor();
  });

  test('sends a body with the method of the route, as it is written', async () => {
    const alerts = {
      post: {
        operationId: 'addAlert',
        summary: 'Adds an alert',
        tags: ['Look-ups'],
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { example: { name: 'a' } } } },
        responses: { '201': { description: 'Added', content: { 'application/json': {} } } },
      },
    };
    await one.page.route('**/openapi.json', async (route) => {
      const document = (await (await route.fetch()).json()) as { paths: object };
      await route.fulfill({ json: { ...document, paths: { ...document.paths, '/v3/alerts': alerts } } });
    });
    const page = await one.open('#/try-it/addAlert');
    const asked: (string | null)[] = [];
    await page.route('**/v3/alerts', async (route) => {
      asked.push(route.request().method(), route.request().postData());
      await route.fulfill({ status: 201, json: { id: '1' } });
    });
    expect(JSON.parse(await page.getByLabel('Body, JSON').inputValue())).toEqual({ name: 'a' });
    await page.getByLabel('Body, JSON').fill('{"name":"b"}');
    await send(page).first().click();
    await page.getByText('201').first().waitFor();
    expect(asked).toEqual(['POST', '{"name":"b"}']);
    expect(await codeOf(page, 'curl')).toContain(`-d '{"name":"b"}'`);
  });

  test('leads to the documentation of its route, and a message that the address names is filled in', async () => {
    const page = await one.open('#/try-it/listMarketCaps');
    const docs = page.locator('.tryit-request').getByRole('link', { name: 'Docs' });
    expect(await docs.getAttribute('href')).toBe(`${one.service.baseUrl}/docs#listMarketCaps`);
    await page.goto(`${one.service.baseUrl}/#/try-it/websocket?event=SUBSCRIBE_TRADE`);
    await expect
      .poll(() => page.getByLabel('JSON to send').inputValue())
      .toContain('"event":"SUBSCRIBE_TRADE"');
  });

  test('shows no token, not even where one is asked for', async () => {
    const page = await one.open('#/try-it/createToken');
    await page.getByText('It returns a token.').waitFor();
    expect(await send(page).count()).toBe(0);
    expect(await page.locator('.tryit-listing').first().textContent()).toContain('$TIDEMARK_CLIENT_SECRET');
    await expectNoToken(page);
  });

  test('says so where there is no such route', async () => {
    const page = await one.open('#/try-it/noSuchRoute');
    await page.getByText('There is no route').waitFor();
    one.expectQuiet();
  });
});

describe('the console', { timeout: PATIENCE_MS }, () => {
  const frames = (page: Page) => page.getByRole('region', { name: 'Messages of the websocket' });

  async function connected(): Promise<Page> {
    const page = await one.open('#/try-it/websocket');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await frames(page).getByText('"event":"CONNECTED"').waitFor();
    return page;
  }

  test('subscribes by form and gets ticks as they are published, and ends it', async () => {
    const page = await connected();
    expect(await page.getByLabel('JSON to send').inputValue()).toBe(
      '{"event":"SUBSCRIBE_INDEX_TICKER","marketName":"BTC_USD","requestId":1}',
    );
    await page.getByLabel('JSON to send').focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => frames(page).textContent()).toContain('"event":"INDEX_TICKER"');
    const subscription = page.getByRole('list', { name: 'Subscriptions' });
    expect(await subscription.textContent()).toContain('INDEX_TICKER marketName BTC_USD');
    await subscription.getByRole('button').click();
    await expect.poll(() => frames(page).textContent()).toContain('UNSUBSCRIBED_INDEX_TICKER');
    await expect.poll(() => subscription.count()).toBe(0);
    await expectNoToken(page);
    one.expectQuiet();
  });

  test('makes the message from the form for every channel that clients may ask for', async () => {
    const page = await connected();
    const { components } = (await (await one.service.get('/asyncapi.json')).json()) as {
      components: { messages: Record<string, unknown> };
    };
    const channels = Object.keys(components.messages).filter((name) => name.startsWith('SUBSCRIBE_'));
    expect(channels.length).toBeGreaterThan(2);
    for (const channel of channels) {
      await page.getByRole('combobox', { name: /^event/ }).selectOption(channel);
      await expect.poll(() => page.getByLabel('JSON to send').inputValue()).toContain(`"event":"${channel}"`);
      await send(page).click();
      await expect
        .poll(() => frames(page).textContent())
        .toContain(
          // The demo client has no alerts.
          channel === 'SUBSCRIBE_ALERT'
            ? 'this needs a token with scope read:alerts'
            : `"event":"${channel.replace('SUBSCRIBE', 'SUBSCRIBED')}"`,
        );
    }
  });

  test('is paused, filtered and cleared, and counts on', async () => {
    const page = await connected();
    await page.getByRole('button', { name: 'Pause' }).click();
    const ping = async (requestId: number) => {
      await page.getByLabel('JSON to send').fill(`{"event":"PING","requestId":${requestId}}`);
      await send(page).click();
    };
    await ping(71);
    await page.getByText(/^[2-9] received/).waitFor();
    expect(await frames(page).textContent()).not.toContain('PONG');
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => frames(page).textContent()).toContain('"requestId":71');
    await page.getByLabel('Filter messages').fill('pong');
    await expect.poll(() => frames(page).locator('.tryit-line').count()).toBe(1);
    await page.getByLabel('Filter messages').fill('');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('0 received, 0 sent').waitFor();
    await page.getByText('Nothing yet.').waitFor();
    one.expectQuiet();
  });

  test('says what the service says of nonsense, and how it was closed', async () => {
    const page = await connected();
    await page.getByLabel('JSON to send').fill('nonsense');
    await send(page).click();
    await expect.poll(() => frames(page).textContent()).toContain('"code":"400"');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect.poll(() => frames(page).textContent()).toContain('Closed with 1000');
    expect(await send(page).isDisabled()).toBe(true);
  });
});

/** Each with what is there once it has loaded. */
const LOADED = [
  ['#/try-it', 'Code'],
  ['#/try-it/websocket', 'Messages'],
] as const;

test('axe finds nothing beside an answer', { timeout: 2 * PATIENCE_MS }, async () => {
  const page = await one.open('#/try-it');
  await send(page).click();
  await bodyOf(page).waitFor();
  await expectAccessibleInBoth(page);
  one.expectQuiet();
});

test('axe finds nothing in the console', { timeout: 2 * PATIENCE_MS }, async () => {
  const page = await one.open('#/try-it/websocket');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await send(page).click();
  await page.getByRole('list', { name: 'Subscriptions' }).waitFor();
  await expectAccessibleInBoth(page);
  one.expectQuiet();
});

test.each(LOADED)(
  'on a phone nothing is wider than the screen at /%s',
  { timeout: PATIENCE_MS },
  async (hash, title) => {
    const page = await one.open(hash, { viewport: PHONE });
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('combobox', { name: 'Route', exact: true }).waitFor();
    if (hash === '#/try-it') {
      await send(page).last().click();
      await bodyOf(page).waitFor();
    }
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const main = page.locator('#main');
    expect(await main.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  },
);

test('on a phone another route is chosen from one field', { timeout: PATIENCE_MS }, async () => {
  const page = await one.open('#/try-it', { viewport: PHONE });
  await page.getByRole('combobox', { name: 'Route', exact: true }).selectOption('listMarketCaps');
  await page.locator('.tryit-request').getByText('GET /v3/market-cap', { exact: true }).waitFor();
  expect(await page.evaluate<string>('location.hash')).toBe('#/try-it/listMarketCaps');
});
