import type { SeriesId } from '../../core/index-value.ts';
import type { TickSlice } from '../history-store.ts';
import { seriesCopyKey, seriesKey } from './journal/journal-keys.ts';
import type { JournalEntry } from './journal/journal-record.ts';
import { packAll, type SeriesTable } from '../tiers/series-table.ts';
import { hasTickVolume } from '../../engine/index-types/index-types.ts';

/**
 * Assigns numbers to new series, in journal records of their own, which are durable before anything refers to them: the write
 * that introduced the series may fail and be retried.
 */
export class SeriesNumbering {
  readonly #table: SeriesTable;
  readonly #commit: (entries: readonly JournalEntry[]) => Promise<void>;
  readonly #copyNext: (entry: JournalEntry) => void;

  /** `copyNext` adds an entry to the next record as well. */
  constructor(
    table: SeriesTable,
    commit: (entries: readonly JournalEntry[]) => Promise<void>,
    copyNext: (entry: JournalEntry) => void,
  ) {
    this.#table = table;
    this.#commit = commit;
    this.#copyNext = copyNext;
  }

  /** The number of each row. */
  async ofSlice(slice: TickSlice): Promise<Uint32Array> {
    const { numbers, added } = this.#number(slice);
    await this.#add(added);
    return numbers;
  }

  async ofAll(ids: readonly SeriesId[]): Promise<(id: SeriesId) => number> {
    const added = new Map<string, SeriesId>();
    for (const { indexType, indexId } of ids)
      if (this.#table.numberOf({ indexType, indexId }) === undefined)
        added.set(`${indexType} ${indexId}`, { indexType, indexId });
    await this.#add([...added.values()]);
    return (id) => this.#table.numberOf(id)!;
  }

  #number({ order, series, tickVolumes }: TickSlice): { numbers: Uint32Array; added: SeriesId[] } {
    const known = this.#table.numbersOf(order);
    const added: SeriesId[] = [];
    const numbers = new Uint32Array(series.length);
    for (let row = 0; row < series.length; row++) {
      const number = series[row]!;
      const { indexType, indexId } = order.series[number]!;
      if (!Number.isNaN(tickVolumes[row]!) && !hasTickVolume(indexType))
        throw new RangeError(`indices of type ${indexType} have no tick volume, but ${indexId} has one`);
      numbers[row] =
        known[number]! >= 0
          ? known[number]!
          : this.#table.size + added.push(order.series[number] as SeriesId) - 1;
    }
    return { numbers, added };
  }

  async #add(added: readonly SeriesId[]): Promise<void> {
    if (added.length === 0) return;
    const first = this.#table.size;
    const value = packAll(added);
    await this.#commit([{ key: seriesKey(first), value }]);
    this.#table.add(added);
    this.#copyNext({ key: seriesCopyKey(first), value });
  }
}
