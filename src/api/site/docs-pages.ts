import { readFileSync, readdirSync } from '../../disk/files.ts';
import type { DataOrigin } from '../../core/data-origin.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { docsHtml, type DocsFrame } from './docs-layout.ts';
import { DocsSite, type SitePage } from './docs-site.ts';
import { escapeHtml, HTML_TYPE, PAGE_SECURITY, type Page } from '../http/answers/page.ts';

const SVG_TYPE = 'image/svg+xml';
const CSS_TYPE = 'text/css; charset=utf-8';
const ASSET_TYPES: ReadonlyMap<string, string> = new Map([
  ['css', CSS_TYPE],
  ['js', 'text/javascript; charset=utf-8'],
]);
const FILE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['svg', SVG_TYPE],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
]);
/** There are nearly a hundred, and separate metrics for them are useless. */
const PART_LABEL = '/docs/:part';
const ASSET_FOLDER = new URL('./docs-page/', import.meta.url);

export interface DocsOptions {
  readonly basePath: string;
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Whether the operator has set them. */
  readonly baseUrlConfigured: boolean;
  readonly wsUrlConfigured: boolean;
  readonly demo: boolean;
  readonly origin: DataOrigin;
}

/**
 * `/docs`: the OpenAPI and AsyncAPI documents for people, and the documents of the repository. Everything is
 * loaded from this server, so that it works without internet access, and no other server is contacted.
 * Browsers revalidate every part: parts of two versions would not fit together.
 */
export function docsPages(options: DocsOptions): Page[] {
  const site = new DocsSite();
  return [
    ...assets(),
    page('/docs/design.css', CSS_TYPE, () => site.design()),
    { ...page('/docs/mark.svg', SVG_TYPE, () => site.icon()), extraHeaders: PAGE_SECURITY },
    ...site.files.map((name) => filePage(name, site)),
    page('/docs/search.json', JSON_TYPE, () => site.searchIndex()),
    htmlPage('/docs', restFrame(options)),
    htmlPage('/docs/websocket', websocketFrame(options)),
    ...site.pages.flatMap((own) => {
      const paths = own.formerPath === undefined ? [own.path] : [own.path, own.formerPath];
      return paths.map((path) => htmlPage(`/docs/${path}`, guideFrame(own, site, options)));
    }),
  ];
}

/** The page for an address that does not exist, created on first use. */
export function notFoundHtml(options: DocsOptions): () => string {
  let made: string | undefined;
  return () => (made ??= docsHtml(notFoundFrame(options), modulesOf('guide.js')));
}

function notFoundFrame(options: DocsOptions): DocsFrame {
  const basePath = escapeHtml(options.basePath);
  return {
    basePath: options.basePath,
    origin: options.origin,
    title: 'Not found · Tidemark',
    tab: 'guides',
    data: dataOf(options),
    script: 'guide.js',
    contents: contentsOf(undefined, new DocsSite().pages, basePath),
    main: `<article><h1>Not found</h1>
<p>There is no page at this address.</p>
<p><a href="${basePath}/">All assets</a> · <a href="${basePath}/docs">API reference</a></p></article>`,
  };
}

/** A picture or a font. */
function filePage(name: string, site: DocsSite): Page {
  const type = FILE_TYPES.get(endingOf(name));
  if (type === undefined) throw new Error(`the documents have a file of an unknown type: ${name}`);
  return {
    ...page(`/docs/files/${name}`, type, () => site.file(name)),
    isImmutable: true,
    extraHeaders: PAGE_SECURITY,
  };
}

const endingOf = (name: string) => name.split('.').at(-1) ?? '';

function assets(): Page[] {
  return readdirSync(ASSET_FOLDER).flatMap((name) => {
    const type = ASSET_TYPES.get(endingOf(name));
    return type === undefined
      ? []
      : [page(`/docs/${name}`, type, () => readFileSync(new URL(name, ASSET_FOLDER)))];
  });
}

/** Loaded or created on first use. */
function page(path: string, contentType: string, bytes: () => Buffer): Page {
  let made: PreparedAnswer | undefined;
  const content = () => (made ??= new PreparedAnswer(bytes()));
  const label = path === '/docs' ? path : PART_LABEL;
  return { path, label, contentType, content, maxAgeSeconds: 0 };
}

function htmlPage(path: string, frame: () => DocsFrame): Page {
  const html = () => docsHtml(frame(), modulesOf(frame().script));
  return { ...page(path, HTML_TYPE, () => Buffer.from(html())), extraHeaders: PAGE_SECURITY };
}

