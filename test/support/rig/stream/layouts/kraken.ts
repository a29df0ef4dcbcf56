import { idOf } from '../../layouts/kraken.ts';
import { numeral } from '../../numeral.ts';
import type { RigTrade } from '../rig-tape.ts';
import { isMessage, textsIn, type StreamLayout } from '../stream-layout.ts';

/** Version 2 of its socket, with JSON numbers and common names of assets. */
export const krakenStream: StreamLayout = {
  id: 'kraken',
  hosts: ['ws.kraken.com'],
  marketOf: ({ base, quote }) => `${base}/${quote}`,
  replyTo(message) {
    if (!isMessage(message)) return undefined;
    if (message['method'] === 'ping') return { markets: [], replies: [{ method: 'pong' }] };
    const { params } = message;
    if (message['method'] !== 'subscribe' || !isMessage(params) || params['channel'] !== 'trade')
      return undefined;
    const markets = textsIn(params['symbol']);
    const replies = markets.map((symbol) => ({
      method: 'subscribe',
      result: { channel: 'trade', snapshot: false, symbol },
      success: true,
      req_id: message['req_id'],
    }));
    return { markets, replies };
  },
  message: (trades) => [{ channel: 'trade', type: 'update', data: trades.map(data) }],
  listed(url, trades) {
    if (url.pathname !== '/0/public/Trades') return undefined;
    const pair = url.searchParams.get('pair') ?? '';
    const own = trades.filter((trade) => idOf(trade) === pair).slice(-1000);
    const last = `${own.at(-1)?.timestamp ?? 0}000000`;
    return { error: [], result: { [pair]: own.map(row), last } };
  },
};

function data({ base, quote, side, price, amount, id, timestamp }: RigTrade) {
  return {
    symbol: `${base}/${quote}`,
    side,
    price: numeral(price),
    qty: numeral(amount),
    ord_type: 'market',
    trade_id: id,
    timestamp: new Date(timestamp).toISOString().replace('Z', '000Z'),
  };
}

function row({ price, amount, timestamp, side, id }: RigTrade) {
  const seconds = `${Math.floor(timestamp / 1000)}.${String(timestamp % 1000).padStart(3, '0')}`;
  return [price, amount, numeral(seconds), side === 'buy' ? 'b' : 's', 'm', '', id];
}
