import type { Clock } from '../../../../core/clocks/clock.ts';
import { LinkedAbort } from '../../../../core/async/linked-abort.ts';
import type { ExchangeApi, MarketList } from '../../ports/exchange-api.ts';
import type { CollectorEvent } from '../collector-events.ts';
import type { OwnNetwork } from '../own-network.ts';
import type { FollowedMarkets } from './followed-markets.ts';
import { TradeSession } from './trade-session.ts';
import type { TradesApi } from '../../ports/trades-api.ts';

export interface TradeFollowerOptions {
  readonly api: ExchangeApi;
  readonly clock: Clock;
  readonly followed: FollowedMarkets;
  readonly random: () => number;
  readonly emit: (event: CollectorEvent) => void;
  readonly network?: Pick<OwnNetwork, 'onBack'>;
}

/** Members of a raw market that may change from list to list although the market is the same. */
const VOLATILE: ReadonlySet<string> = new Set(['info', 'limits']);

/** Reads the trades of one exchange's followed and listed markets, and starts a new session when they change. */
export class TradeFollower {
  readonly #options: TradeFollowerOptions;
  readonly #end: () => void;
  #list: MarketList | undefined;
  /** Aborts when the markets of the session are no longer the needed ones. */
  #change = new AbortController();
  #symbols: readonly string[] = [];
  /** Raw data of these markets. */
  #terms = '';
  #hasFailed = false;

  constructor(options: TradeFollowerOptions) {
    this.#options = options;
    this.#end = options.followed.onChange(() => this.#check());
  }

  /** Stops watching the followed markets. */
  close(): void {
    this.#end();
  }

  list(list: MarketList): void {
    this.#list = list;
    if (this.#hasFailed) this.#change.abort();
    else this.#check();
  }

  /** Runs until the signal aborts and nothing is left open. */
  async run(signal: AbortSignal): Promise<void> {
    const { api, emit } = this.#options;
    while (!signal.aborted) {
      const before = this.#symbols;
      this.#change = new AbortController();
      this.#symbols = this.#wanted();
      this.#terms = this.#termsOf(this.#symbols);
      this.#hasFailed = false;
      const stop = new LinkedAbort(signal, this.#change.signal);
      try {
        if (this.#symbols.length > 0) await this.#follow(this.#symbols, stop.signal);
        else {
          if (before.length > 0) emit({ kind: 'trade-feed', exchange: api.key, way: 'none' });
          await abortOf(stop.signal);
        }
      } finally {
        stop.release();
      }
    }
  }

  async #follow(symbols: readonly string[], signal: AbortSignal): Promise<void> {
    const { api, followed: _, ...shared } = this.#options;
    const trades = await this.#open(symbols);
    if (trades) await new TradeSession({ ...shared, exchange: api.key, trades, symbols }).run(signal);
    else {
      shared.emit({ kind: 'trade-feed', exchange: api.key, way: 'none' });
      await abortOf(signal);
    }
  }

  /** An exchange whose trades cannot be read still has tickers; trades are tried again with the next list. */
  async #open(symbols: readonly string[]): Promise<TradesApi | undefined> {
    const { api, emit } = this.#options;
    if (!this.#list) return undefined;
    try {
      return await api.trades?.(this.#list, symbols);
    } catch {
      this.#hasFailed = true;
      emit({ kind: 'trade-feed', exchange: api.key, way: 'none', failure: 'unexpected' });
      return undefined;
    }
  }

  #wanted(): readonly string[] {
    const { followed, api } = this.#options;
    const listed = new Set(this.#list?.markets.filter(({ active }) => active).map(({ symbol }) => symbol));
    return followed.of(api.key).filter((symbol) => listed.has(symbol));
  }

  #check(): void {
    const wanted = this.#wanted();
    const isSame = wanted.join('\n') === this.#symbols.join('\n') && this.#termsOf(wanted) === this.#terms;
    if (!isSame) this.#change.abort();
  }

  /** Raw data of some markets, to detect whether they have changed. */
  #termsOf(symbols: readonly string[]): string {
    const raw = this.#list?.raw;
    if (!Array.isArray(raw)) return JSON.stringify(raw) ?? '';
    const wanted = new Set<unknown>(symbols);
    const rows = raw.filter((row: { readonly symbol?: unknown } | null) => wanted.has(row?.symbol));
    return JSON.stringify(rows, (name, value: unknown) => (VOLATILE.has(name) ? undefined : value));
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
