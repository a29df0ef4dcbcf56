// What a user of the original service does first: look an asset up without a token, request a token for the websocket, print the first
// ticks of a market, an index and an exchange, and stop. Each message goes to the output as it came.
import { WebSocket } from 'ws';

const API = 'https://api.prices.example/v3';
const STREAM = 'wss://ws.prices.example';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';

const show = (kind, value) => process.stdout.write(`${JSON.stringify({ kind, value })}\n`);

async function read(path, init) {
  const response = await fetch(API + path, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const assets = await read('/asset?symbol=BTC');
show('asset', assets);
const markets = await read(`/market?baseAssetId=${assets.content[0].id}`);
show('market', markets);
show('exchange', await read('/exchange?status=ACTIVE'));
show(
  'convert',
  await read(`/convert?fromAssetId=${assets.content[0].id}&toAssetId=${markets.content[0].quoteAssetId}`),
);

const granted = await read('/oauth/token', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    audience: STREAM,
    client_id: process.env.PRICES_CLIENT_ID,
    client_secret: process.env.PRICES_CLIENT_SECRET,
    grant_type: 'client_credentials',
  }),
});
show('token', granted);

const wanted = new Set(['INDEX_TICKER', 'EXCHANGE_TICKER', 'PONG']);
const socket = new WebSocket(`${STREAM}?access_token=${granted.access_token}`);
const send = (message) => socket.send(JSON.stringify(message));
socket.on('message', (data) => {
  const message = JSON.parse(data.toString());
  show('message', message);
  if (message.event === 'CONNECTED') {
    send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'MWA', indexId: markets.content[0].id, requestId: 1 });
    send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'LX', requestId: 2 });
    send({ event: 'SUBSCRIBE_EXCHANGE_TICKER', exchangeId: KRAKEN, requestId: 3 });
    send({ event: 'PING' });
  }
  wanted.delete(message.event);
  if (wanted.size === 0) socket.close();
});
await new Promise((resolve, reject) => {
  socket.on('error', reject);
  socket.on('close', (code) => (wanted.size === 0 ? resolve() : reject(new Error(`closed with ${code}`))));
});
