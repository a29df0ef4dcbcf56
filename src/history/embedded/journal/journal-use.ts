import type { RecordHead, ValuePlace } from './journal-record.ts';

/**
 * If there are more files than this and most of their bytes are waste, or all of them are small, the valid content of the oldest
 * is rewritten so that it can be removed.
 */
const MAX_FILES = 4;
const MAX_WASTE = 2 / 3;
/** The oldest file is also removed if at most this share of it is valid: that is quickly rewritten. */
const SMALL_SHARE = 1 / 20;

interface FileUse {
  /** The number of its valid values, and their bytes. */
  values: number;
  valueBytes: number;
  bytes: number;
}

interface LiveValue extends ValuePlace {
  readonly file: number;
}

/** Tracks which values of a journal are valid, where they are, and how much of each file they use. */
export class JournalUse {
  readonly #live = new Map<string, LiveValue>();
  readonly #files = new Map<number, FileUse>();

  /** The valid values by key. */
  get live(): ReadonlyMap<string, LiveValue> {
    return this.#live;
  }

  /** The existing files by number, oldest first. */
  get files(): ReadonlyMap<number, Readonly<FileUse>> {
    return this.#files;
  }

  /** Adds the newest file. */
  addFile(number: number, bytes: number): void {
    this.#files.set(number, { values: 0, valueBytes: 0, bytes });
  }

  grow(number: number, bytes: number): void {
    this.#files.get(number)!.bytes = bytes;
  }

  dropFile(number: number): void {
    this.#files.delete(number);
  }

  /** Applies a record. */
  count(file: number, { puts, removes }: RecordHead): void {
    for (const { key } of puts) this.forget(key);
    for (const key of removes) this.forget(key);
    const use = this.#files.get(file)!;
    for (const { key, place } of puts) {
      this.#live.set(key, { file, ...place });
      use.values++;
      use.valueBytes += place.bytes;
    }
  }

  forget(key: string): void {
    const live = this.#live.get(key);
    if (!live) return;
    this.#live.delete(key);
    const use = this.#files.get(live.file)!;
    use.values--;
    use.valueBytes -= live.bytes;
  }

  /** Whether the oldest file should be removed. The last one, to which records are written, stays. */
  hasWaste(lastNumber: number, fileBytes: number): boolean {
    const [oldest] = this.#files;
    if (!oldest || oldest[0] === lastNumber) return false;
    if (oldest[1].valueBytes <= SMALL_SHARE * oldest[1].bytes) return true;
    const uses = [...this.#files.values()];
    const bytes = uses.reduce((sum, use) => sum + use.bytes, 0);
    const valueBytes = uses.reduce((sum, use) => sum + use.valueBytes, 0);
    return this.#files.size > MAX_FILES && (bytes < fileBytes || valueBytes < (1 - MAX_WASTE) * bytes);
  }
}
