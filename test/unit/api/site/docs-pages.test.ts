import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { VIEWS } from '../../../../src/api/site/docs-layout.ts';
import { docsPages } from '../../../../src/api/site/docs-pages.ts';

const OPTIONS = {
  basePath: '/a"b',
  baseUrl: 'https://data.example/a"b',
  wsUrl: 'wss://stream.example/ticks',
  baseUrlConfigured: true,
  wsUrlConfigured: true,
  demo: false,
  origin: 'simulated',
} as const;
const pages = docsPages(OPTIONS);
const pageAt = (path: string) => pages.find((page) => page.path === path);
const textAt = (path: string) => pageAt(path)?.content().identity.bytes.toString() ?? '';
const html = pages.filter(({ contentType }) => contentType.startsWith('text/html'));

test('no two pages have the same path', () => {
  const paths = pages.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('logs and metrics use one name for all parts', () => {
  expect(new Set(pages.map(({ label }) => label))).toEqual(new Set(['/docs', '/docs/:part']));
});

describe('every HTML page', () => {
  test('has a strict policy without other origins', () => {
    const drawings = pages.filter(({ contentType }) => contentType === 'image/svg+xml');
    expect(drawings.length).toBeGreaterThan(0);
    // A drawing can also contain scripts.
    for (const { path, extraHeaders } of [...html, ...drawings])
      expect([path, extraHeaders?.['content-security-policy']]).toEqual([
        path,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
      ]);
  });

  test('has the header of the page, with its views and the mark of data that is not live', () => {
    for (const { path } of html) {
      const text = textAt(path);
      for (const [view, title] of VIEWS) expect(text).toContain(`<a href="/a&quot;b/#/${view}">${title}</a>`);
      expect(text).toContain('>simulated</span>');
    }
    const live = docsPages({ ...OPTIONS, origin: 'live' }).find(({ path }) => path === '/docs');
    expect(live?.content().identity.bytes.toString()).not.toContain('tag warn source');
  });

  test('loads only served pictures, which have their type and are cached for ever', () => {
    const sources = html.flatMap(({ path }) =>
      [...textAt(path).matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src = '']) => src),
    );
    expect(sources.length).toBeGreaterThanOrEqual(2);
    for (const src of sources) {
      expect(src).toMatch(/^\/a&quot;b\/docs\/files\//);
      const file = pageAt(src.replace('/a&quot;b', ''));
      const [type, start] = src.endsWith('.svg') ? ['image/svg+xml', '<sv'] : ['image/png', '\u{89}PN'];
      expect([src, file?.contentType, file?.isImmutable]).toEqual([src, type, true]);
      expect(file?.content().identity.bytes.subarray(0, 3).toString('latin1')).toBe(start);
    }
  });

  test('contains nothing inline, and the base path as text', () => {
    for (const { path } of html) {
      const text = textAt(path);
      expect([path, /<script(?! (?:type="module" )?src=)|<style| style=| on\w+=/.exec(text)]).toEqual([
        path,
        null,
      ]);
      expect([path, text.includes('/a"b'), text.includes('@base')]).toEqual([path, false, false]);
    }
    expect(textAt('/docs/use/ranges')).toContain('href="/a&quot;b/docs/trust/methodology#the-tick"');
  });

  test('preloads every module that its script imports', () => {
    const text = textAt('/docs');
    const imported = (name: string): string[] => {
      const source = readFileSync(
        new URL(`../../../../src/api/site/docs-page/${name}`, import.meta.url),
        'utf8',
      );
      const own = [...source.matchAll(/ from '\.\/([^']+)'|^import '\.\/([^']+)'/gm)].map(
        ([, from, bare]) => from ?? bare ?? '',
      );
      return [...own, ...own.flatMap(imported)];
    };
    const wanted = [...new Set(imported('rest.js'))];
    expect(wanted).toContain('try-it.js');
    for (const name of wanted)
      expect(text).toContain(`<link rel="modulepreload" href="/a&quot;b/docs/${name}">`);
    for (const name of wanted) expect(pageAt(`/docs/${name}`)?.contentType).toMatch(/^text\/javascript/);
  });
});

test('the style is that of the page: its tokens are defined once, and its font is served', () => {
  const css = textAt('/docs/design.css');
  expect(css).toContain(readFileSync('web/src/styles/tokens.css', 'utf8'));
  const [, font = ''] = /url\('([^']+\.woff2)'\)/.exec(css) ?? [];
  expect(pageAt(`/docs/${font}`)).toMatchObject({ contentType: 'font/woff2', isImmutable: true });
  expect([...textAt('/docs/docs.css').matchAll(/#[\da-f]{3,8}\b(?=[^{]*;)|\brgb\(/gi)]).toEqual([]);
});

test('the page has public URLs only if the operator has set them', () => {
  expect(textAt('/docs')).toContain('data-audience="https://data.example/a&quot;b"');
  const unset = docsPages({ ...OPTIONS, baseUrlConfigured: false, wsUrlConfigured: false });
  const text = unset
    .find(({ path }) => path === '/docs')
    ?.content()
    .identity.bytes.toString();
  expect(text).toContain('data-audience="" data-stream=""');
});
