import { existsSync, statSync } from '../../../disk/files.ts';
import type { FileExtent } from '../../history-backend.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { openChain } from './journal-chain.ts';
import { claimAfter, journalPath, newestNumber, type JournalClaim } from './journal-claim.ts';
import { JournalDamage, type DamageOptions } from './journal-damage.ts';
import { REAL_DISK, type JournalDisk, type WritableFile } from './journal-disk.ts';
import { JournalFile } from './journal-file.ts';
import { encodeJournalHeader, JOURNAL_HEADER_BYTES, numberBefore } from './journal-header.ts';
import {
  decodeRecordHead,
  encodeRecordHead,
  type JournalChange,
  type JournalEntry,
} from './journal-record.ts';
import { JournalUse } from './journal-use.ts';

export interface JournalOptions extends DamageOptions {
  readonly folder: string;
  readonly disk?: JournalDisk;
  /** When a file is larger than this, the next record goes to a new file. */
  readonly fileBytes?: number;
}

/** Two files hold about an hour of ticks with the state of the full simulated world. */
const FILE_BYTES = 64 * 2 ** 20;
/** Maximum rewritten in one step, so that a tick does not wait long. */
const MAX_MOVED_BYTES = 2 ** 20;

/** Another process has taken over the journal: writes of this process would be ignored. */
export class JournalSuperseded extends Error {
  constructor(folder: string) {
    super(`another process has taken over ${folder}: this process no longer writes`);
  }
}

interface CurrentFile {
  readonly number: number;
  readonly file: WritableFile;
  end: number;
}

/**
 * Small records by key in append-only files. Each change is one record, which is appended and synced. The last record for a key
 * is valid. A file is unlinked, oldest first, once all its values were replaced, removed or rewritten, so that a removal is never
 * forgotten before the value that it removed.
 *
 * After a failed write the content of the file is unknown, so the next change goes to a new file, which states where the sound
 * records of the previous one end. Opening the journal also continues in a new file for this reason.
 *
 * Opening creates that file first and reads the others afterwards. A process that had the journal open before checks for such a
 * file once a record is durable, before it acknowledges it: either it finds the file, or the record was there when the newer
 * process read the journal.
 */
export class Journal {
  readonly #folder: string;
  readonly #disk: JournalDisk;
  readonly #fileBytes: number;
  readonly #damage: JournalDamage;
  readonly #queue = new SerialQueue();
  readonly #use = new JournalUse();
  /** Paths of files in which no record was ever acknowledged. */
  readonly #neverUsed: string[] = [];
  #claim: JournalClaim | undefined;
  /** Set if the claim could not be made before the files were read: the size of the last file at that time. */
  #readUnclaimed: number | undefined;
  /** Whether what was read from the last file may still be lost in a power cut. */
  #isReadDoubtful = false;
  #wasSuperseded = false;
  #current: CurrentFile | undefined;
  #previousEnd = 0;
  #lastNumber = 0;

  private constructor(options: JournalOptions) {
    const { folder, disk = REAL_DISK, fileBytes = FILE_BYTES } = options;
    this.#folder = folder;
    this.#damage = new JournalDamage(options);
    this.#disk = disk;
    this.#fileBytes = fileBytes;
  }

  /**
   * Takes over the journal and returns everything stored, in key order. Losses are reported; the rest is available. If no file
   * can be created, for example on a full disk, the first change creates it, and is rejected if the journal has grown in the
   * meantime.
   */
  static async open(
    options: JournalOptions,
  ): Promise<{ readonly journal: Journal; readonly entries: JournalEntry[] }> {
    const journal = new Journal(options);
    const entries: JournalEntry[] = [];
    // The first change will encounter the same error and report it to its caller.
    await journal.#claimFirst().catch(() => undefined);
    try {
      journal.#load((entry) => void entries.push(entry));
    } catch (error) {
      await journal.withdraw();
      throw error;
    }
    return { journal, entries };
  }

  /** Reads all valid values one by one, in their present state. Losses are reported. */
  static read(options: JournalOptions, onEntry: (entry: JournalEntry) => void): void {
    new Journal(options).#load(onEntry);
  }

  /**
   * Stores all of the change or nothing: it is durable when this resolves, and not stored when it rejects. Later changes may
   * succeed. If it rejects with `JournalSuperseded`, all later changes will fail, and the newer process may or may not have found
   * this change. Values must not be modified meanwhile.
   */
  commit(change: JournalChange): Promise<void> {
    return this.#queue.run(() => this.#append(change));
  }

