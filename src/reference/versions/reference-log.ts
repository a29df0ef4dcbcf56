import { dirname } from 'node:path';
import { type FileHandle, constants } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import type { ReferenceContent, ReferenceVersion } from '../../core/reference-data.ts';
import type { AppendShared } from '../../core/numbers/append-shared.ts';
import type { Millis } from '../../core/time.ts';
import { readFailureOf } from '../../disk/read-failure.ts';
import { openRegularHandle, readRegularFile } from '../../disk/regular-file.ts';
import { PRIVATE_FILE_MODE, syncFolder, writeFileDurably } from '../../disk/durable-file.ts';
import { applyChanges, changeBetween, type ReferenceChange } from './reference-change.ts';
import { referenceHashOf } from './reference-hash.ts';
import { contentOf, encodeRecord, isTorn, scanRecords, type RecordPlace } from './reference-record.ts';
import type { ReferenceReader, ReferenceStore, VersionEntry } from './reference-versions.ts';

/** The first bytes of the file. */
export const REFERENCE_LOG_MAGIC = Buffer.from('tidemark reference log 1\n');
const MAGIC_OF_ANY = /^tidemark reference log (\d+)\n/;
/** After this many changes a version is stored as a whole again, which limits the work of reading one. */
const MAX_CHANGES = 256;

/** A snapshot of the file of reference versions. It never changes the file. */
export class ReferenceLogReader implements ReferenceReader {
  readonly #path: string;
  #bytes: Buffer = Buffer.alloc(0);
  #records: readonly RecordPlace[] = [];
  #damagedBytes = 0;
  #end = 0;
  #hasBeginning = true;
  /** The version requested last. */
  #known: { readonly hash: string; readonly data: ReferenceContent } | undefined;

  /** A missing file has no versions. */
  constructor(path: string) {
    this.#path = path;
    this.refresh();
  }

  get damagedBytes(): number {
    return this.#damagedBytes;
  }

  /** False if the beginning of the file is damaged; its records may be intact. */
  get hasBeginning(): boolean {
    return this.#hasBeginning;
  }

  /** Whether there are bytes after the last intact record. */
  get hasTail(): boolean {
    return this.#end < this.#bytes.length;
  }

  /** Whether there is more after the last intact record than a record cut off by a crash. */
  get hasDamagedTail(): boolean {
    const tail = this.#bytes.subarray(this.#end);
    return tail.length > 0 && !isTorn(tail);
  }

