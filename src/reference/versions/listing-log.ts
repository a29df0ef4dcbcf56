import type { SeriesId } from '../../core/index-value.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { ListingChanges, type ListingChange } from '../listing-changes.ts';
import { ReferenceLogReader } from './reference-log.ts';

/** How far the file was read. */
interface Reached {
  /** Records up to here. */
  readonly records: number;
  /** The name of the last of them, and what it holds where that could be made. */
  readonly hash: string | undefined;
  readonly data: ReferenceContent | undefined;
}

const BEGINNING: Reached = { records: 0, hash: undefined, data: undefined };

/** When indices were listed, by the file of reference versions: each version is read once, however many series are asked for. */
export class ListingLog {
  readonly #path: string;
  #changes = new ListingChanges();
  #reached = BEGINNING;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * `newest` names the newest version that the caller knows: the file is looked at where it is not the last that was read. One
   * that was read before may have come again, under the same name.
   */
  of(series: SeriesId, newest: string): readonly ListingChange[] {
    if (newest !== this.#reached.hash) this.#readOn();
    return this.#changes.of(series);
  }

  #readOn(): void {
    const reader = new ReferenceLogReader(this.#path);
    const { records } = reader;
    const { records: count, hash } = this.#reached;
    // A file that does not go on where it ended is another one: it was mended.
    if (records.length < count || (count > 0 && records[count - 1]!.hash !== hash)) this.#beginAnew();
    if (records.length === this.#reached.records) return;
    let { data } = this.#reached;
    for (const version of reader.contents(this.#reached.records, data)) {
      this.#changes.add(version);
      data = version.data;
    }
    this.#reached = { records: records.length, hash: records.at(-1)?.hash, data };
  }

  #beginAnew(): void {
    this.#changes = new ListingChanges();
    this.#reached = BEGINNING;
  }
}
