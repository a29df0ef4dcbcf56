import type { Hash } from 'node:crypto';
import { existsSync, mkdirSync } from '../../../disk/files.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import type { Millis } from '../../../core/time.ts';
import {
  PRIVATE_FOLDER_MODE,
  readBytesIfExists,
  syncFolder,
  writeFileDurably,
} from '../../../disk/durable-file.ts';
import { inheritOwner } from '../../../disk/folder-owner.ts';
import { lineIn, LineLog, logText } from '../../../disk/line-log.ts';
import type { KeptReceiptEntry } from '../../../values/receipts/kept-receipts.ts';
import { KEPT_RECEIPTS } from '../../directory/data-format.ts';
import {
  KEPT_COUNT_FILE,
  hashOfFile,
  missingIn,
  readKeptCounts,
  writeKeptCounts,
  type FileCount,
  type KeptCounts,
} from './kept-count.ts';
import {
  afterLines,
  COUNTED_FORMAT,
  dayLine,
  fileAfter,
  hashOfReceipt,
  HEADER,
  readTexts,
  receiptLine,
  textsLine,
  type DayPart,
  type KeptFileContent,
} from './kept-file.ts';
import { encodeBody, packReceipt, type SharedTexts } from './receipt-codec.ts';
import { KeptReader, fileOf } from './kept-reader.ts';

export interface NewReceipt {
  readonly entry: KeptReceiptEntry;
  readonly receipt: object;
  readonly headSlot: Millis | undefined;
}

interface FileCounting extends Pick<FileCount, 'since' | 'brokenAt'> {
  readonly hash: Hash;
  readonly others: KeptCounts;
}

interface OpenFile {
  readonly file: string;
  readonly log: LineLog;
  readonly counting: FileCounting;
}

/** Writes kept receipts. Lines go to the file of the month in which they are written. */
export class KeptStore extends KeptReader {
  readonly #queue = new SerialQueue();
  #open: OpenFile | undefined;

