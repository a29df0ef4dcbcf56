import type { RigMarket, RigTrade } from '../rig-tape.ts';
import { isMessage, textsIn, type StreamLayout } from '../stream-layout.ts';

const idOf = ({ base, quote }: RigMarket) => base + quote;

export const bybitStream: StreamLayout = {
  id: 'bybit',
  hosts: ['stream.bybit.com'],
  marketOf: (market) => `publicTrade.${idOf(market)}`,
  replyTo(message) {
    if (!isMessage(message) || message['op'] !== 'subscribe') return undefined;
    const replies = [{ success: true, ret_msg: 'subscribe', conn_id: 'rig', op: 'subscribe' }];
    return { markets: textsIn(message['args']), replies };
  },
  message: (trades) => [
    {
      topic: `publicTrade.${idOf(trades[0]!)}`,
      ts: trades.at(-1)!.timestamp,
      type: 'snapshot',
      data: trades.map((trade) => ({
        i: String(trade.id),
        T: trade.timestamp,
        p: trade.price,
        v: trade.amount,
        S: sideOf(trade),
        s: idOf(trade),
        BT: false,
      })),
    },
  ],
  listed(url, trades) {
    if (url.pathname !== '/v5/market/recent-trade') return undefined;
    const own = trades.filter((trade) => idOf(trade) === url.searchParams.get('symbol')).slice(-60);
    const list = own.map(row).toReversed();
    return { retCode: 0, retMsg: 'OK', result: { category: 'spot', list }, retExtInfo: {}, time: 0 };
  },
};

const sideOf = ({ side }: RigTrade) => (side === 'buy' ? 'Buy' : 'Sell');

function row(trade: RigTrade) {
  return {
    execId: String(trade.id),
    symbol: idOf(trade),
    price: trade.price,
    size: trade.amount,
    side: sideOf(trade),
    time: String(trade.timestamp),
    isBlockTrade: false,
  };
}
