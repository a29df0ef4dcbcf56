import type { Clock } from '../../src/core/clocks/clock.ts';
import { WellKnown } from '../../src/reference/well-known/well-known.ts';
import { collect } from '../../src/sources/live/collect/collector.ts';
import { FollowedMarkets } from '../../src/sources/live/collect/trades/followed-markets.ts';
import type { StartCollector } from '../../src/sources/live/collect/process/running-collector.ts';
import type { ContractsApi } from '../../src/sources/live/ports/contracts-api.ts';
import { derivativesProfileOf } from '../../src/sources/live/settings/derivatives-profiles.ts';
import type {
  ReplyTime,
  ExchangeApi,
  MarketList,
  TickerReading,
} from '../../src/sources/live/ports/exchange-api.ts';
import { profileOf } from '../../src/sources/live/settings/exchange-profiles.ts';
import { Overrides } from '../../src/sources/live/understand/overrides.ts';
import { LiveSource, type OperatorWarning } from '../../src/sources/live/live-source.ts';

/** Reads exchanges in this process, in the time of the test. */
export function startHere(
  exchanges: readonly ExchangeApi[],
  clock: Clock,
  contracts: readonly ContractsApi[] = [],
): StartCollector {
  return (_, { onMessage }) => {
    const stop = new AbortController();
    const followed = new FollowedMarkets();
    const running = collect(
      {
        exchanges,
        contracts,
        clock,
        snapshots: { read: () => undefined, write: () => undefined },
        emit: (event) => onMessage({ kind: 'event', event }),
        random: () => 0.5,
        followed,
      },
      stop.signal,
    );
    return {
      follow: (markets) => followed.set(markets),
      close: () => {
        stop.abort();
        return running;
      },
    };
  };
}

/** A live source over such exchanges; it stores its data in a folder. */
export function openLive(
  exchanges: readonly ExchangeApi[],
  clock: Clock,
  folder: string,
  onWarning: (trouble: OperatorWarning) => void,
  contracts: readonly ContractsApi[] = [],
): Promise<LiveSource> {
  const wellKnown = new WellKnown();
  return LiveSource.open({
    clock,
    wellKnown,
    overrides: new Overrides([]),
    folder,
    network: {},
    tradeMarkets: [],
    exchanges: exchanges.map(({ key }) => profileOf(key, wellKnown)),
    derivatives: contracts.map(({ key }) => derivativesProfileOf(key, wellKnown)),
    startCollector: startHere(exchanges, clock, contracts),
    onWarning,
  });
}

export type Quote = readonly [base: string, quote: string, last: string];

/** An exchange with a price for each of its markets, which the test can change at any time. */
export class MadeExchange implements ExchangeApi {
  readonly key: string;
  quotes: readonly Quote[];
  failure: Error | undefined;
  answerTime: () => ReplyTime = () => ({});

  constructor(key: string, quotes: readonly Quote[]) {
    this.key = key;
    this.quotes = quotes;
  }

  markets(): Promise<MarketList> {
    const markets = this.quotes.map(([base, quote]) => ({
      symbol: `${base}/${quote}`,
      base,
      quote,
      active: true,
    }));
    return this.#answer({ markets, currencies: [] });
  }

  tickers(): Promise<readonly TickerReading[]> {
    return this.#answer(
      this.quotes.map(([base, quote, last]) => ({ symbol: `${base}/${quote}`, last, baseVolume: '10' })),
    );
  }

  #answer<T>(answer: T): Promise<T> {
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(answer);
  }
}
