import { dirname } from 'node:path';
import { constants } from '../../disk/files.ts';
import type { SharedLogCopyContent, SharedLogCopy } from '../../disk/shared-log-copy.ts';
import { PRIVATE_FILE_MODE, syncFolder, writeFileDurably } from '../../disk/durable-file.ts';
import { fileStamp } from '../../disk/file-stamp.ts';
import { inheritOwner } from '../../disk/folder-owner.ts';
import { openRegularHandle } from '../../disk/regular-file.ts';
import { REFERENCE_LOG_MAGIC, ReferenceLogReader } from './reference-log.ts';

const NONE: SharedLogCopyContent = { records: 0, last: undefined, problem: undefined };

/** The file of reference versions as the copy of a shared log: records are the bytes of the file. */
export class CopiedReferences implements SharedLogCopy {
  readonly path: string;
  #content = NONE;
  #stamp: string | undefined;
  /** Position of the next record; 0 if the file has no beginning yet. */
  #end = 0;

  constructor(path: string) {
    this.path = path;
  }

  async read(): Promise<SharedLogCopyContent> {
    const stamp = fileStamp(this.path);
    if (stamp === undefined) this.#forget();
    if (stamp === this.#stamp) return this.#content;
    const reader = new ReferenceLogReader(this.path);
    const { records, last } = reader;
    const problem = problemOf(reader);
    if (reader.hasTail && problem === undefined) await this.#cutAt(reader.end);
    this.#end = reader.end;
    this.#content = { records: records.length, last: last && Buffer.from(last), problem };
    this.#stamp = fileStamp(this.path);
    return this.#content;
  }

  async append(records: readonly Buffer[]): Promise<void> {
    const isBegun = this.#end > 0;
    const bytes = Buffer.concat(isBegun ? records : [REFERENCE_LOG_MAGIC, ...records]);
    const file = await openRegularHandle(this.path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE_MODE);
    try {
      for (let written = 0; written < bytes.length;)
        written += (await file.write(bytes, written, bytes.length - written, this.#end + written))
          .bytesWritten;
      await file.datasync();
      if (!isBegun) inheritOwner(dirname(this.path), file.fd);
    } finally {
      await file.close();
    }
    if (!isBegun) syncFolder(dirname(this.path));
    this.#end += bytes.length;
    const last = records.at(-1) ?? this.#content.last;
    this.#content = { records: this.#content.records + records.length, last, problem: undefined };
    this.#stamp = fileStamp(this.path);
  }

  replace(records: readonly Buffer[]): void {
    writeFileDurably(this.path, Buffer.concat([REFERENCE_LOG_MAGIC, ...records]));
  }

  async close(): Promise<void> {
    this.#forget();
  }

  #forget(): void {
    this.#stamp = undefined;
    this.#content = NONE;
    this.#end = 0;
  }

  async #cutAt(end: number): Promise<void> {
    const file = await openRegularHandle(this.path, constants.O_RDWR);
    try {
      await file.truncate(end);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

function problemOf(reader: ReferenceLogReader): string | undefined {
  if (!reader.hasBeginning) return 'its beginning is damaged';
  if (reader.damagedBytes > 0) return `damaged bytes: ${reader.damagedBytes}`;
  // A file without a record may end within its beginning.
  return reader.end > 0 && reader.hasDamagedTail ? 'the bytes at its end are not a record' : undefined;
}