  /** Durable when it resolves. `now`: market time, whose month names the file. */
  append({ entry, receipt, headSlot }: NewReceipt, now: Millis): Promise<void> {
    return this.#queue.run(async () => {
      const file = await this.#fileToWrite(now);
      const texts = await this.#textsToWrite(file, now);
      const packed = packReceipt(receipt, texts);
      const { from, texts: added } = texts.unstored;
      const seal = { sha256: hashOfReceipt(receipt), texts: from + added.length };
      const lines = [receiptLine({ ...entry, ...seal, headSlot }, await encodeBody(packed))];
      if (added.length > 0) lines.unshift(textsLine(from, added.length, await encodeBody(added)));
      try {
        await this.#write(file, lines, now);
      } catch (error) {
        // Forces reading the texts from the file again.
        this.written = undefined;
        throw error;
      }
      texts.markStored();
    });
  }

  appendDay(at: Millis, day: DayPart, now: Millis): Promise<void> {
    return this.#queue.run(async () =>
      this.#write(await this.#fileToWrite(now), [dayLine(at, await encodeBody(day))], now),
    );
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#open?.log.close();
    this.#open = undefined;
  }

  /**
   * Never an older file than the newest: older files do not change any more. Files that cannot be used stay
   * unchanged.
   */
  async #fileToWrite(now: Millis): Promise<string> {
    const wanted = fileOf(now);
    const newest = this.files().at(-1);
    let file = newest !== undefined && newest > wanted ? newest : wanted;
    while ((await this.usable(file)) === undefined) file = fileAfter(file);
    return file;
  }

  /**
   * Counts lines after they are durable: a crash may leave uncounted lines, but never counted ones that are
   * missing.
   */
  async #write(file: string, lines: readonly string[], now: Millis): Promise<void> {
    const { log, counting } = await this.#opened(file, now);
    const content = await this.contentOf(file);
    const headers = content.bytes === 0 ? [HEADER] : [];
    await log.append(lines, headers);
    const all = [...headers, ...lines];
    const after = afterLines(content, this.pathOf(file), all);
    this.contents.set(file, Promise.resolve(after));
    counting.hash.update(logText(all));
    this.#count(file, after, counting);
  }

  #count(
    file: string,
    { receipts, bytes }: KeptFileContent,
    { hash, others, since, brokenAt }: FileCounting,
  ): void {
    const count = { receipts: receipts.length, bytes, sha256: hash.copy().digest('hex'), since, brokenAt };
    writeKeptCounts(this.parts.folder, new Map([...others, [file, count]]));
  }

  async #opened(file: string, now: Millis): Promise<OpenFile> {
    if (this.#open?.file === file) return this.#open;
    await this.#open?.log.close();
    this.#open = undefined;
    if (!existsSync(this.folder)) {
      mkdirSync(this.folder, { mode: PRIVATE_FOLDER_MODE });
      inheritOwner(this.parts.folder, this.folder);
      syncFolder(this.parts.folder);
    }
    await this.#quarantineTornLine(file);
    const isNew = !existsSync(this.pathOf(file));
    const { log } = await LineLog.open(this.pathOf(file));
    this.contents.delete(file);
    try {
      const counting = await this.#countingOf(file, now, isNew);
      // A new file gets a count before its first line: a file without a count may have lost lines.
      this.#count(file, await this.contentOf(file), counting);
      this.#open = { file, log, counting };
    } catch (error) {
      await log.close();
      throw error;
    }
    return this.#open;
  }

  /** Compares the file with its count before adding lines: afterwards a loss would not be noticed. */
  async #countingOf(file: string, now: Millis, isNew: boolean): Promise<FileCounting> {
    const counts = await this.#countsToWrite(now);
    const known = counts.get(file);
    const content = await this.contentOf(file);
    const path = this.pathOf(file);
    const missing = known && (await missingIn(path, content, known));
    if (missing !== undefined) this.report(`${KEPT_RECEIPTS}/${file}: ${missing}`);
    return {
      hash: await hashOfFile(path, content.bytes),
      others: new Map([...counts].filter(([name]) => name !== file)),
      since: known ? known.since : isNew ? undefined : now,
      brokenAt: known?.brokenAt ?? (missing === undefined ? undefined : now),
    };
  }

  /** If the counts are lost, counts every file again that had a count; `since` records when. */
  async #countsToWrite(now: Millis): Promise<KeptCounts> {
    const { folder } = this.parts;
    const counts = readKeptCounts(folder);
    if (counts instanceof Map) return counts;
    const recounted = new Map<string, FileCount>();
    for (const name of this.files()) {
      const content = await this.usable(name);
      if (content?.format === undefined || content.format < COUNTED_FORMAT) continue;
      const { receipts, bytes } = content;
      const sha256 = (await hashOfFile(this.pathOf(name), bytes)).digest('hex');
      recounted.set(name, { receipts: receipts.length, bytes, sha256, since: now });
    }
    if (counts === 'damaged' || recounted.size > 0)
      this.report(`${KEPT_RECEIPTS}/${KEPT_COUNT_FILE} is ${counts ?? 'missing'}: files are counted again`);
    return recounted;
  }

  /**
   * Moves an unfinished last line to quarantine before writing. A line that lacks only its line feed is
   * completed.
   */
  async #quarantineTornLine(file: string): Promise<void> {
    const { tornBytes } = await this.contentOf(file);
    if (tornBytes === 0) return;
    const path = this.pathOf(file);
    const torn = readBytesIfExists(path)!.subarray(-tornBytes);
    if (lineIn(torn.toString('utf8')) !== undefined) return;
    const tail = `${path}.torn`;
    writeFileDurably(tail, torn);
    const reason = `${tornBytes} bytes at the end of ${KEPT_RECEIPTS}/${file} are not a whole line`;
    this.parts.quarantine.move(tail, reason);
    this.parts.onProblem(`${reason}: they were moved to quarantine`);
  }

  /** Call only in the queue. Opens the log first, which may complete or remove the last line. */
  async #textsToWrite(file: string, now: Millis): Promise<SharedTexts> {
    await this.#opened(file, now);
    if (this.written?.file === file) return this.written.texts;
    const texts = await readTexts(this.pathOf(file), await this.contentOf(file));
    this.written = { file, texts };
    // Texts that readers have loaded will lack those added from now on.
    this.texts.delete(file);
    return texts;
  }
}
