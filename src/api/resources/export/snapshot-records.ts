import type { HistoryReader } from '../../../history/history-store.ts';

/** The end-of-day records that were there when an export began: series are read one after the other, and all are of one moment. */
export class SnapshotRecords {
  readonly #history: Pick<HistoryReader, 'summary'>;
  readonly #revision: number;

  private constructor(history: Pick<HistoryReader, 'summary'>, revision: number) {
    this.#history = history;
    this.#revision = revision;
  }

  static async take(history: Pick<HistoryReader, 'summary'>): Promise<SnapshotRecords> {
    return new SnapshotRecords(history, (await history.summary()).candleRevision);
  }

  /** Throws where records of the past were written since: those of the next series would be of another moment. */
  async check(): Promise<void> {
    const { candleRevision } = await this.#history.summary();
    if (candleRevision !== this.#revision)
      throw new Error('end-of-day records of the past were written while they were exported');
  }
}
