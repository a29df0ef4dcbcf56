import { BITMEX_HOST } from '../bitmex/bitmex-contracts.ts';
import type { WellKnown } from '../../../reference/well-known/well-known.ts';
import { profileWith, type ExchangeProfile } from './exchange-profiles.ts';

/** The derivatives of an exchange, which are read apart from its spot markets. */
export interface DerivativesProfile {
  /** Name of the exchange for clients: the two interfaces of Binance have the same. */
  readonly name: string;
  readonly hosts: readonly string[];
  /** Why it is read by default. */
  readonly why: string;
}

/**
 * Derivatives interfaces that can be read, by their ids in ccxt. All are read by default: each returns every ticker in
 * a few requests, with the value of a contract.
 */
export const DERIVATIVES: Readonly<Record<string, DerivativesProfile>> = {
  binancecoinm: {
    name: 'Binance',
    hosts: ['dapi.binance.com'],
    why: 'Perpetuals and futures that settle in coins; three requests, without open interest',
  },
  binanceusdm: {
    name: 'Binance',
    hosts: ['fapi.binance.com'],
    why: 'Perpetuals and futures that settle in USDT and USDC; three requests, without open interest',
  },
  bitmex: {
    name: 'BitMEX',
    hosts: [BITMEX_HOST],
    why: 'Perpetuals and futures of an exchange that has little else; one request gives everything',
  },
  bybit: {
    name: 'Bybit',
    hosts: ['api.bybit.com'],
    why: 'Perpetuals, futures and options; five requests give everything',
  },
  deribit: {
    name: 'Deribit',
    hosts: ['www.deribit.com'],
    why: 'Options with the longest list of expiries and strikes; a request for each currency of settlement',
  },
  krakenfutures: {
    name: 'Kraken',
    hosts: ['futures.kraken.com'],
    why: 'Perpetuals and futures on dollars; one request gives everything',
  },
  okx: {
    name: 'OKX',
    hosts: ['www.okx.com'],
    why: 'Perpetuals, futures, and options that settle in coins; sixteen requests give everything',
  },
};

export function derivativesProfileOf(key: string, wellKnown: WellKnown): ExchangeProfile {
  return profileWith({ key, name: DERIVATIVES[key]?.name ?? key }, wellKnown);
}
