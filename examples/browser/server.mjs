// Serves chart.html: node server.mjs [INDEX], then open http://localhost:8000
// It keeps the secret and hands out tokens. Before you put it on a network, let it hand them out to your users only.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { TIDEMARK_URL: url = 'http://localhost:8080', PORT = '8000' } = process.env;
const { TIDEMARK_CLIENT_ID: client_id = 'demo', TIDEMARK_CLIENT_SECRET: client_secret = 'demo' } =
  process.env;
const index = process.argv[2] ?? 'BTC_USD';

const page = readFileSync(new URL('chart.html', import.meta.url));
// Of the installed package, the file for browsers.
const sdk = readFileSync(new URL('index.js', import.meta.resolve('@tidemark/sdk')));

/** Of the side that is asked for: REST or stream. Only for what the page needs. */
async function token(side) {
  const audience = side === 'stream' ? url.replace(/^http/, 'ws') : url;
  const scope = 'read:index-ticker';
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    audience,
    scope,
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v3/oauth/token`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`no token: ${answer.status}`);
  return (await answer.json()).access_token;
}

const routes = {
  '/': async () => ['text/html', page],
  '/sdk.js': async () => ['text/javascript', sdk],
  '/settings': async () => ['application/json', JSON.stringify({ url, index })],
  '/token': async ({ searchParams }) => [
    'application/json',
    JSON.stringify(await token(searchParams.get('side'))),
  ],
};

/** Under another name it is a page of another site that asks, and wants the token. */
const isOwn = ({ headers }) => /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(headers.host ?? '');

const server = createServer(async (request, response) => {
  if (!isOwn(request)) return void response.writeHead(403).end();
  try {
    const asked = new URL(request.url, 'http://localhost');
    const [type, body] = (await routes[asked.pathname]?.(asked)) ?? [];
    if (!type) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  } catch (error) {
    console.error(error.message);
    response.writeHead(502).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`));
