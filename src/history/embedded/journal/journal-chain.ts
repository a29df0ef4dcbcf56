import { journalNumbers, journalPath } from './journal-claim.ts';
import { JournalFile } from './journal-file.ts';
import { JOURNAL_HEADER_BYTES, numberBefore } from './journal-header.ts';

/** The journal files of a folder, open for reading. The caller closes `files`. */
export interface JournalChain {
  /** The valid files by number, oldest first. */
  readonly files: ReadonlyMap<number, JournalFile>;
  /** Files whose name belongs to one journal file and whose header belongs to another: reading them would undo later changes. */
  readonly copies: readonly string[];
  /** Files that never got a header, or whose process was superseded before it acknowledged anything in them. */
  readonly neverUsed: readonly string[];
}

/** Opens the files with numbers below `end`. */
export function openChain(folder: string, end: number): JournalChain {
  const files = new Map<number, JournalFile>();
  const copies: string[] = [];
  try {
    for (const number of journalNumbers(folder)) {
      if (number >= end) break;
      const file = new JournalFile(journalPath(folder, number));
      files.set(number, file);
      if (file.header && file.header.number !== number) copies.push(takeOut(files, number));
    }
    return { files, copies, neverUsed: neverUsedIn(files).map((number) => takeOut(files, number)) };
  } catch (error) {
    for (const file of files.values()) file.close();
    throw error;
  }
}

/** Files that a later file skipped, and the last ones without a header: their process ended before writing one. */
function neverUsedIn(files: ReadonlyMap<number, JournalFile>): number[] {
  const numbers = [...files.keys()];
  const headers = [...files.values()].flatMap(({ header }) => header ?? []);
  const lastBegun = numbers.findLast((number) => files.get(number)!.size >= JOURNAL_HEADER_BYTES) ?? 0;
  return numbers.filter(
    (number) =>
      number > lastBegun || headers.some((header) => number > numberBefore(header) && number < header.number),
  );
}

function takeOut(files: Map<number, JournalFile>, number: number): string {
  const file = files.get(number)!;
  files.delete(number);
  file.close();
  return file.path;
}
