import { binanceCoinm, binanceUsdm } from './binance.ts';
import { bybit } from './bybit.ts';
import type { ContractLayout } from './contract-layout.ts';
import { deribit } from './deribit.ts';
import { krakenFutures } from './kraken-futures.ts';
import { okx } from './okx.ts';

/** By the key of the exchange. */
export const CONTRACT_LAYOUTS: ReadonlyMap<string, ContractLayout> = new Map(
  [binanceUsdm, binanceCoinm, bybit, deribit, krakenFutures, okx].map((layout) => [layout.key, layout]),
);
