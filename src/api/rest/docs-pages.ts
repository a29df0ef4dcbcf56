import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { HTML_TYPE, pageSecurity, type Page } from './page.ts';

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;
const ASSET_SECONDS = 300;

/**
 * `/docs`: the OpenAPI document for people. Everything it loads comes from this server, out of the npm package
 * swagger-ui-dist, so that it works on a machine without any network.
 */
export function docsPages(basePath: string, baseUrl: string): Page[] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const assets = Object.entries(ASSETS).map(([name, contentType]) => ({
    path: `/docs/${name}`,
    contentType,
    content: once(() => new PreparedAnswer(readFileSync(join(folder, name)))),
    maxAgeSeconds: ASSET_SECONDS,
  }));
  return [
    {
      path: '/docs',
      contentType: HTML_TYPE,
      content: once(() => new PreparedAnswer(Buffer.from(docsHtml(basePath)))),
      maxAgeSeconds: 0,
      extraHeaders: pageSecurity(baseUrl),
    },
    {
      path: '/docs/start.js',
      contentType: 'text/javascript; charset=utf-8',
      content: once(() => new PreparedAnswer(Buffer.from(startScript(basePath)))),
      maxAgeSeconds: 0,
    },
    ...assets,
  ];
}

function once(make: () => PreparedAnswer): () => PreparedAnswer {
  let made: PreparedAnswer | undefined;
  return () => (made ??= make());
}

function docsHtml(basePath: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="${basePath}/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/docs/start.js"></script>
</body>
</html>
`;
}

function startScript(basePath: string): string {
  const options = `url: ${JSON.stringify(`${basePath}/openapi.json`)}, dom_id: '#docs', deepLinking: true, validatorUrl: null`;
  return `SwaggerUIBundle({ ${options} });\n`;
}
