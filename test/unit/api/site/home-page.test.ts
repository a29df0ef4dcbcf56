import { expect, test } from 'vitest';
import { homePage, type HomePageOptions } from '../../../../src/api/site/home-page.ts';
import type { EncodedBody } from '../../../../src/latest/answers/prepared-answer.ts';

const OPTIONS: HomePageOptions = {
  basePath: '',
  baseUrl: 'http://127.0.0.1:8080',
  wsUrl: 'ws://127.0.0.1:8080',
  baseUrlConfigured: false,
  wsUrlConfigured: false,
  source: 'simulator',
  origin: 'simulated',
  demo: true,
};

const htmlOf = (changes: Partial<HomePageOptions> = {}) =>
  (
    homePage({ ...OPTIONS, ...changes })
      .content()
      .in(undefined) as EncodedBody
  ).bytes.toString();

test('with the demo client the first command works unchanged', () => {
  const html = htmlOf();
  expect(html).toContain('"client_id":"demo","client_secret":"demo"');
  expect(html).not.toContain('clients add');
});

test('without the demo client the page says how to add one, and where to use it', () => {
  const html = htmlOf({ demo: false });
  expect(html).toContain('npx tidemark clients add --name');
  expect(html).toContain('"client_id":"CLIENT_ID","client_secret":"CLIENT_SECRET"');
  expect(html).not.toContain('"demo"');
});

test('configured URLs are kept, others are replaced by those of the visitor', () => {
  expect(htmlOf().match(/data-url="(?:http|ws)"/g)).toHaveLength(4);
  const set = htmlOf({
    baseUrl: 'https://d.example/t',
    wsUrl: 'wss://d.example/t',
    basePath: '/t',
    baseUrlConfigured: true,
  });
  expect(set).not.toContain('data-url');
  expect(set).toContain('<code>https://d.example/t/v3</code>');
  expect(set).toContain('href="/t/docs"');
  expect(htmlOf({ wsUrl: 'wss://w.example', wsUrlConfigured: true })).toContain(
    '<code>wss://w.example</code>',
  );
});

test('data that is not live is labelled, live data has no mark', () => {
  expect(htmlOf()).toContain('is <strong>simulated</strong>, not real: its source is simulator');
  expect(homePage(OPTIONS).extraHeaders).toMatchObject({ 'tidemark-source': 'simulator' });
  expect(htmlOf({ source: 'file', origin: 'replayed' })).toContain(
    'is <strong>replayed</strong>, not of now',
  );
  const live = { ...OPTIONS, source: 'exchanges', origin: 'live' } as const;
  expect(htmlOf(live)).not.toContain('notice');
  expect(homePage(live).extraHeaders).not.toHaveProperty('tidemark-source');
});

test('the page has no inline script or style, and permits none', () => {
  const { extraHeaders } = homePage(OPTIONS);
  expect(extraHeaders?.['content-security-policy']).not.toContain('unsafe');
  expect(htmlOf()).not.toMatch(/<style|<script(?! (?:type="module" )?src=)| style=| on\w+=/);
});
