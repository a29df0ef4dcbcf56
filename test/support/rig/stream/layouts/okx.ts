import type { RigMarket, RigTrade } from '../rig-tape.ts';
import { isMessage, type StreamLayout } from '../stream-layout.ts';

const idOf = ({ base, quote }: RigMarket) => `${base}-${quote}`;

export const okxStream: StreamLayout = {
  id: 'okx',
  hosts: ['ws.okx.com'],
  marketOf: idOf,
  replyTo(message) {
    if (!isMessage(message) || message['op'] !== 'subscribe' || !Array.isArray(message['args']))
      return undefined;
    const args = message['args'].filter(isMessage);
    const markets = args.map((arg) => String(arg['instId']));
    return { markets, replies: args.map((arg) => ({ event: 'subscribe', arg, connId: 'rig' })) };
  },
  message: (trades) => [
    {
      arg: { channel: 'trades', instId: idOf(trades[0]!) },
      data: trades.map((trade) => ({ ...row(trade), count: '1' })),
    },
  ],
  listed(url, trades) {
    if (url.pathname !== '/api/v5/market/trades') return undefined;
    const limit = Number(url.searchParams.get('limit') ?? '100');
    const own = trades.filter((trade) => idOf(trade) === url.searchParams.get('instId')).slice(-limit);
    return { code: '0', msg: '', data: own.map(row).toReversed() };
  },
};

function row(trade: RigTrade) {
  return {
    instId: idOf(trade),
    tradeId: String(trade.id),
    px: trade.price,
    sz: trade.amount,
    side: trade.side,
    ts: String(trade.timestamp),
  };
}