  /** All intact records, as in the file. */
  get sound(): Buffer {
    return Buffer.concat(this.#records.map(({ at, end }) => this.#bytes.subarray(at, end)));
  }

  /** The end of the last intact record. */
  get end(): number {
    return this.#end;
  }

  get records(): readonly RecordPlace[] {
    return this.#records;
  }

  /** The last intact record, as in the file. */
  get last(): Buffer | undefined {
    const place = this.#records.at(-1);
    return place && this.#bytes.subarray(place.at, place.end);
  }

  entries(): readonly VersionEntry[] {
    return this.#records.map(({ hash, from }) => ({ hash, from }));
  }

  at(slot: Millis): ReferenceVersion | undefined {
    const entry = this.#records.findLast(({ from }) => from <= slot);
    const data = entry && this.byHash(entry.hash);
    return entry && data && { hash: entry.hash, from: entry.from, data };
  }

  /** Reads the file again if the hash is unknown. */
  byHash(hash: string): ReferenceContent | undefined {
    if (this.#known?.hash === hash) return this.#known.data;
    if (!this.#records.some((record) => record.hash === hash)) this.refresh();
    for (const [place, record] of this.#records.entries()) {
      const data = record.hash === hash ? this.#build(place) : undefined;
      if (!data) continue;
      this.#known = { hash, data };
      return data;
    }
    return undefined;
  }

  /**
   * Whether a version can be built. It is actually built only if bytes between the records that it needs are damaged.
   */
  keeps(hash: string): boolean {
    let isWhole = false;
    const isThere = this.#records.some((record, i) => {
      const follows = i > 0 && this.#records[i - 1]!.end === record.at;
      isWhole = record.kind === 'whole' || (isWhole && follows);
      return isWhole && record.hash === hash;
    });
    return isThere || this.byHash(hash) !== undefined;
  }

  refresh(): void {
    this.#bytes = readIfExists(this.#path);
    const start = beginningOf(this.#bytes, this.#path);
    this.#hasBeginning = start > 0 || this.#bytes.length < REFERENCE_LOG_MAGIC.length;
    const scanned = scanRecords(this.#bytes, start);
    const { records, end } = scanned;
    // A damaged beginning is reported separately.
    const damagedBytes = scanned.damagedBytes - (this.#hasBeginning ? 0 : (records[0]?.at ?? 0));
    this.#records = records;
    this.#damagedBytes = damagedBytes;
    this.#end = end;
  }

  /**
   * Builds every version in turn and checks that its content matches its hash: a record with a valid checksum may still
   * contain nonsense, or build on a missing one.
   */
  *versions(): Generator<VersionEntry & { readonly isSound: boolean }> {
    let data: ReferenceContent | undefined;
    for (const record of this.#records) {
      data = this.#next(data, record);
      yield { hash: record.hash, from: record.from, isSound: data !== undefined && isNamed(data, record) };
    }
  }

  /**
   * The content of each version in turn, without checking its hash; versions that need a lost record are left out.
   * `first`: the record to start from, if the content before it is known.
   */
  *contents(first = 0, before?: ReferenceContent): Generator<ReferenceVersion> {
    let data = before;
    for (const record of this.#records.slice(first)) {
      data = this.#next(data, record);
      if (data) yield { hash: record.hash, from: record.from, data };
    }
  }

  /** Undefined if a record that it needs is missing or invalid: then the content does not match the hash. */
  #build(place: number): ReferenceContent | undefined {
    const first = this.#records.findLastIndex(({ kind }, i) => i <= place && kind === 'whole');
    if (first < 0) return undefined;
    const [whole, ...changes] = this.#records
      .slice(first, place + 1)
      .map((record) => contentOf(this.#bytes, record));
    if (whole === undefined || changes.includes(undefined)) return undefined;
    const data = applyChanges(whole as ReferenceContent, changes as ReferenceChange[]);
    return isNamed(data, this.#records[place]!) ? data : undefined;
  }

  /** Applies a record to the previous version. */
  #next(before: ReferenceContent | undefined, record: RecordPlace): ReferenceContent | undefined {
    const content = contentOf(this.#bytes, record);
    if (content === undefined || record.kind === 'whole') return content as ReferenceContent | undefined;
    return before && applyChanges(before, [content as ReferenceChange]);
  }
}

function isNamed(data: ReferenceContent, { hash }: RecordPlace): boolean {
  return referenceHashOf(data) === hash;
}

/** The file of reference versions, for the owner of the data directory. */
export class ReferenceLog implements ReferenceStore {
  readonly #handle: FileHandle;
  readonly #reader: ReferenceLogReader;
  readonly #share: AppendShared | undefined;
  #length: number;
  #entries: readonly VersionEntry[];
  #newest: ReferenceVersion | undefined;
  #changes: number;
  #hasAppended = false;
  #appending: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle, reader: ReferenceLogReader, length: number, share?: AppendShared) {
    this.#handle = handle;
    this.#reader = reader;
    this.#length = length;
    this.#share = share;
    this.#entries = reader.entries();
    this.#newest = reader.at(Infinity);
    const whole = reader.records.findLastIndex(({ kind }) => kind === 'whole');
    this.#changes = reader.records.length - 1 - whole;
  }

  /**
   * Cuts off a record that a crash left incomplete at the end. Damage in between stays in the file and is counted.
   * Before bytes are removed from the file, `setAside` is called with the reason and must have copied the file when it
   * returns. `share`: set if the file is the copy of a shared log, in which versions are stored first.
   */
  static async open(
    path: string,
    setAside: (reason: string) => void,
    share?: AppendShared,
  ): Promise<ReferenceLog> {
    const found = new ReferenceLogReader(path);
    if (!found.hasBeginning) {
      setAside('its beginning is damaged');
      writeFileDurably(path, Buffer.concat([REFERENCE_LOG_MAGIC, found.sound]));
    }
    const handle = await openRegularHandle(path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE_MODE);
    try {
      const reader = new ReferenceLogReader(path);
      if (reader.hasTail) setAside('its last record is incomplete');
      const length = await prepare(handle, reader, path);
      return new ReferenceLog(handle, reader, length, share);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get damagedBytes(): number {
    return this.#reader.damagedBytes;
  }

  entries(): readonly VersionEntry[] {
    return this.#entries;
  }

  at(slot: Millis): ReferenceVersion | undefined {
    if (this.#newest && slot >= this.#newest.from) return this.#newest;
    return this.#upToDate().at(slot);
  }

  byHash(hash: string): ReferenceContent | undefined {
    return this.#newest?.hash === hash ? this.#newest.data : this.#reader.byHash(hash);
  }

  append(version: ReferenceVersion): Promise<void> {
    const appended = this.#appending.then(() => this.#append(version));
    // The caller gets the failure; the next append is tried anyway.
    this.#appending = appended.catch(() => undefined);
    return appended;
  }

  async #append(version: ReferenceVersion): Promise<void> {
    const { hash, from, data } = version;
    const last = this.#entries.at(-1);
    if (last?.hash === hash && this.#newest?.hash === hash) return;
    const isWhole = !this.#newest || this.#newest.hash !== last?.hash || this.#changes >= MAX_CHANGES;
    const record =
      isWhole || !this.#newest
        ? encodeRecord('whole', version, data)
        : encodeRecord('change', version, changeBetween(this.#newest.data, data));
    const bytes = await record;
    await this.#share?.([bytes], this.#entries.length);
    await this.#write(bytes);
    this.#changes = isWhole ? 0 : this.#changes + 1;
    this.#entries = [...this.#entries, { hash, from }];
    this.#newest = version;
    this.#hasAppended = true;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Reads the file again only if an older version is requested. */
  #upToDate(): ReferenceLogReader {
    if (this.#hasAppended) this.#reader.refresh();
    this.#hasAppended = false;
    return this.#reader;
  }

  async #write(bytes: Buffer): Promise<void> {
    const { size } = await this.#handle.stat();
    if (size !== this.#length) throw new Error('another process has written to the file of reference data');
    try {
      for (let written = 0; written < bytes.length;) {
        const left = bytes.length - written;
        written += (await this.#handle.write(bytes, written, left, this.#length + written)).bytesWritten;
      }
      await this.#handle.datasync();
    } catch (error) {
      await this.#handle.truncate(this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }
}

/** Cuts off an incomplete record, writes the beginning of a new file, and returns its length. */
async function prepare(handle: FileHandle, reader: ReferenceLogReader, path: string): Promise<number> {
  const { size } = await handle.stat();
  if (reader.end < size) {
    await handle.truncate(reader.end);
    await handle.sync();
  }
  if (reader.end > 0) return reader.end;
  await handle.write(REFERENCE_LOG_MAGIC, 0, REFERENCE_LOG_MAGIC.length, 0);
  await handle.sync();
  syncFolder(dirname(path));
  return REFERENCE_LOG_MAGIC.length;
}

/** The position after the beginning; 0 if there is none. */
function beginningOf(bytes: Buffer, path: string): number {
  if (bytes.subarray(0, REFERENCE_LOG_MAGIC.length).equals(REFERENCE_LOG_MAGIC))
    return REFERENCE_LOG_MAGIC.length;
  const format = MAGIC_OF_ANY.exec(bytes.toString('latin1', 0, REFERENCE_LOG_MAGIC.length + 8))?.[1];
  if (format === undefined) return 0;
  throw new OperatorError(
    `${path} has format ${format}, this version knows 1: run the newer version that wrote it`,
  );
}

function readIfExists(path: string): Buffer {
  try {
    return readRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    const reason = readFailureOf(error);
    if (reason === undefined) throw error;
    throw new OperatorError(
      `${path} ${reason}. Restore it from a backup, or move it elsewhere and start again: receipts and verification of ` +
        'older ticks then lack the reference data that they were computed with.',
    );
  }
}
