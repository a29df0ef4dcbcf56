// A program as a user of the original v3 service would have written it, with its host names, audiences and ids. It uses
// nothing specific to this service.
import { WebSocket } from 'ws';

const API = 'https://api.prices.example';
const STREAM = 'wss://ws.prices.example';

const BITCOIN = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const BINANCE = 'a05e02d1-2789-49a3-aa83-1d3c9a442ea8';

async function tokenFor(audience) {
  const response = await fetch(`${API}/v3/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: process.env.PRICES_CLIENT_ID,
      client_secret: process.env.PRICES_CLIENT_SECRET,
      audience,
    }),
  });
  if (!response.ok) throw new Error(`token: ${response.status} ${await response.text()}`);
  const { access_token, token_type, expires_in } = await response.json();
  return {
    header: `${token_type} ${access_token}`,
    token: access_token,
    until: Date.now() + expires_in * 1000,
  };
}

const rest = await tokenFor(API);

async function get(path, parameters = {}) {
  const url = `${API}/v3/${path}?${new URLSearchParams(parameters)}`;
  const response = await fetch(url, { headers: { Authorization: rest.header, Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const first = async (path, parameters) => (await get(path, parameters)).content[0];

/** The first tick of an index received. */
async function firstTick(indexId) {
  const { token } = await tokenFor(STREAM);
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${STREAM}?access_token=${token}`);
    const events = [];
    socket.on('open', () => socket.send(JSON.stringify({ event: 'PING' })));
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`closed with ${code} after ${events.join(' ')}`)));
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString());
      events.push(message.event);
      if (message.event === 'PING') socket.send(JSON.stringify({ event: 'PONG' }));
      if (message.event === 'PONG')
        socket.send(
          JSON.stringify({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'MWA', indexId, requestId: 1 }),
        );
      if (message.event !== 'INDEX_TICKER') return;
      socket.removeAllListeners('close');
      socket.close();
      resolve({ events, tick: message });
    });
  });
}

/** Up to `count` past values, page by page. */
async function past(indexId, count) {
  const values = [];
  let page = await get('index-ticker', {
    indexId,
    indexType: 'MWA',
    timestamp: new Date().toISOString(),
    size: 1,
  });
  while (page.content.length > 0 && values.length < count) {
    values.push(...page.content);
    if (page.nextId === undefined) break;
    page = await get('index-ticker', { indexId, indexType: 'MWA', startAfter: page.nextId, size: 1 });
  }
  return values;
}

const HOLDINGS = [
  { indexId: BTC_USD, indexType: 'MWA', amount: 2 },
  { indexId: BITCOIN, indexType: 'GWA', amount: 0.5 },
  { indexId: BLX, indexType: 'LX', amount: 1 },
];

const lines = [];
for (const { indexId, indexType, amount } of HOLDINGS) {
  const { price } = await first('index-ticker', { indexId, indexType });
  lines.push({ indexId, price, value: price * amount });
}

const report = {
  asset: await get(`asset/${BITCOIN}`),
  markets: (await get('market', { baseAssetId: BITCOIN })).content.map(({ id }) => id),
  exchange: (await get(`exchange/${BINANCE}`)).name,
  lines,
  average: (lines[0].price + lines[2].price) / 2,
  day: await first('ohlcv', { indexId: BTC_USD, indexType: 'MWA', interval: '1d' }),
  cap: await first('market-cap', { assetId: BITCOIN, percentChange: 'true' }),
  past: await past(BTC_USD, 2),
  stream: await firstTick(BTC_USD),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
