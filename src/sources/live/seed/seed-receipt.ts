import { byType } from '../../../core/index-value.ts';
import { formatDatetime } from '../../../core/time.ts';
import { LineLog } from '../../../disk/line-log.ts';
import { candleFile } from './candle-log.ts';
import type { CombinedDay } from './combined-days.ts';

/** Not the name of any exchange. */
const NAME = 'combined-days';

/**
 * Records how many exchanges each record of a combined day is based on, one line per day. The last line of a day
 * counts.
 */
export class SeedReceipt {
  readonly #log: LineLog;

  private constructor(log: LineLog) {
    this.#log = log;
  }

  static async open(folder: string): Promise<SeedReceipt> {
    const { log } = await LineLog.open(candleFile(folder, NAME));
    return new SeedReceipt(log);
  }

  async add({ day, methodology, records }: CombinedDay): Promise<void> {
    const exchanges = byType((): Record<string, number> => ({}));
    for (const { indexType, indexId, exchanges: count } of records) exchanges[indexType][indexId] = count;
    const { MWA, GWA } = exchanges;
    const line = { day: formatDatetime(day).slice(0, 10), methodology, exchanges: { MWA, GWA } };
    await this.#log.append([JSON.stringify(line)]);
  }

  async close(): Promise<void> {
    await this.#log.close();
  }
}
