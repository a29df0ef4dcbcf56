import { join } from 'node:path';
import type { Millis } from '../../../core/time.ts';
import { LineLog } from '../../../disk/line-log.ts';
import type { DayCandle, WantedDays } from './day-candle.ts';

/** Files of the data directory, so that they are backed up with it. */
export function candleFile(folder: string, name: string): string {
  return join(folder, `live-candles-${name}.log`);
}

/** What an exchange answered about one market, as it was taken: also that it had nothing. */
export interface MarketDays {
  readonly symbol: string;
  readonly marketId: string;
  readonly days: readonly DayCandle[];
}

interface Line extends Omit<MarketDays, 'days'> {
  /** What was asked for. */
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
 * What one exchange answered, market by market, in a file to which lines are only ever added. A market is asked for once: after
 * a crash the rest is. The file stays, and shows what seeded days were combined from.
 */
export class CandleLog {
  readonly #log: LineLog;
  readonly #wanted: WantedDays;
  readonly #known = new Map<string, MarketDays>();

  private constructor(log: LineLog, wanted: WantedDays) {
    this.#log = log;
    this.#wanted = wanted;
  }

  static async open(folder: string, exchange: string, wanted: WantedDays): Promise<CandleLog> {
    const { log, content } = await LineLog.open(candleFile(folder, exchange));
    const opened = new CandleLog(log, wanted);
    for (const line of content.lines) opened.#restore(JSON.parse(line) as Line);
    return opened;
  }

  /** Of the days that are wanted. */
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

  /** Lines of another question do not answer this one. */
  #restore({ symbol, marketId, first, count, days }: Line): void {
    if (first !== this.#wanted.first || count !== this.#wanted.count) return;
    this.#known.set(symbol, {
      symbol,
      marketId,
      days: days.map(([day, open, high, low, close, volume]) => ({ day, open, high, low, close, volume })),
    });
  }
}
