import { existsSync, statSync } from '../../../disk/files.ts';
import type { FileExtent } from '../../history-backend.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { openChain } from './journal-chain.ts';
import { claimAfter, journalPath, newestNumber, type JournalClaim } from './journal-claim.ts';
import { JournalDamage, type DamageOptions } from './journal-damage.ts';
import { REAL_DISK, type JournalDisk, type WritableFile } from './journal-disk.ts';
import { JournalFile } from './journal-file.ts';
import { encodeHeader, HEADER_BYTES, numberBefore } from './journal-header.ts';
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
  /** A file that has grown beyond it gets no more records. */
  readonly fileBytes?: number;
}

/** About an hour of ticks with the state of the full world is two of them. */
const FILE_BYTES = 64 * 2 ** 20;
/** What is written again at once, so that a tick does not wait long. */
const MOST_MOVED_BYTES = 2 ** 20;

/** Another process goes on where this one was: nothing that is written here would count. */
export class JournalSuperseded extends Error {
  constructor(folder: string) {
    super(`another process has taken over ${folder}: nothing is written by this one any more`);
  }
}

interface CurrentFile {
  readonly number: number;
  readonly file: WritableFile;
  end: number;
}

/**
 * Small records by key in files that only grow: each change is one record, appended and waited for. The last record
 * that names a key decides. A file whose every value has been replaced, removed or written again is unlinked, oldest
 * first, so that no removal is forgotten before what it removed.
 *
 * After a failed write it is unknown what the file holds, so the next change goes to a new one, which says where the
 * sound records of the one before end. Opening goes on in a new file for the same reason.
 *
 * Opening makes that file first and reads the others after it. A process that had the journal open before looks for such
 * a file once a record is durable, before it acknowledges it: either it finds the file, or the record was there when
 * the newer process read.
 */
export class Journal {
  readonly #folder: string;
  readonly #disk: JournalDisk;
  readonly #fileBytes: number;
  readonly #damage: JournalDamage;
  readonly #queue = new SerialQueue();
  readonly #use = new JournalUse();
  /** Files in which nothing was ever acknowledged. */
  readonly #unbegun: string[] = [];
  #claim: JournalClaim | undefined;
  /** Where the claim could not be made before the files were read: how long the last one was then. */
  #readUnclaimed: number | undefined;
  #isOver = false;
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
   * Takes over, with everything stored, in the order of keys. What is lost is told; the rest is there. Where no file can
   * be made, such as on a full disk, the first change makes it, and is refused where the journal has grown meanwhile.
   */
  static async open(
    options: JournalOptions,
  ): Promise<{ readonly journal: Journal; readonly entries: JournalEntry[] }> {
    const journal = new Journal(options);
    const entries: JournalEntry[] = [];
    // The first change meets the same failure, and its caller hears of it.
    await journal.#claimFirst().catch(() => undefined);
    try {
      journal.#load((entry) => void entries.push(entry));
    } catch (error) {
      await journal.withdraw();
      throw error;
    }
    return { journal, entries };
  }

  /** Reads all that counts, one value after the other, as it is at present. What is lost is told. */
  static read(options: JournalOptions, hear: (entry: JournalEntry) => void): void {
    new Journal(options).#load(hear);
  }

  /**
   * All of the change or nothing: it is durable when this resolves, and not stored when it rejects. Later changes may
   * succeed. Where it rejects with `JournalSuperseded`, none does any more, and the newer process may have found the
   * change or not. Values must not change meanwhile.
   */
  commit(change: JournalChange): Promise<void> {
    return this.#queue.run(() => this.#append(change));
  }

