import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { HTML_TYPE, pageSecurity, type Page } from './page.ts';

export interface HomePageOptions {
  readonly basePath: string;
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** `simulator` and `replay` are said out loud. */
  readonly source: string;
  readonly demo: boolean;
}

/** `GET /`: what this is, whether its data is real, where to go on. */
export function homePage(options: HomePageOptions): Page {
  const prepared = new PreparedAnswer(Buffer.from(html(options)));
  return {
    path: '/',
    contentType: HTML_TYPE,
    content: () => prepared,
    maxAgeSeconds: 0,
    extraHeaders: { ...pageSecurity(options.baseUrl), 'tidemark-source': options.source },
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const ADD_A_CLIENT = `<h2>A client</h2>
<p>There is no built-in client here. The operator adds one on the machine that the service runs on, with the service's
<code>--data</code> where it has one. The command prints the client's id and, once, its secret:</p>
<pre>npx tidemark clients add --name "My client"</pre>`;

function html({ basePath, baseUrl, wsUrl, source, demo }: HomePageOptions): string {
  const simulated = source === 'simulator' || source === 'replay';
  const notice = simulated
    ? `<p class="notice">The data of this installation is <strong>not real</strong>: it comes from the ${source}.</p>`
    : '';
  const [id, secret] = demo ? ['demo', 'demo'] : ['CLIENT_ID', 'CLIENT_SECRET'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color: #14212b; }
.notice { background: #fff4d6; border-left: 4px solid #d99a00; padding: .6rem 1rem; }
pre { background: #f1f4f6; padding: 1rem; overflow-x: auto; font-size: 14px; }
dt { font-weight: 600; } dd { margin: 0 0 .6rem; }
a { color: #00578a; }
</style>
</head>
<body>
<h1>Tidemark</h1>
<p>Crypto market data: exchange tickers, reference prices and how they came about, market caps.</p>
${notice}
<dl>
<dt>REST</dt><dd><code>${escapeHtml(baseUrl)}/v3</code></dd>
<dt>Websocket</dt><dd><code>${escapeHtml(wsUrl)}</code></dd>
<dt>Documentation</dt><dd><a href="${basePath}/docs">API reference</a>, <a href="${basePath}/openapi.json">openapi.json</a>, <a href="${basePath}/asyncapi.json">asyncapi.json</a></dd>
</dl>
${demo ? '' : ADD_A_CLIENT}
<h2>A first token</h2>
<pre>curl -s ${escapeHtml(baseUrl)}/v3/oauth/token -H 'Content-Type: application/json' \\
  -d '{"grant_type":"client_credentials","client_id":"${id}","client_secret":"${secret}","audience":"${escapeHtml(baseUrl)}"}'</pre>
</body>
</html>
`;
}