  /**
   * Rejects with `JournalSuperseded` if another process has opened the journal since. Waits for pending changes: a file that one of
   * them is creating would be taken for that of another process.
   */
  refuseIfSuperseded(): Promise<void> {
    return this.#queue.run(() => Promise.resolve(this.#refuseIfSuperseded()));
  }

  /** Its current files, and how many bytes of each hold acknowledged records. */
  extent(): FileExtent[] {
    return [...this.#use.files].map(([number, { bytes }]) => ({
      path: this.#path(number),
      bytes: number === this.#lastNumber ? (this.#current?.end ?? this.#previousEnd) : bytes,
    }));
  }

  /** Whether a file should be removed. */
  get hasWaste(): boolean {
    return this.#use.hasWaste(this.#lastNumber, this.#fileBytes);
  }

  /** Reduces waste by one step: unlinks the oldest file, or rewrites part of its valid content. */
  tidy(): Promise<void> {
    return this.#queue.run(async () => {
      const [oldest] = this.#use.files;
      if (!this.hasWaste || !oldest) return;
      this.#refuseIfSuperseded();
      const [number, { values }] = oldest;
      if (values > 0) return this.#moveFrom(number);
      await this.#drop(number);
    });
  }

  /**
   * Rewrites the valid content of damaged files and the files before them, then removes these files: damaged ones are set aside,
   * oldest first. By then their intact content is in the journal.
   */
  repair(): Promise<void> {
    return this.#queue.run(async () => {
      this.#damage.setStraysAside();
      this.#refuseIfSuperseded();
      for (const [number, use] of [...this.#use.files].filter(([each]) => this.#damage.isDamaged(each))) {
        while (use.values > 0) await this.#moveFrom(number);
        await this.#drop(number);
      }
      for (; this.#neverUsed.length > 0; this.#neverUsed.shift())
        await this.#disk.remove(this.#neverUsed[0]!);
    });
  }

  /** Closes after all pending changes. */
  close(): Promise<void> {
    return this.#queue.run(async () => {
      const { end = 0 } = this.#current ?? {};
      // The next file states where this one ends: if bytes are missing when it is opened again, they were lost, not cut off.
      if (end > JOURNAL_HEADER_BYTES && !this.#isSuperseded()) await this.#startFile().catch(() => undefined);
      await this.#current?.file.close();
      await this.#claim?.file.close();
    });
  }

  /** Use instead of `close` if opening failed: also removes the file that was created, if it still has no header. */
  async withdraw(): Promise<void> {
    const claim = this.#claim;
    await this.close();
    if (claim && this.#claim === claim) await this.#disk.remove(this.#path(claim.number));
  }

  async #claimFirst(): Promise<void> {
    // If two processes take the same number at the same moment, one of them is superseded, whether it is older or newer.
    this.#claim = await claimAfter(this.#disk, this.#folder, newestNumber(this.#folder), () => undefined);
  }

  #load(onEntry: (entry: JournalEntry) => void): void {
    const { files, copies, neverUsed } = openChain(this.#folder, this.#claim?.number ?? Infinity);
    try {
      this.#damage.reportCopies(copies);
      this.#neverUsed.push(...neverUsed);
      this.#replay(files);
      this.#isReadDoubtful = files.has(this.#lastNumber);
      if (!this.#claim) this.#readUnclaimed = files.get(this.#lastNumber)?.size ?? 0;
      this.#emitValues(files, onEntry);
    } finally {
      for (const file of files.values()) file.close();
    }
  }

  #replay(files: ReadonlyMap<number, JournalFile>): void {
    const numbers = [...files.keys()];
    for (const [i, number] of numbers.entries()) {
      const file = files.get(number)!;
      const report = (loss: string) => this.#report(number, loss, file);
      if (!file.header) report('its header is damaged');
      const before = file.header ? numberBefore(file.header) : number - 1;
      if (i > 0 && before !== numbers[i - 1]) this.#damage.reportGap(numbers[i - 1]!, file.path);
      const next = files.get(numbers[i + 1] ?? NaN)?.header;
      this.#use.addFile(number, file.size);
      this.#previousEnd = file.replay(
        next && numberBefore(next) === number ? next.previousEnd : undefined,
        (head) => this.#use.count(number, head),
        report,
      );
      this.#lastNumber = number;
    }
  }

  /** Passes on the values in key order. */
  #emitValues(files: ReadonlyMap<number, JournalFile>, onEntry: (entry: JournalEntry) => void): void {
    for (const [key, live] of [...this.#use.live].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const file = files.get(live.file)!;
      const value = file.value(live);
      if (value) onEntry({ key, value });
      else this.#forgetDamaged(live.file, key, file);
    }
  }

  #forgetDamaged(number: number, key: string, file: JournalFile): void {
    this.#report(number, `the record ${key} is damaged`, file);
    this.#use.forget(key);
  }

  #report(number: number, loss: string, file: JournalFile): void {
    this.#damage.report(number, this.#path(number), loss, file);
  }

  /** Removes a file without valid content. */
  async #drop(number: number): Promise<void> {
    const path = this.#path(number);
    if (!this.#damage.setAsideIfDamaged(number, path)) await this.#disk.remove(path);
    this.#use.dropFile(number);
  }

  async #append(change: JournalChange): Promise<void> {
    this.#refuseIfSuperseded();
    const current =
      this.#current && this.#current.end < this.#fileBytes ? this.#current : await this.#startFile();
    const head = encodeRecordHead(change);
    try {
      await current.file.write([head, ...(change.puts ?? []).map(({ value }) => value)], current.end);
      await current.file.sync();
    } catch (error) {
      await this.#closeCurrent(current);
      throw error;
    }
    // Check before acknowledging: a process that has opened the journal in the meantime may have read it without this record.
    this.#refuseIfSuperseded();
    const counted = decodeRecordHead(head, current.end)!;
    this.#use.count(current.number, counted);
    current.end = counted.end;
    this.#use.grow(current.number, counted.end);
  }

  /**
   * Whether there is a later file than those that this process has created; or its own file is gone, which happens to the oldest
   * files once another process has rewritten their content.
   */
  #isSuperseded(): boolean {
    const number = this.#lastNumber;
    const isGone = this.#use.files.has(number) && !existsSync(this.#path(number));
    this.#wasSuperseded ||= isGone || newestNumber(this.#folder) > (this.#claim?.number ?? number);
    return this.#wasSuperseded;
  }

  #refuseIfSuperseded(): void {
    if (this.#isSuperseded()) throw new JournalSuperseded(this.#folder);
  }

  /** Starts the next file with a durable header. A file whose header could not be written stays claimed and is tried again. */
  async #startFile(): Promise<CurrentFile> {
    if (this.#current) await this.#closeCurrent(this.#current);
    this.#damage.setStraysAside();
    // Do not skip a file of a newer process: that process would take the file of this one for that of an even newer process.
    const onTaken = () => this.#refuseIfSuperseded();
    this.#claim ??= await claimAfter(this.#disk, this.#folder, this.#lastNumber, onTaken);
    this.#refuseIfGrown();
    // The header states where the sound records of that file end: they must not be lost any more.
    if (this.#isReadDoubtful) await this.#disk.secure(this.#path(this.#lastNumber));
    this.#isReadDoubtful = false;
    const { number, file } = this.#claim;
    const skipped = number - 1 - this.#lastNumber;
    await file.write([encodeJournalHeader({ number, skipped, previousEnd: this.#previousEnd })], 0);
    await file.sync();
    this.#claim = undefined;
    this.#lastNumber = number;
    this.#use.addFile(number, JOURNAL_HEADER_BYTES);
    this.#current = { number, file, end: JOURNAL_HEADER_BYTES };
    return this.#current;
  }

  /** If the journal grew after this process had read it and before it could claim a file, another process owns it. */
  #refuseIfGrown(): void {
    if (this.#readUnclaimed === undefined) return;
    const { size = 0 } = statSync(this.#path(this.#lastNumber), { throwIfNoEntry: false }) ?? {};
    this.#wasSuperseded ||= size !== this.#readUnclaimed;
    this.#refuseIfSuperseded();
    this.#readUnclaimed = undefined;
  }

  async #closeCurrent({ file, end }: CurrentFile): Promise<void> {
    this.#previousEnd = end;
    this.#current = undefined;
    await file.close();
  }

  async #moveFrom(number: number): Promise<void> {
    const file = new JournalFile(this.#path(number));
    const puts: JournalEntry[] = [];
    let bytes = 0;
    try {
      for (const [key, live] of this.#use.live) {
        if (live.file !== number || bytes > MAX_MOVED_BYTES) continue;
        const value = file.value(live);
        if (value) puts.push({ key, value });
        else this.#forgetDamaged(number, key, file);
        bytes += live.bytes;
      }
    } finally {
      file.close();
    }
    await this.#append({ puts });
  }

  #path(number: number): string {
    return journalPath(this.#folder, number);
  }
}
