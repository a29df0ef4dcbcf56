import { numeral } from '../numeral.ts';
import { like, type Fields } from '../recorded.ts';
import type { RigInstrument } from '../rig-layout.ts';

const KOREA_MS = 9 * 3_600_000;
const PRICES = 'opening_price high_price low_price trade_price prev_closing_price'.split(' ');

/** An instant as `20240313` and `111037`. */
function dateAndTime(instant: number): readonly [string, string] {
  const [date = '', time = ''] = new Date(instant).toISOString().split('T');
  return [date.replaceAll('-', ''), time.slice(0, 8).replaceAll(':', '')];
}

/** A ticker of Upbit, whose format Bithumb shares. Its numbers are JSON numbers, and it has no book. */
export function koreanTicker(template: Fields, id: string, instrument: RigInstrument): Fields {
  const { last, baseVolume, quoteVolume, timestamp } = instrument;
  const [tradeDate, tradeTime] = dateAndTime(timestamp);
  const [koreanDate, koreanTime] = dateAndTime(timestamp + KOREA_MS);
  return like(template, {
    market: id,
    trade_date: tradeDate,
    trade_time: tradeTime,
    trade_date_kst: koreanDate,
    trade_time_kst: koreanTime,
    trade_timestamp: timestamp,
    ...Object.fromEntries(PRICES.map((field) => [field, numeral(last)])),
    change: 'EVEN',
    change_price: 0,
    change_rate: 0,
    signed_change_price: 0,
    signed_change_rate: 0,
    acc_trade_price: numeral(quoteVolume),
    acc_trade_price_24h: numeral(quoteVolume),
    acc_trade_volume: numeral(baseVolume),
    acc_trade_volume_24h: numeral(baseVolume),
    timestamp,
  });
}
