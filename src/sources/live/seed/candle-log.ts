import { join } from 'node:path';
import type { Millis } from '../../../core/time.ts';
import { LineLog } from '../../../disk/line-log.ts';
import type { DayCandle, RequestedDays } from './day-candle.ts';

/** In the data directory, so that backups include it. */
export function candleFile(folder: string, name: string): string {
  return join(folder, `live-candles-${name}.log`);
}

/** The accepted candles of one market, even if there are none. */
export interface MarketDays {
  readonly symbol: string;
  readonly marketId: string;
  readonly days: readonly DayCandle[];
}

interface Line extends Omit<MarketDays, 'days'> {
  /** The requested days. */
  readonly first: Millis;
  readonly count: number;
  readonly days: readonly (readonly [
    day: Millis,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
  ])[];
}

/**
 * Stores the candles of one exchange, market by market, in an append-only file. Each market is requested once: after
 * a crash, only those that are missing. The file is kept: it shows what the seeded days were combined from.
 */
export class CandleLog {
  readonly #log: LineLog;
  readonly #wanted: RequestedDays;
  readonly #known = new Map<string, MarketDays>();

  private constructor(log: LineLog, wanted: RequestedDays) {
    this.#log = log;
    this.#wanted = wanted;
  }

  static async open(folder: string, exchange: string, wanted: RequestedDays): Promise<CandleLog> {
    const { log, content } = await LineLog.open(candleFile(folder, exchange));
    const opened = new CandleLog(log, wanted);
    for (const line of content.lines) opened.#restore(JSON.parse(line) as Line);
    return opened;
  }

  /** Candles of the requested days. */
  get markets(): Iterable<MarketDays> {
    return this.#known.values();
  }

  has(symbol: string): boolean {
    return this.#known.has(symbol);
  }

  /** Durable when it resolves. */
  async add(market: MarketDays): Promise<void> {
    const { first, count } = this.#wanted;
    const { symbol, marketId } = market;
    const days = market.days.map(
      ({ day, open, high, low, close, volume }) => [day, open, high, low, close, volume] as const,
    );
    const line: Line = { symbol, marketId, first, count, days };
    await this.#log.append([JSON.stringify(line)]);
    this.#known.set(symbol, market);
  }

  async close(): Promise<void> {
    await this.#log.close();
  }

  /** Skips lines of other requested days. */
  #restore({ symbol, marketId, first, count, days }: Line): void {
    if (first !== this.#wanted.first || count !== this.#wanted.count) return;
    this.#known.set(symbol, {
      symbol,
      marketId,
      days: days.map(([day, open, high, low, close, volume]) => ({ day, open, high, low, close, volume })),
    });
  }
}
