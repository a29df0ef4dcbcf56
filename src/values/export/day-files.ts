import { INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import { formatDatetime, parseDatetime, type Millis } from '../../core/time.ts';

/** The parts of a day file's name: `mwa-2026-01-31.parquet`, or `mwa-2026-01-31-2.parquet` for its second version. */
export interface DayFileName {
  readonly indexType: IndexType;
  /** 00:00 UTC. */
  readonly day: Millis;
  /** Increases if the stored values of a day changed after it had a file: a name always has the same bytes. */
  readonly revision: number;
}

export interface MadeDayFile {
  readonly bytes: number;
  /** Of the whole file, in hex. */
  readonly sha256: string;
}

export interface ListedDayFile extends DayFileName, MadeDayFile {}

/** A file that stays readable until it is closed. */
export interface OpenDayFile extends MadeDayFile {
  /** From `from`, inclusive, to `to`, exclusive. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** The client that wants a file. */
export interface DayFileReader {
  readonly clientId: string;
  readonly gone: AbortSignal;
  readonly isVisitor?: boolean;
}

/** Immutable Parquet files, one for each complete day and type of index. */
export interface DayFiles {
  /** Files that have been made, newest first, types of a day in the order of `INDEX_TYPES`. */
  list(): Promise<ListedDayFile[]>;
  /**
   * Makes the file if there is none; that goes on if the reader leaves. Undefined if there is no such file. Rejects with an error
   * for the client if the file is not ready soon, or cannot be made. The caller closes the file.
   */
  open(name: DayFileName, reader: DayFileReader): Promise<OpenDayFile | undefined>;
}

/** 2026-01-31 */
export function dayText(day: Millis): string {
  return formatDatetime(day).slice(0, 10);
}

export function dayFileName({ indexType, day, revision }: DayFileName): string {
  const version = revision === 1 ? '' : `-${revision}`;
  return `${indexType.toLowerCase()}-${dayText(day)}${version}.parquet`;
}

const NAME = /^([a-z]+)-(\d{4}-\d{2}-\d{2})(?:-([1-9]\d{0,5}))?\.parquet$/;

/** Undefined if no file has such a name. */
export function parseDayFileName(name: string): DayFileName | undefined {
  const [, type, date, version = '1'] = NAME.exec(name) ?? [];
  const indexType = INDEX_TYPES.find((each) => each.toLowerCase() === type);
  const day = date === undefined ? undefined : parseDatetime(`${date}T00:00:00Z`);
  if (indexType === undefined || day === undefined) return undefined;
  const parsed = { indexType, day, revision: Number(version) };
  return dayFileName(parsed) === name ? parsed : undefined;
}
