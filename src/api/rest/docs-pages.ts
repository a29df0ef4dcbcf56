import { readFileSync } from 'node:fs';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { escapeHtml, HTML_TYPE, PAGE_SECURITY, type Page } from './page.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const ASSETS: Readonly<Record<string, string>> = {
  'page.css': 'text/css; charset=utf-8',
  'start.js': SCRIPT,
  'authorization.js': SCRIPT,
  'operation.js': SCRIPT,
  'answer.js': SCRIPT,
  'indented-json.js': SCRIPT,
  'schema.js': SCRIPT,
  'dom.js': SCRIPT,
  'home.js': SCRIPT,
};
const ASSET_FOLDER = new URL('../docs-page/', import.meta.url);

export interface DocsOptions {
  readonly basePath: string;
  readonly baseUrl: string;
  readonly baseUrlConfigured: boolean;
  readonly demo: boolean;
}

/**
 * `/docs`: the OpenAPI document for people. Everything that it loads comes from this server, so that it works on a
 * machine without any network, and it asks nothing but the server that it came from. Browsers ask every time whether a
 * part has changed: parts of two versions would not fit together.
 */
export function docsPages(options: DocsOptions): Page[] {
  const assets = Object.entries(ASSETS).map(([name, contentType]) => ({
    path: `/docs/${name}`,
    contentType,
    content: once(() => new PreparedAnswer(readFileSync(new URL(name, ASSET_FOLDER)))),
    maxAgeSeconds: 0,
  }));
  const page = {
    path: '/docs',
    contentType: HTML_TYPE,
    content: once(() => new PreparedAnswer(Buffer.from(docsHtml(options)))),
    maxAgeSeconds: 0,
    extraHeaders: PAGE_SECURITY,
  };
  return [page, ...assets];
}

function once(make: () => PreparedAnswer): () => PreparedAnswer {
  let made: PreparedAnswer | undefined;
  return () => (made ??= make());
}

/** A token must be asked for by the public URL where there is one, else by the name that the page was asked for by. */
function docsHtml({ basePath, baseUrl, baseUrlConfigured, demo }: DocsOptions): string {
  const path = escapeHtml(basePath);
  const audience = baseUrlConfigured ? escapeHtml(baseUrl) : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/docs/page.css">
</head>
<body data-base-path="${path}" data-audience="${audience}" data-demo="${demo}">
<main>
<noscript><p>This page needs JavaScript. What it shows is in <a href="${path}/openapi.json">openapi.json</a>.</p></noscript>
</main>
<script type="module" src="${path}/docs/start.js"></script>
</body>
</html>
`;
}
