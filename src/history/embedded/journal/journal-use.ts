import type { RecordHead, ValuePlace } from './journal-record.ts';

/** With more files than that, most of them waste or small, what the oldest holds is written again, so that it can go. */
const MOST_FILES = 4;
const MOST_WASTE = 2 / 3;
/** The oldest file goes sooner where no more than this share of it counts: that is soon written again. */
const LITTLE = 1 / 20;

interface FileUse {
  /** How many of its values count, and their bytes. */
  values: number;
  valueBytes: number;
  bytes: number;
}

interface LiveValue extends ValuePlace {
  readonly file: number;
}

/** Which values of a journal count, where they are, and how much of each file they take. */
export class JournalUse {
  readonly #live = new Map<string, LiveValue>();
  readonly #files = new Map<number, FileUse>();

  /** By key, the values that count. */
  get live(): ReadonlyMap<string, LiveValue> {
    return this.#live;
  }

  /** The files that are there by number, oldest first. */
  get files(): ReadonlyMap<number, Readonly<FileUse>> {
    return this.#files;
  }

  /** The newest file. */
  addFile(number: number, bytes: number): void {
    this.#files.set(number, { values: 0, valueBytes: 0, bytes });
  }

  grow(number: number, bytes: number): void {
    this.#files.get(number)!.bytes = bytes;
  }

  dropFile(number: number): void {
    this.#files.delete(number);
  }

  /** Takes in what a record did. */
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

  /** Whether the oldest file should go; the last one, which is written to, stays. */
  hasWaste(lastNumber: number, fileBytes: number): boolean {
    const [oldest] = this.#files;
    if (!oldest || oldest[0] === lastNumber) return false;
    if (oldest[1].valueBytes <= LITTLE * oldest[1].bytes) return true;
    const uses = [...this.#files.values()];
    const bytes = uses.reduce((sum, use) => sum + use.bytes, 0);
    const valueBytes = uses.reduce((sum, use) => sum + use.valueBytes, 0);
    return this.#files.size > MOST_FILES && (bytes < fileBytes || valueBytes < (1 - MOST_WASTE) * bytes);
  }
}
