import { join } from 'node:path';
import type { Logger } from 'pino';
import { ApiError, tooManyRequests, unavailable } from '../../../api/http/errors.ts';
import { FairQueue } from '../../../api/http/limits/fair-queue.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import { StoreUnavailable } from '../../../core/errors.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { INDEX_TYPES, type IndexType } from '../../../core/index-value.ts';
import { SECOND_MS } from '../../../core/time.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import type { FileHandle } from '../../../disk/files.ts';
import {
  dayFileName,
  type DayFileName,
  type DayFileReader,
  type DayFiles,
  type ListedDayFile,
  type MadeDayFile,
  type OpenDayFile,
} from '../../../values/export/day-files.ts';
import { CompleteDays, type CompleteDaysParts } from './complete-days.ts';
import { FileFolder } from './file-folder.ts';
import type { ManifestEntry } from './file-manifest.ts';
import { makeInBackground } from './make-in-background.ts';
import { readFrom } from './hashed-file.ts';
import { dayFileChunks, type WriteDayParts } from './write-day-file.ts';

/** The folder in the data directory. */
const FOLDER = 'files';
/** Share of `maxDisk`. */
const DISK_SHARE = 1 / 10;

/** A file of a large market takes minutes: one at a time. */
const MAX_RUNNING = 1;
const MAX_WAITING = 16;
const MAX_PER_CLIENT = 4;
/** Proxies and clients give up after a minute or less. */
const MAX_WAIT_MS = 20 * SECOND_MS;
const RETRY_SECONDS = 10;
const FAILED_RETRY_SECONDS = 60;
/** Client name of files made in the background: in the queue they take turns with those that clients wait for. */
const BACKGROUND = 'background';

