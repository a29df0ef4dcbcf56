import type { SeriesId } from '../../core/index-value.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { ListingChanges, type ListingChange } from '../listing-changes.ts';
import { ReferenceLogReader } from './reference-log.ts';

/** How far the file was read. */
interface Reached {
  /** Number of records read. */
  readonly records: number;
  /** Hash of the last record, and its data if they could be built. */
  readonly hash: string | undefined;
  readonly data: ReferenceContent | undefined;
}

const BEGINNING: Reached = { records: 0, hash: undefined, data: undefined };

/** When indices were listed, by the file of reference versions: each version is read once, for any number of series. */
export class ListingLog {
  readonly #path: string;
  #changes = new ListingChanges();
  #reached = BEGINNING;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * `newest`: hash of the newest version that the caller knows. The file is read again unless that was the last version
   * read. An earlier version may have come again under the same hash.
   */
  of(series: SeriesId, newest: string): readonly ListingChange[] {
    if (newest !== this.#reached.hash) this.#readOn();
    return this.#changes.of(series);
  }

  #readOn(): void {
    const reader = new ReferenceLogReader(this.#path);
    const { records } = reader;
    const { records: count, hash } = this.#reached;
    // A file that does not continue from the last position was replaced by a repair.
    if (records.length < count || (count > 0 && records[count - 1]!.hash !== hash)) this.#restart();
    if (records.length === this.#reached.records) return;
    let { data } = this.#reached;
    for (const version of reader.contents(this.#reached.records, data)) {
      this.#changes.add(version);
      data = version.data;
    }
    this.#reached = { records: records.length, hash: records.at(-1)?.hash, data };
  }

  #restart(): void {
    this.#changes = new ListingChanges();
    this.#reached = BEGINNING;
  }
}
