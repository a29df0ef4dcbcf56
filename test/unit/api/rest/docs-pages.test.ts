import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { docsPages } from '../../../../src/api/rest/docs-pages.ts';

const OPTIONS = {
  basePath: '/a"b',
  baseUrl: 'https://data.example/a"b',
  wsUrl: 'wss://stream.example/ticks',
  baseUrlConfigured: true,
  wsUrlConfigured: true,
  demo: false,
};
const pages = docsPages(OPTIONS);
const pageAt = (path: string) => pages.find((page) => page.path === path);
const textAt = (path: string) => pageAt(path)?.content().identity.bytes.toString() ?? '';
const html = pages.filter(({ contentType }) => contentType.startsWith('text/html'));

test('no two pages have the same path', () => {
  const paths = pages.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('logs and metrics know all parts by one name', () => {
  expect(new Set(pages.map(({ label }) => label))).toEqual(new Set(['/docs', '/docs/:part']));
});

describe('every page of markup', () => {
  test('has a strict policy; the websocket may be elsewhere, which its page alone is told', () => {
    for (const { path, extraHeaders } of html) {
      const policy = extraHeaders?.['content-security-policy'] ?? '';
      expect([path, policy]).toEqual([
        path,
        expect.stringMatching(/^default-src 'none'; script-src 'self';/),
      ]);
      expect([path, /unsafe|\*/.exec(policy)]).toEqual([path, null]);
      const connects = path === '/docs/websocket' ? " 'self' wss://stream.example" : " 'self'";
      expect([path, /connect-src([^;]*)/.exec(policy)?.[1]]).toEqual([path, connects]);
    }
  });

  test('holds nothing inline, and the base path as text', () => {
    for (const { path } of html) {
      const text = textAt(path);
      expect([path, /<script(?! type="module" src=)|<style| style=| on\w+=/.exec(text)]).toEqual([
        path,
        null,
      ]);
      expect([path, text.includes('/a"b'), text.includes('@base')]).toEqual([path, false, false]);
    }
    expect(textAt('/docs/guides/querying')).toContain('href="/a&quot;b/docs/methodology"');
  });

  test('asks for every module that its script imports at once', () => {
    const text = textAt('/docs');
    const imported = (name: string): string[] => {
      const source = readFileSync(new URL(`../../../../src/api/docs-page/${name}`, import.meta.url), 'utf8');
      const own = [...source.matchAll(/ from '\.\/([^']+)'|^import '\.\/([^']+)'/gm)].map(
        ([, from, bare]) => from ?? bare ?? '',
      );
      return [...own, ...own.flatMap(imported)];
    };
    const wanted = [...new Set(imported('rest.js'))];
    expect(wanted).toContain('indented-json.js');
    for (const name of wanted)
      expect(text).toContain(`<link rel="modulepreload" href="/a&quot;b/docs/${name}">`);
    for (const name of wanted) expect(pageAt(`/docs/${name}`)?.contentType).toMatch(/^text\/javascript/);
  });
});

test('what the page connects to, its policy allows, also where the public URL of the API alone is set', () => {
  const only = docsPages({ ...OPTIONS, wsUrlConfigured: false });
  const page = only.find(({ path }) => path === '/docs/websocket');
  expect(page?.content().identity.bytes.toString()).toContain(OPTIONS.wsUrl);
  expect(page?.extraHeaders?.['content-security-policy']).toContain(
    "connect-src 'self' wss://stream.example;",
  );
});

test('the page knows the public URLs only where the operator has set them', () => {
  expect(textAt('/docs')).toContain('data-audience="https://data.example/a&quot;b"');
  const unset = docsPages({ ...OPTIONS, baseUrlConfigured: false, wsUrlConfigured: false });
  const text = unset
    .find(({ path }) => path === '/docs')
    ?.content()
    .identity.bytes.toString();
  expect(text).toContain('data-audience="" data-stream=""');
});
