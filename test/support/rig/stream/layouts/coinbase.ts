import type { RigMarket, RigTrade } from '../rig-tape.ts';
import { isMessage, textsIn, type StreamLayout } from '../stream-layout.ts';

const LIST = /^\/api\/v3\/brokerage\/market\/products\/([A-Z0-9-]+)\/ticker$/;

const idOf = ({ base, quote }: RigMarket) => `${base}-${quote}`;

/** Trades in a message, and in its list, come newest first. */
export const coinbaseStream: StreamLayout = {
  id: 'coinbase',
  hosts: ['advanced-trade-ws.coinbase.com'],
  marketOf: idOf,
  replyTo(message) {
    if (!isMessage(message) || message['type'] !== 'subscribe') return undefined;
    const markets = textsIn(message['product_ids']);
    const events = [{ subscriptions: { market_trades: markets } }];
    return { markets, replies: [{ channel: 'subscriptions', sequence_num: 0, events }] };
  },
  message: (trades) => [
    {
      channel: 'market_trades',
      client_id: '',
      timestamp: new Date(trades.at(-1)?.timestamp ?? 0).toISOString(),
      sequence_num: 1,
      events: [{ type: 'update', trades: trades.map(row).toReversed() }],
    },
  ],
  listed(url, trades) {
    const [, market] = LIST.exec(url.pathname) ?? [];
    if (market === undefined) return undefined;
    const limit = Number(url.searchParams.get('limit') ?? '100');
    const own = trades.filter((trade) => idOf(trade) === market).slice(-limit);
    return { trades: own.map(row).toReversed(), best_bid: '', best_ask: '' };
  },
};

function row(trade: RigTrade) {
  return {
    trade_id: String(trade.id),
    product_id: idOf(trade),
    price: trade.price,
    size: trade.amount,
    time: new Date(trade.timestamp).toISOString(),
    side: trade.side.toUpperCase(),
    bid: '',
    ask: '',
  };
}
