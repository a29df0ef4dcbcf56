import type { DataOrigin } from '../../core/data-origin.ts';
import { sourceHeader } from '../http/headers.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { escapeHtml, HTML_TYPE, PAGE_SECURITY, type Page } from '../http/answers/page.ts';

export interface HomePageOptions {
  readonly basePath: string;
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Whether the operator has set them. */
  readonly baseUrlConfigured: boolean;
  readonly wsUrlConfigured: boolean;
  readonly source: string;
  readonly origin: DataOrigin;
  /** Whether the built-in client exists. */
  readonly demo: boolean;
}

/** `GET /`: the name of the service, the kind of its data, and links. */
export function homePage(options: HomePageOptions): Page {
  const prepared = new PreparedAnswer(Buffer.from(html(options)));
  return {
    path: '/',
    contentType: HTML_TYPE,
    content: () => prepared,
    maxAgeSeconds: 0,
    extraHeaders: { ...PAGE_SECURITY, ...sourceHeader(options) },
  };
}

const ADD_PER_CLIENT = `<h2>A client</h2>
<p>There is no built-in client here. The operator adds one on the machine that the service runs on, with the service's
<code>--data</code> where it has one. The command prints the client's id and, once, its secret:</p>
<pre class="command">npx tidemark clients add --name "My client"</pre>`;

const NOT_LIVE = { simulated: 'not real', replayed: 'not of now' } as const;

/**
 * A URL that the page's script replaces: the address that the service listens on is wrong on another machine.
 */
function ownUrl(scheme: 'http' | 'ws', url: string): string {
  return `<span data-url="${scheme}">${escapeHtml(url)}</span>`;
}

function html(options: HomePageOptions): string {
  const { basePath, baseUrl, wsUrl, baseUrlConfigured, source, origin, demo } = options;
  const path = escapeHtml(basePath);
  const streamConfigured = baseUrlConfigured || options.wsUrlConfigured;
  const rest = baseUrlConfigured ? escapeHtml(baseUrl) : ownUrl('http', baseUrl);
  const stream = streamConfigured ? escapeHtml(wsUrl) : ownUrl('ws', wsUrl);
  const notice =
    origin === 'live'
      ? ''
      : `<p class="notice">The data of this installation is <strong>${origin}</strong>, ${NOT_LIVE[origin]}: its source is ${escapeHtml(source)}.</p>`;
  const [id, secret] = demo ? ['demo', 'demo'] : ['CLIENT_ID', 'CLIENT_SECRET'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark</title>
<link rel="icon" href="${path}/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${path}/docs/design.css">
<link rel="stylesheet" href="${path}/docs/docs.css">
<script src="${path}/docs/theme.js"></script>
</head>
<body class="home">
<main>
<h1>Tidemark</h1>
<p>Crypto market data: exchange tickers, reference prices with their receipts, market caps.</p>
${notice}
<dl>
<dt>REST</dt><dd><code>${rest}/v3</code></dd>
<dt>Websocket</dt><dd><code>${stream}</code></dd>
<dt>Documentation</dt><dd><a href="${path}/docs">API reference</a>, <a href="${path}/openapi.json">openapi.json</a>, <a href="${path}/asyncapi.json">asyncapi.json</a></dd>
</dl>
${demo ? '' : ADD_PER_CLIENT}
<h2>A first token</h2>
<pre class="command">curl -s ${rest}/v3/oauth/token -H 'Content-Type: application/json' \\
  -d '{"grant_type":"client_credentials","client_id":"${id}","client_secret":"${secret}","audience":"${rest}"}'</pre>
</main>
<script type="module" src="${path}/docs/home.js"></script>
</body>
</html>
`;
}
