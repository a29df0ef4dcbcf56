import type { Clock } from '../../../../core/clocks/clock.ts';
import { LinkedAbort } from '../../../../core/async/linked-abort.ts';
import type { ExchangeApi, MarketList } from '../../ports/exchange-api.ts';
import type { CollectorEvent } from '../collector-events.ts';
import type { OwnNetwork } from '../own-network.ts';
import type { Followed } from './followed.ts';
import { TradeSession } from './trade-session.ts';
import type { TradesApi } from '../../ports/trades-api.ts';

export interface TradeFollowerOptions {
  readonly api: ExchangeApi;
  readonly clock: Clock;
  readonly followed: Followed;
  readonly random: () => number;
  readonly tell: (event: CollectorEvent) => void;
  readonly network?: Pick<OwnNetwork, 'onBack'>;
}

/** Members of a raw market that change from list to list without being another market. */
const PASSING: ReadonlySet<string> = new Set(['info', 'limits']);

/** Reads trades of those markets of one exchange that are followed and that it lists, and begins anew when they are others. */
export class TradeFollower {
  readonly #options: TradeFollowerOptions;
  readonly #end: () => void;
  #list: MarketList | undefined;
  /** Aborts when the markets of the session are no longer those that are wanted. */
  #change = new AbortController();
  #symbols: readonly string[] = [];
  /** What the list said of them. */
  #terms = '';
  #hasFailed = false;

  constructor(options: TradeFollowerOptions) {
    this.#options = options;
    this.#end = options.followed.onChange(() => this.#look());
  }

  /** From now on it does not look at what is followed. */
  close(): void {
    this.#end();
  }

  list(list: MarketList): void {
    this.#list = list;
    if (this.#hasFailed) this.#change.abort();
    else this.#look();
  }

  /** Until the signal aborts and nothing is left open. */
  async run(signal: AbortSignal): Promise<void> {
    const { api, tell } = this.#options;
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
          if (before.length > 0) tell({ kind: 'trade-feed', exchange: api.key, way: 'none' });
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
      shared.tell({ kind: 'trade-feed', exchange: api.key, way: 'none' });
      await abortOf(signal);
    }
  }

  /** An exchange whose trades cannot be read at all has tickers all the same; with the next list it is tried again. */
  async #open(symbols: readonly string[]): Promise<TradesApi | undefined> {
    const { api, tell } = this.#options;
    if (!this.#list) return undefined;
    try {
      return await api.trades?.(this.#list, symbols);
    } catch {
      this.#hasFailed = true;
      tell({ kind: 'trade-feed', exchange: api.key, way: 'none', failure: 'unexpected' });
      return undefined;
    }
  }

  #wanted(): readonly string[] {
    const { followed, api } = this.#options;
    const listed = new Set(this.#list?.markets.filter(({ active }) => active).map(({ symbol }) => symbol));
    return followed.of(api.key).filter((symbol) => listed.has(symbol));
  }

  #look(): void {
    const wanted = this.#wanted();
    const isSame = wanted.join('\n') === this.#symbols.join('\n') && this.#termsOf(wanted) === this.#terms;
    if (!isSame) this.#change.abort();
  }

  /** What the exchange's own reader is given of some markets, to see whether it is something else than before. */
  #termsOf(symbols: readonly string[]): string {
    const raw = this.#list?.raw;
    if (!Array.isArray(raw)) return JSON.stringify(raw) ?? '';
    const wanted = new Set<unknown>(symbols);
    const rows = raw.filter((row: { readonly symbol?: unknown } | null) => wanted.has(row?.symbol));
    return JSON.stringify(rows, (name, value: unknown) => (PASSING.has(name) ? undefined : value));
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