  /** Throws `JournalSuperseded` where another process has opened the journal since. */
  refuseIfSuperseded(): void {
    if (this.#isSuperseded()) throw new JournalSuperseded(this.#folder);
  }

  /** Its files at this moment, and how many bytes of each hold what was acknowledged. */
  extent(): FileExtent[] {
    return [...this.#use.files].map(([number, { bytes }]) => ({
      path: this.#path(number),
      bytes: number === this.#lastNumber ? (this.#current?.end ?? this.#previousEnd) : bytes,
    }));
  }

  /** Whether there is a file that should go. */
  get hasWaste(): boolean {
    return this.#use.hasWaste(this.#lastNumber, this.#fileBytes);
  }

  /** A step towards less waste: unlinks the oldest file, or writes again some of what it holds. */
  tidy(): Promise<void> {
    return this.#queue.run(async () => {
      const [oldest] = this.#use.files;
      if (!this.hasWaste || !oldest) return;
      this.refuseIfSuperseded();
      const [number, { values }] = oldest;
      if (values > 0) return this.#moveFrom(number);
      await this.#drop(number);
    });
  }

  /**
   * Writes again what damaged files and those before them hold, so that they can go: damaged ones are set aside, oldest
   * first. What is sound in them is in the journal before.
   */
  mend(): Promise<void> {
    return this.#queue.run(async () => {
      this.#damage.setStraysAside();
      this.refuseIfSuperseded();
      for (const [number, use] of [...this.#use.files].filter(([each]) => this.#damage.isWorn(each))) {
        while (use.values > 0) await this.#moveFrom(number);
        await this.#drop(number);
      }
      for (; this.#unbegun.length > 0; this.#unbegun.shift()) await this.#disk.remove(this.#unbegun[0]!);
    });
  }

  /** After the changes that were asked for before. */
  close(): Promise<void> {
    return this.#queue.run(async () => {
      const { end = 0 } = this.#current ?? {};
      // The next file says where this one ends: what is missing when it is opened again was lost, not cut off.
      if (end > HEADER_BYTES && !this.#isSuperseded()) await this.#start().catch(() => undefined);
      await this.#current?.file.close();
      await this.#claim?.file.close();
    });
  }

  /** In place of `close`, where opening failed: a file that was made for it and has no header goes. */
  async withdraw(): Promise<void> {
    const claim = this.#claim;
    await this.close();
    if (claim && this.#claim === claim) await this.#disk.remove(this.#path(claim.number));
  }

  async #claimFirst(): Promise<void> {
    // One that takes the same number at the same moment is superseded, whether it is older or newer.
    this.#claim = await claimAfter(this.#disk, this.#folder, newestNumber(this.#folder), () => undefined);
  }

  #load(hear: (entry: JournalEntry) => void): void {
    const { files, copies, unbegun } = openChain(this.#folder, this.#claim?.number ?? Infinity);
    try {
      this.#damage.tellCopies(copies);
      this.#unbegun.push(...unbegun);
      this.#replay(files);
      if (!this.#claim) this.#readUnclaimed = files.get(this.#lastNumber)?.size ?? 0;
      this.#values(files, hear);
    } finally {
      for (const file of files.values()) file.close();
    }
  }

  #replay(files: ReadonlyMap<number, JournalFile>): void {
    const numbers = [...files.keys()];
    for (const [i, number] of numbers.entries()) {
      const file = files.get(number)!;
      const tell = (loss: string) => this.#tell(number, loss, file);
      if (!file.header) tell('its header is damaged');
      const before = file.header ? numberBefore(file.header) : number - 1;
      if (i > 0 && before !== numbers[i - 1]) this.#damage.tellGap(numbers[i - 1]!, file.path);
      const next = files.get(numbers[i + 1] ?? NaN)?.header;
      this.#use.addFile(number, file.size);
      this.#previousEnd = file.replay(
        next && numberBefore(next) === number ? next.previousEnd : undefined,
        (head) => this.#use.count(number, head),
        tell,
      );
      this.#lastNumber = number;
    }
  }

  /** In the order of keys. */
  #values(files: ReadonlyMap<number, JournalFile>, hear: (entry: JournalEntry) => void): void {
    for (const [key, live] of [...this.#use.live].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const file = files.get(live.file)!;
      const value = file.value(live);
      if (value) hear({ key, value });
      else this.#lose(live.file, key, file);
    }
  }

  #lose(number: number, key: string, file: JournalFile): void {
    this.#tell(number, `the record ${key} is damaged`, file);
    this.#use.forget(key);
  }

  #tell(number: number, what: string, file: JournalFile): void {
    this.#damage.tell(number, this.#path(number), what, file);
  }

  /** Nothing in it counts. */
  async #drop(number: number): Promise<void> {
    const path = this.#path(number);
    if (!this.#damage.takesAway(number, path)) await this.#disk.remove(path);
    this.#use.dropFile(number);
  }

  async #append(change: JournalChange): Promise<void> {
    this.refuseIfSuperseded();
    const current =
      this.#current && this.#current.end < this.#fileBytes ? this.#current : await this.#start();
    const head = encodeRecordHead(change);
    try {
      await current.file.write([head, ...(change.puts ?? []).map(({ value }) => value)], current.end);
      await current.file.sync();
    } catch (error) {
      await this.#leave(current);
      throw error;
    }
    // Before it is acknowledged: a process that has opened the journal meanwhile may have read it without this record.
    this.refuseIfSuperseded();
    const counted = decodeRecordHead(head, current.end)!;
    this.#use.count(current.number, counted);
    current.end = counted.end;
    this.#use.grow(current.number, counted.end);
  }

  /**
   * There is a later file than those that this process has made; or its own has gone, as the oldest do once another process
   * has written again what counts in them.
   */
  #isSuperseded(): boolean {
    const number = this.#lastNumber;
    const isGone = this.#use.files.has(number) && !existsSync(this.#path(number));
    this.#isOver ||= isGone || newestNumber(this.#folder) > (this.#claim?.number ?? number);
    return this.#isOver;
  }

  /** The next file, with a header that is durable. One that could not be written stays claimed, and is written again. */
  async #start(): Promise<CurrentFile> {
    if (this.#current) await this.#leave(this.#current);
    this.#damage.setStraysAside();
    // A file of a newer process is not passed over: that one would take this one's for a still newer one's.
    const onTaken = () => this.refuseIfSuperseded();
    this.#claim ??= await claimAfter(this.#disk, this.#folder, this.#lastNumber, onTaken);
    this.#refuseIfGrown();
    const { number, file } = this.#claim;
    const skipped = number - 1 - this.#lastNumber;
    await file.write([encodeHeader({ number, skipped, previousEnd: this.#previousEnd })], 0);
    await file.sync();
    this.#claim = undefined;
    this.#lastNumber = number;
    this.#use.addFile(number, HEADER_BYTES);
    this.#current = { number, file, end: HEADER_BYTES };
    return this.#current;
  }

  /** What came after this process had read, and before it could claim, is another one's. */
  #refuseIfGrown(): void {
    if (this.#readUnclaimed === undefined) return;
    const { size = 0 } = statSync(this.#path(this.#lastNumber), { throwIfNoEntry: false }) ?? {};
    this.#isOver ||= size !== this.#readUnclaimed;
    this.refuseIfSuperseded();
    this.#readUnclaimed = undefined;
  }

  async #leave({ file, end }: CurrentFile): Promise<void> {
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
        if (live.file !== number || bytes > MOST_MOVED_BYTES) continue;
        const value = file.value(live);
        if (value) puts.push({ key, value });
        else this.#lose(number, key, file);
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
