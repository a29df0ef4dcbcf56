import type { SettingKind } from '../../../core/setting.ts';
import { ccxtIds } from '../ccxt/ccxt-library.ts';
import { NOT_IN_ALL, NOT_READABLE } from './default-exchanges.ts';
import { exchangeKeys } from './exchange-keys.ts';

/** Every ccxt exchange with its own order book whose spot tickers can be read, sorted by key. */
export function allExchanges(): readonly string[] {
  const left = new Set([...Object.keys(NOT_IN_ALL), ...NOT_READABLE]);
  return ccxtIds()
    .filter((key) => !left.has(key))
    .toSorted();
}

/** A list of exchanges, `none`, or `all`. */
export const spotExchanges: SettingKind<readonly string[]> = {
  ...exchangeKeys,
  parse: (text) => (text === 'all' ? allExchanges() : exchangeKeys.parse(text)),
  expects: `${exchangeKeys.expects}; all: every exchange with its own order book`,
};
