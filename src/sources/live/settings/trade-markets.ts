import type { SettingKind } from '../../../core/setting.ts';

/** A market in the setting for trades: `kraken:BTC_EUR`. */
export interface TradeMarket {
  /** Name of the exchange in settings. */
  readonly exchange: string;
  /** Common codes. */
  readonly base: string;
  readonly quote: string;
}

/** Limits polling: without a socket, each market is polled continuously. */
const MAX_MARKETS = 200;
const MARKET = /^([a-z0-9][a-z0-9-]*):([A-Z0-9.$]{1,30})_([A-Z0-9.$]{1,30})$/;

export const tradeMarkets: SettingKind<readonly string[]> = {
  placeholder: 'EXCHANGE:BASE_QUOTE,...',
  parse: (text) => {
    const each = text.split(',').map((market) => market.trim());
    const isEach = each.length <= MAX_MARKETS && each.every((market) => MARKET.test(market));
    return isEach && new Set(each).size === each.length ? each : undefined;
  },
  expects: `must be a list of at most ${MAX_MARKETS} markets, each once, by the names of their exchanges and codes, such as kraken:BTC_EUR,binance:ETH_USDT`,
  format: (each) => each.join(','),
};

/** Converts a valid setting. */
export function parsedTradeMarkets(value: unknown): readonly TradeMarket[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [];
  return texts.flatMap((text) => {
    const [, exchange, base, quote] = MARKET.exec(String(text)) ?? [];
    return exchange && base && quote ? [{ exchange, base, quote }] : [];
  });
}

/** Problems for markets of exchanges that are not read. */
export function tradeMarketProblems(
  markets: readonly TradeMarket[],
  keys: Iterable<string>,
): readonly string[] {
  const read = new Set(keys);
  return markets
    .filter(({ exchange }) => !read.has(exchange))
    .map(
      ({ exchange, base, quote }) =>
        `--trade-markets names ${exchange}:${base}_${quote}, but ${exchange} is not read: add it to --exchanges`,
    );
}