export interface StoredDayFilesParts extends CompleteDaysParts, WriteDayParts {
  readonly history: CompleteDaysParts['history'] & WriteDayParts['history'];
  /** The data directory. */
  readonly folder: string;
  /** Limit of the data directory. */
  readonly maxDisk: number;
  readonly quarantine: Pick<Quarantine, 'move'>;
  readonly wallClock: Pick<Clock, 'wait' | 'monotonic'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Makes the Parquet files of each complete day, in the background or on request, and keeps them in the data directory. */
export class StoredDayFiles implements DayFiles {
  readonly #parts: StoredDayFilesParts;
  readonly #complete: CompleteDays;
  readonly #stop = new AbortController();
  readonly #queue = new FairQueue({
    maxRunning: MAX_RUNNING,
    maxWaiting: MAX_WAITING,
    queueFull: () => unavailable('too many files are being made', RETRY_SECONDS),
    maxPerClient: MAX_PER_CLIENT,
    clientLimitReached: () =>
      tooManyRequests(`this client already waits for ${MAX_PER_CLIENT} files`, RETRY_SECONDS),
  });
  /** Files that are being checked or made, by name. */
  readonly #pending = new Map<string, Promise<ManifestEntry>>();
  /** Names of files that are larger than the space for all files: a name always has the same bytes. */
  readonly #tooLarge = new Set<string>();
  /** Types of which a file was too large since the start. */
  readonly #tooLargeTypes = new Set<IndexType>();
  #background: Promise<void> | undefined;
  #opened: FileFolder | undefined;

  constructor(parts: StoredDayFilesParts) {
    this.#parts = parts;
    this.#complete = new CompleteDays(parts);
  }

  /** Starts to make files in the background. */
  start(): void {
    const { wallClock } = this.#parts;
    const reader = { clientId: BACKGROUND, gone: this.#stop.signal };
    this.#background ??= makeInBackground(
      {
        next: (skipped) => this.#nextUnmade(skipped),
        make: (name) => this.#making(name, reader),
        failed: (error) => {
          if (!(error instanceof StoreUnavailable)) this.#reportFailure(error);
        },
        wallClock,
      },
      this.#stop.signal,
    );
  }

  async list(): Promise<ListedDayFile[]> {
    const days = await this.#complete.list();
    return days.flatMap((day) =>
      INDEX_TYPES.flatMap((indexType): ListedDayFile[] => {
        const made = this.#folder.manifest.find({ indexType, day });
        return !made || this.#tooLarge.has(dayFileName(made)) ? [] : [made];
      }),
    );
  }

  async open(name: DayFileName, reader: DayFileReader): Promise<OpenDayFile | undefined> {
    const current = this.#folder.manifest.find(name)?.revision ?? 1;
    if (name.revision !== current) return undefined;
    if (!(await this.#complete.has(name.day))) return undefined;
    const ready = await this.#openSound(name);
    if (ready) return ready;
    if (this.#tooLarge.has(dayFileName(name))) throw fileTooLarge();
    if (reader.isVisitor)
      throw new ApiError(
        'FORBIDDEN',
        'this file has not been made yet: only a token of a client can request it',
      );
    const entry = await this.#withinWait(this.#making(name, reader), reader.gone);
    return entry.revision === name.revision ? this.#openSound(name) : undefined;
  }

  /** Ends files that are being made. */
  async close(): Promise<void> {
    this.#stop.abort(unavailable('the service is stopping', RETRY_SECONDS));
    await Promise.allSettled([...this.#pending.values(), this.#background]);
  }

  get #folder(): FileFolder {
    const { folder, maxDisk, quarantine } = this.#parts;
    return (this.#opened ??= new FileFolder(join(folder, FOLDER), maxDisk * DISK_SHARE, quarantine));
  }

  /**
   * The newest file that was never made, except these. The newest of a type may replace a file that was not used for a long time;
   * older ones are made only while there is room.
   */
  async #nextUnmade(skipped: ReadonlySet<string>): Promise<DayFileName | undefined> {
    const { manifest, freeBytes } = this.#folder;
    const types = INDEX_TYPES.filter((type) => !this.#tooLargeTypes.has(type)).map((indexType) => {
      const newest = manifest.newestOf(indexType);
      return { indexType, newestDay: newest?.day ?? -Infinity, hasRoom: (newest?.bytes ?? 0) <= freeBytes };
    });
    for (const day of await this.#complete.list())
      for (const { indexType, newestDay, hasRoom } of types) {
        const name = { indexType, day, revision: 1 };
        const isWanted = (hasRoom || day > newestDay) && !manifest.find(name);
        if (isWanted && !skipped.has(dayFileName(name))) return name;
      }
    return undefined;
  }

  async #openSound(name: DayFileName): Promise<OpenDayFile | undefined> {
    const entry = this.#folder.manifest.find(name);
    const file = entry && (await this.#folder.openSound(entry));
    return file && openFile(file, contentOf(entry));
  }

  #making(name: DayFileName, reader: DayFileReader): Promise<ManifestEntry> {
    const key = dayFileName(name);
    let making = this.#pending.get(key);
    if (!making) {
      // The file is also made if its reader leaves: the next request finds it.
      const owner = { clientId: reader.clientId, gone: this.#stop.signal };
      making = this.#queue.run(owner, () => this.#make(name)).finally(() => this.#pending.delete(key));
      this.#pending.set(key, making);
      making.catch(() => undefined);
    }
    return making;
  }

  async #make(name: DayFileName): Promise<ManifestEntry> {
    try {
      return await this.#write(name);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.#reportFailure(error, name);
      throw unavailable('this file cannot be made at the moment', FAILED_RETRY_SECONDS);
    }
  }

  #reportFailure(error: unknown, name?: DayFileName): void {
    if (error instanceof ApiError) return;
    const file = name && dayFileName(name);
    this.#parts.log.error({ err: error, file }, 'a Parquet file of a day cannot be made');
  }

  async #write(name: DayFileName): Promise<ManifestEntry> {
    // It may have been made since the request looked for it.
    const ready = await this.#openSound(name);
    await ready?.close();
    const made = ready && this.#folder.manifest.find(name);
    if (made) return made;
    const { signal } = this.#stop;
    const file = await this.#folder.create(name);
    try {
      for await (const chunk of dayFileChunks(this.#parts, name, signal)) {
        signal.throwIfAborted();
        await file.write(chunk);
        if (file.bytes > this.#folder.maxBytes) throw this.#refuseTooLarge(name);
      }
      const content = await file.finish();
      if (!(await this.#complete.has(name.day)))
        throw unavailable('this day may change again', FAILED_RETRY_SECONDS);
      const entry = this.#entryOf(name, content);
      this.#folder.add(file, entry);
      return entry;
    } catch (error) {
      await file.abandon();
      throw error;
    }
  }

  /** A file with other bytes than the one before gets another name. */
  #entryOf(name: DayFileName, made: MadeDayFile): ManifestEntry {
    const before = this.#folder.manifest.find(name);
    if (!before || before.sha256 === made.sha256) return { ...name, ...made };
    const entry = { ...name, ...made, revision: before.revision + 1 };
    this.#parts.log.warn(
      { file: dayFileName(before), now: dayFileName(entry) },
      'the values of a day differ from its earlier Parquet file: the new file has a new name',
    );
    return entry;
  }

  #refuseTooLarge(name: DayFileName): ApiError {
    const { maxBytes } = this.#folder;
    this.#tooLarge.add(dayFileName(name));
    this.#tooLargeTypes.add(name.indexType);
    this.#parts.log.warn(
      { file: dayFileName(name), maxBytes },
      'a Parquet file of a day is larger than a tenth of --max-disk and is not kept',
    );
    return fileTooLarge();
  }

  /** Rejects with 503 if the file is not ready within `MAX_WAIT_MS`. */
  async #withinWait(making: Promise<ManifestEntry>, gone: AbortSignal): Promise<ManifestEntry> {
    const ready = new AbortController();
    const either = new LinkedAbort(gone, ready.signal);
    const late = this.#parts.wallClock.wait(MAX_WAIT_MS, either.signal).then(() => {
      throw unavailable('this file is being made: request it again', RETRY_SECONDS);
    });
    try {
      return await Promise.race([making, late]);
    } finally {
      late.catch(() => undefined);
      ready.abort();
      either.release();
    }
  }
}

/** Does not tell the client to retry: the file would be too large again. */
function fileTooLarge(): ApiError {
  return new ApiError('NOT_FOUND', 'this file is larger than the space that this service has for such files');
}

function contentOf({ bytes, sha256 }: MadeDayFile): MadeDayFile {
  return { bytes, sha256 };
}

function openFile(file: FileHandle, made: MadeDayFile): OpenDayFile {
  return { ...made, read: (from, to) => readFrom(file, from, to), close: () => file.close() };
}
