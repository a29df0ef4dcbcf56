import type { SettingKind } from '../../../core/setting.ts';

/** A market whose trades settings ask for: `kraken:BTC_EUR`. */
export interface TradeMarket {
  /** What settings call the exchange. */
  readonly exchange: string;
  /** Codes in common usage. */
  readonly base: string;
  readonly quote: string;
}

/** Each is asked for again and again where there is no socket. */
const MOST_MARKETS = 200;
const MARKET = /^([a-z0-9][a-z0-9-]*):([A-Z0-9.$]{1,30})_([A-Z0-9.$]{1,30})$/;

export const tradeMarkets: SettingKind<readonly string[]> = {
  placeholder: 'EXCHANGE:BASE_QUOTE,...',
  parse: (text) => {
    const each = text.split(',').map((market) => market.trim());
    const isEach = each.length <= MOST_MARKETS && each.every((market) => MARKET.test(market));
    return isEach && new Set(each).size === each.length ? each : undefined;
  },
  expects: `must be a list of at most ${MOST_MARKETS} markets, each once, by the names of their exchanges and codes, such as kraken:BTC_EUR,binance:ETH_USDT`,
  show: (each) => each.join(','),
};

/** Of a setting that was parsed. */
export function parsedTradeMarkets(value: unknown): readonly TradeMarket[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [];
  return texts.flatMap((text) => {
    const [, exchange, base, quote] = MARKET.exec(String(text)) ?? [];
    return exchange && base && quote ? [{ exchange, base, quote }] : [];
  });
}

/** Markets of exchanges that are not read. */
export function tradeMarketProblems(
  markets: readonly TradeMarket[],
  keys: Iterable<string>,
): readonly string[] {
  const read = new Set(keys);
  return markets
    .filter(({ exchange }) => !read.has(exchange))
    .map(
      ({ exchange, base, quote }) =>
        `--trade-markets names ${exchange}:${base}_${quote}, and ${exchange} is none of the exchanges that are read: add it to --exchanges`,
    );
}
