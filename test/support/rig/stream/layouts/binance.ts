import type { RigMarket, RigTrade } from '../rig-tape.ts';
import { isMessage, textsIn, type StreamLayout } from '../stream-layout.ts';

const idOf = ({ base, quote }: RigMarket) => base + quote;

/** Each trade is a message. Its list of aggregated trades, which have ids of their own, is separate. */
export const binanceStream: StreamLayout = {
  id: 'binance',
  hosts: ['stream.binance.com'],
  marketOf: (market) => `${idOf(market).toLowerCase()}@trade`,
  replyTo(message) {
    if (!isMessage(message) || message['method'] !== 'SUBSCRIBE') return undefined;
    return { markets: textsIn(message['params']), replies: [{ result: null, id: message['id'] }] };
  },
  message: (trades) =>
    trades.map(({ base, quote, id, price, amount, timestamp, side }) => ({
      e: 'trade',
      E: timestamp + 1,
      s: idOf({ base, quote }),
      t: id,
      p: price,
      q: amount,
      T: timestamp,
      m: side === 'sell',
      M: true,
    })),
  listed(url, trades) {
    if (url.pathname !== '/api/v3/trades') return undefined;
    const limit = Number(url.searchParams.get('limit') ?? '500');
    const own = trades.filter((trade) => idOf(trade) === url.searchParams.get('symbol'));
    return own.slice(-limit).map(row);
  },
};

function row({ id, price, amount, timestamp, side }: RigTrade) {
  return {
    id,
    price,
    qty: amount,
    quoteQty: String(Number(price) * Number(amount)),
    time: timestamp,
    isBuyerMaker: side === 'sell',
    isBestMatch: true,
  };
}
