import { binance } from './layouts/binance.ts';
import { bitfinex } from './layouts/bitfinex.ts';
import { bitget } from './layouts/bitget.ts';
import { bithumb } from './layouts/bithumb.ts';
import { bitstamp } from './layouts/bitstamp.ts';
import { bybit } from './layouts/bybit.ts';
import { coinbase } from './layouts/coinbase.ts';
import { coinbaseexchange } from './layouts/coinbaseexchange.ts';
import { coinex } from './layouts/coinex.ts';
import { cryptocom } from './layouts/cryptocom.ts';
import { gate } from './layouts/gate.ts';
import { hitbtc } from './layouts/hitbtc.ts';
import { htx } from './layouts/htx.ts';
import { kraken } from './layouts/kraken.ts';
import { lbank } from './layouts/lbank.ts';
import { mexc } from './layouts/mexc.ts';
import { okx } from './layouts/okx.ts';
import { poloniex } from './layouts/poloniex.ts';
import { upbit } from './layouts/upbit.ts';
import { whitebit } from './layouts/whitebit.ts';
import { xt } from './layouts/xt.ts';
import type { RigLayout } from './rig-layout.ts';

/** Every exchange that the rig can simulate. */
export const LAYOUTS: readonly RigLayout[] = [
  binance,
  okx,
  bybit,
  gate,
  htx,
  bitget,
  mexc,
  kraken,
  bitfinex,
  bitstamp,
  coinbase,
  coinbaseexchange,
  cryptocom,
  upbit,
  bithumb,
  whitebit,
  poloniex,
  hitbtc,
  coinex,
  lbank,
  xt,
];

/** Exchanges of the rig by their names in settings, each order book once. */
export const RIG_EXCHANGES: readonly string[] = LAYOUTS.map(({ id }) => id)
  .filter((id) => id !== coinbaseexchange.id)
  .toSorted();