/** All direct and indirect imports of a module: preloading them saves the browser a chain of requests. */
function modulesOf(script: string, found: Set<string> = new Set()): readonly string[] {
  const text = readFileSync(new URL(script, ASSET_FOLDER), 'utf8');
  for (const [, name = ''] of text.matchAll(/^import [^;]*?'\.\/([\w-]+\.js)';/gm)) {
    if (found.has(name)) continue;
    found.add(name);
    modulesOf(name, found);
  }
  return [...found];
}

/** The audience of tokens is the public URL if there is one, otherwise the host name of the request. */
function dataOf({
  baseUrl,
  baseUrlConfigured,
  wsUrl,
  wsUrlConfigured,
  demo,
}: DocsOptions): DocsFrame['data'] & object {
  return {
    audience: baseUrlConfigured ? baseUrl : '',
    stream: baseUrlConfigured || wsUrlConfigured ? wsUrl : '',
    demo: String(demo),
  };
}

function restFrame(options: DocsOptions): () => DocsFrame {
  const { basePath, origin } = options;
  return () => ({
    basePath,
    origin,
    title: 'REST API · Tidemark',
    tab: 'rest',
    data: dataOf(options),
    script: 'rest.js',
    documents: ['openapi.json'],
    contents: '',
    main: withoutScripts('openapi.json', basePath),
  });
}

function websocketFrame(options: DocsOptions): () => DocsFrame {
  const { basePath, origin } = options;
  return () => ({
    basePath,
    origin,
    title: 'Websocket · Tidemark',
    tab: 'websocket',
    data: dataOf(options),
    script: 'websocket.js',
    documents: ['asyncapi.json'],
    contents: '',
    main: withoutScripts('asyncapi.json', basePath),
  });
}

function withoutScripts(document: string, basePath: string): string {
  const href = `${escapeHtml(basePath)}/${document}`;
  return `<noscript><p>This page needs JavaScript. What it shows is in <a href="${href}">${document}</a>.</p></noscript>`;
}

function guideFrame(own: SitePage, site: DocsSite, options: DocsOptions): () => DocsFrame {
  const basePath = escapeHtml(options.basePath);
  return () => ({
    basePath: options.basePath,
    origin: options.origin,
    title: `${own.title} · Tidemark`,
    tab: 'guides',
    data: dataOf(options),
    script: 'guide.js',
    contents: contentsOf(own, site.pages, basePath),
    main: `<article>${site.htmlOf(own, basePath)}</article>${neighbours(own, site.pages, basePath)}`,
  });
}

/** Links to the pages that are listed before and after this one. */
function neighbours(own: SitePage, pages: readonly SitePage[], basePath: string): string {
  const listed = pages.filter(({ group }) => group !== '');
  const at = listed.indexOf(own);
  if (at < 0) return '';
  const link = (page: SitePage | undefined, rel: string, label: string) =>
    page
      ? `<a rel="${rel}" href="${basePath}/docs/${page.path}"><small>${label}</small> ${escapeHtml(page.title)}</a>`
      : '';
  const links = link(listed[at - 1], 'prev', 'Previous') + link(listed[at + 1], 'next', 'Next');
  return `<nav class="neighbours" aria-label="Neighbouring pages">${links}</nav>`;
}

/** All pages under their headings, and below the one that is shown what is in it. */
function contentsOf(shown: SitePage | undefined, pages: readonly SitePage[], basePath: string): string {
  const groups = [...new Set(pages.map(({ group }) => group))].filter((group) => group !== '');
  const listOf = (group: string) =>
    pages.filter((each) => each.group === group).map((each) => contentsItem(each, shown, basePath));
  return groups.map((group) => `<h2>${group}</h2>\n<ul>${listOf(group).join('\n')}</ul>`).join('\n');
}

function contentsItem(each: SitePage, shown: SitePage | undefined, basePath: string): string {
  const link = (attributes: string, text: string) => `<a ${attributes}>${escapeHtml(text)}</a>`;
  if (each !== shown) return `<li>${link(`href="${basePath}/docs/${each.path}"`, each.title)}</li>`;
  const inner = each.headings.map(({ text, id }) => `<li>${link(`href="#${id}"`, text)}</li>`).join('');
  return `<li>${link(`href="${basePath}/docs/${each.path}" aria-current="page"`, each.title)}${inner === '' ? '' : `<ul>${inner}</ul>`}</li>`;
}
