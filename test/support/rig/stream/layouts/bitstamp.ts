import { numeral } from '../../numeral.ts';
import type { RigMarket, RigTrade } from '../rig-tape.ts';
import { isMessage, type StreamLayout } from '../stream-layout.ts';

const CHANNEL = /^live_trades_([a-z0-9]+)$/;
const LIST = /^\/api\/v2\/transactions\/([a-z0-9]+)\/$/;
const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };

const idOf = ({ base, quote }: RigMarket) => (base + quote).toLowerCase();

/** Each market is a channel, and each trade a message. Its list has whole seconds, the newest first. */
export const bitstampStream: StreamLayout = {
  id: 'bitstamp',
  hosts: ['ws.bitstamp.net'],
  marketOf: idOf,
  replyTo(message) {
    if (!isMessage(message) || message['event'] !== 'bts:subscribe') return undefined;
    const data = message['data'];
    const channel = isMessage(data) ? String(data['channel']) : '';
    const [, market] = CHANNEL.exec(channel) ?? [];
    if (market === undefined) return undefined;
    return { markets: [market], replies: [{ event: 'bts:subscription_succeeded', channel, data: {} }] };
  },
  message: (trades) =>
    trades.map((trade) => ({ data: data(trade), channel: `live_trades_${idOf(trade)}`, event: 'trade' })),
  listed(url, trades) {
    const [, market] = LIST.exec(url.pathname) ?? [];
    if (market === undefined) return undefined;
    const newest = trades.at(-1)?.timestamp ?? 0;
    const from = newest - (SECONDS[url.searchParams.get('time') ?? 'hour'] ?? 0) * 1000;
    return trades
      .filter((trade) => idOf(trade) === market && trade.timestamp >= from)
      .map(row)
      .toReversed();
  },
};

function data({ id, timestamp, amount, price, side }: RigTrade) {
  return {
    id,
    timestamp: String(Math.floor(timestamp / 1000)),
    amount: numeral(amount),
    amount_str: amount,
    price: numeral(price),
    price_str: price,
    type: side === 'buy' ? 0 : 1,
    microtimestamp: `${timestamp}000`,
    buy_order_id: 1207733769326592,
    sell_order_id: 1207733765476352,
  };
}

function row({ id, timestamp, amount, price, side }: RigTrade) {
  return {
    date: String(Math.floor(timestamp / 1000)),
    tid: String(id),
    amount,
    type: side === 'buy' ? '0' : '1',
    price,
  };
}
