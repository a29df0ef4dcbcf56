import type { Hash } from 'node:crypto';
import { join } from 'node:path';
import { existsSync, mkdirSync, readdirSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { Lru } from '../../../core/lru.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { DAY_MS, dayOfTick, formatDatetime, type Millis } from '../../../core/time.ts';
import {
  PRIVATE_FOLDER_MODE,
  readBytesIfExists,
  syncFolder,
  writeFileDurably,
} from '../../../disk/durable-file.ts';
import { giveToOwnerOf } from '../../../disk/folder-owner.ts';
import { lineIn, LineLog, logText } from '../../../disk/line-log.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { UnusableFile } from '../../../disk/regular-file.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import type { KeptEntry, KeptRange, KeptReceipts } from '../../../values/receipts/kept-receipts.ts';
import { KEPT_RECEIPTS } from '../../directory/data-format.ts';
import {
  COUNT_FILE,
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
  isKeptFile,
  KeptBodyDamaged,
  loadKeptFile,
  readDay,
  readReceipt,
  readTexts,
  receiptLine,
  textsLine,
  type DayPart,
  type KeptFileContent,
  type PlacedEntry,
} from './kept-file.ts';
import { encodeBody, packReceipt, type SharedTexts } from './receipt-codec.ts';

export interface KeptStoreParts {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly quarantine: Pick<Quarantine, 'move'>;
  /** Called with each problem found in the files, once. */
  readonly onProblem: (problem: string) => void;
  /** In which files are decoded. */
  readonly turns: Pick<LoopTurns, 'run'>;
}

/** Files whose texts are in memory. */
const MAX_TEXTS = 2;

/** A receipt to keep, and the head that its proof has. */
export interface NewReceipt {
  readonly entry: KeptEntry;
  readonly receipt: object;
  readonly headSlot: Millis | undefined;
}

/** How the file that is written is counted. */
interface FileCounting extends Pick<FileCount, 'since' | 'brokenAt'> {
  /** Of the whole file. */
  readonly hash: Hash;
  readonly others: KeptCounts;
}

interface OpenFile {
  readonly file: string;
  readonly log: LineLog;
  readonly counting: FileCounting;
}

/** `kept-receipts/`: one file per month, each of which only grows. Lines go to the file of the month in which they are written. */
export class KeptStore implements KeptReceipts {
  readonly #parts: KeptStoreParts;
  readonly #folder: string;
  readonly #reported = new Set<string>();
  readonly #contents = new Map<string, Promise<KeptFileContent>>();
  /** Of files that are only read. Loads are cached, so that concurrent readers share one. */
  readonly #texts = new Lru<string, Promise<SharedTexts>>({ mostEntries: MAX_TEXTS });
  /** Of the file that is written: never evicted, and loaded in the queue alone. */
  #written: { readonly file: string; readonly texts: SharedTexts } | undefined;
  readonly #queue = new SerialQueue();
  #open: OpenFile | undefined;

  constructor(parts: KeptStoreParts) {
    this.#parts = parts;
    this.#folder = join(parts.folder, KEPT_RECEIPTS);
  }

  async list({ from, to }: KeptRange): Promise<readonly KeptEntry[]> {
    // A receipt that could not be read may have been kept again: it is listed once.
    const found = new Map<string, KeptEntry>();
    for (const entry of await this.#entriesSince(from))
      if (entry.at < to && !found.has(entry.id)) found.set(entry.id, entry);
    return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  async read({ id, at }: Pick<KeptEntry, 'id' | 'at'>): Promise<object | undefined> {
    const receipt = await this.#readable(id, at);
    const day = receipt && (await this.#dayOf(at));
    return day ? ledToDay(receipt, day) : receipt;
  }

  /** Whether it can be read: otherwise it may be kept again. */
  async has(id: string, at: Millis): Promise<boolean> {
    return (await this.#readable(id, at)) !== undefined;
  }

  /** Instants from then on whose receipts have a proof that does not lead to the head of a whole day yet. */
  async withoutDay(from: Millis): Promise<readonly KeptEntry[]> {
    const done = new Set<Millis>();
    for (const { content } of await this.#contentsSince(from))
      for (const { at } of content.days) done.add(at);
    const open = new Map<Millis, KeptEntry>();
    for (const entry of await this.#entriesSince(from))
      if (!done.has(entry.at) && !isEndOfDay(entry.headSlot) && !open.has(entry.at))
        open.set(entry.at, entry);
    return [...open.values()];
  }

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
        // Which texts the file has is read from it again.
        this.#written = undefined;
        throw error;
      }
      texts.nowStored();
    });
  }

  /** Durable when it resolves. */
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

  async #dayOf(at: Millis): Promise<DayPart | undefined> {
    for (const { file, content } of await this.#contentsSince(at))
      for (const place of content.days) {
        if (place.at !== at) continue;
        const day = await this.#unlessDamaged(() => readDay(this.#pathOf(file), place));
        if (day) return day;
      }
    return undefined;
  }

  /** Undefined, and reported, if it is damaged. */
  async #unlessDamaged<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof KeptBodyDamaged)) throw error;
      this.#report(error.message);
      return undefined;
    }
  }

  /** Never an older file than the newest: those do not change any more. A file that cannot be used stays as it is. */
  async #fileToWrite(now: Millis): Promise<string> {
    const wanted = fileOf(now);
    const newest = this.#files().at(-1);
    let file = newest !== undefined && newest > wanted ? newest : wanted;
    while ((await this.#usable(file)) === undefined) file = fileAfter(file);
    return file;
  }

  /** The lines are counted after they are durable: a crash may leave lines that are not counted, never the reverse. */
  async #write(file: string, lines: readonly string[], now: Millis): Promise<void> {
    const { log, counting } = await this.#opened(file, now);
    const content = await this.#contentOf(file);
    const headers = content.bytes === 0 ? [HEADER] : [];
    await log.append(lines, headers);
    const all = [...headers, ...lines];
    const after = afterLines(content, this.#pathOf(file), all);
    this.#contents.set(file, Promise.resolve(after));
    counting.hash.update(logText(all));
    this.#count(file, after, counting);
  }

  #count(
    file: string,
    { receipts, bytes }: KeptFileContent,
    { hash, others, since, brokenAt }: FileCounting,
  ): void {
    const count = { receipts: receipts.length, bytes, sha256: hash.copy().digest('hex'), since, brokenAt };
    writeKeptCounts(this.#parts.folder, new Map([...others, [file, count]]));
  }

  async #opened(file: string, now: Millis): Promise<OpenFile> {
    if (this.#open?.file === file) return this.#open;
    await this.#open?.log.close();
    this.#open = undefined;
    if (!existsSync(this.#folder)) {
      mkdirSync(this.#folder, { mode: PRIVATE_FOLDER_MODE });
      giveToOwnerOf(this.#parts.folder, this.#folder);
      syncFolder(this.#parts.folder);
    }
    await this.#setTailAside(file);
    const isNew = !existsSync(this.#pathOf(file));
    const { log } = await LineLog.open(this.#pathOf(file));
    this.#contents.delete(file);
    try {
      const counting = await this.#countingOf(file, now, isNew);
      // A file is counted before its first line: without a count its lines may have been removed.
      this.#count(file, await this.#contentOf(file), counting);
      this.#open = { file, log, counting };
    } catch (error) {
      await log.close();
      throw error;
    }
    return this.#open;
  }

  /**
   * Compares the file with its count before lines are added: what is missing would not be noticed afterwards. An empty file that
   * is not new may have had lines.
   */
  async #countingOf(file: string, now: Millis, isNew: boolean): Promise<FileCounting> {
    const counts = await this.#countsToWrite(now);
    const known = counts.get(file);
    const content = await this.#contentOf(file);
    const path = this.#pathOf(file);
    const missing = known && (await missingIn(path, content, known));
    if (missing !== undefined) this.#report(`${KEPT_RECEIPTS}/${file}: ${missing}`);
    return {
      hash: await hashOfFile(path, content.bytes),
      others: new Map([...counts].filter(([name]) => name !== file)),
      since: known ? known.since : isNew ? undefined : now,
      brokenAt: known?.brokenAt ?? (missing === undefined ? undefined : now),
    };
  }

  /** If the count is lost, all files that had one are counted again, and their counts say since when. */
  async #countsToWrite(now: Millis): Promise<KeptCounts> {
    const { folder } = this.#parts;
    const counts = readKeptCounts(folder);
    if (counts instanceof Map) return counts;
    const again = new Map<string, FileCount>();
    for (const name of this.#files()) {
      const content = await this.#usable(name);
      if (content?.format === undefined || content.format < COUNTED_FORMAT) continue;
      const { receipts, bytes } = content;
      const sha256 = (await hashOfFile(this.#pathOf(name), bytes)).digest('hex');
      again.set(name, { receipts: receipts.length, bytes, sha256, since: now });
    }
    if (counts === 'damaged' || again.size > 0)
      this.#report(`${KEPT_RECEIPTS}/${COUNT_FILE} is ${counts ?? 'missing'}: files are counted again`);
    return again;
  }

  /**
   * A line that a crash has left unfinished goes to the quarantine before the file is written to. One that lacks only its line feed
   * stays: opening the log completes it.
   */
  async #setTailAside(file: string): Promise<void> {
    const { tornBytes } = await this.#contentOf(file);
    if (tornBytes === 0) return;
    const path = this.#pathOf(file);
    const torn = readBytesIfExists(path)!.subarray(-tornBytes);
    if (lineIn(torn.toString('utf8')) !== undefined) return;
    const tail = `${path}.torn`;
    writeFileDurably(tail, torn);
    const reason = `${tornBytes} bytes at the end of ${KEPT_RECEIPTS}/${file} are not a whole line`;
    this.#parts.quarantine.move(tail, reason);
    this.#parts.onProblem(`${reason}: they were moved to quarantine`);
  }

  #files(): readonly string[] {
    return keptFiles(this.#parts.folder);
  }

  /** Those that may have receipts of instants from then on. */
  #filesSince(at: Millis): readonly string[] {
    const first = Number.isFinite(at) ? fileOf(at) : '';
    return this.#files().filter((file) => file >= first);
  }

  /** Of the files that can be used. */
  async #contentsSince(
    at: Millis,
  ): Promise<readonly { readonly file: string; readonly content: KeptFileContent }[]> {
    const found = [];
    for (const file of this.#filesSince(at)) {
      const content = await this.#usable(file);
      if (content) found.push({ file, content });
    }
    return found;
  }

  async #entriesSince(from: Millis): Promise<readonly PlacedEntry[]> {
    const contents = await this.#contentsSince(from);
    return contents.flatMap(({ content }) => content.receipts.filter(({ at }) => at >= from));
  }

  /** The first of its lines that can be read. */
  async #readable(id: string, at: Millis): Promise<object | undefined> {
    for (const { file, content } of await this.#contentsSince(at))
      for (const entry of content.receipts) {
        if (entry.id !== id) continue;
        const receipt = await this.#unlessDamaged(async () =>
          readReceipt(this.#pathOf(file), entry, await this.#textsOf(file)),
        );
        if (receipt) return receipt;
      }
    return undefined;
  }

  /** Undefined, and reported, for a folder in its place, a file of a newer format, or one that the disk refuses to read. */
  async #usable(file: string): Promise<KeptFileContent | undefined> {
    try {
      return await this.#contentOf(file);
    } catch (error) {
      const reason = readFailureOf(error) ?? (error instanceof OperatorError ? error.message : undefined);
      if (reason === undefined) throw error;
      this.#report(`${KEPT_RECEIPTS}/${file} is skipped: ${reason}`);
      return undefined;
    }
  }

  /** Loads are cached, so that a file is loaded once. The queue waits for a load before it adds lines. */
  async #contentOf(file: string): Promise<KeptFileContent> {
    const known = this.#contents.get(file);
    if (known) return known;
    const loading = loadKeptFile(this.#pathOf(file), this.#parts.turns);
    this.#contents.set(file, loading);
    try {
      const { damagedLines } = await loading;
      if (damagedLines.length > 0)
        this.#report(
          `${KEPT_RECEIPTS}/${file} has ${damagedLines.length} damaged lines, the first is line ${damagedLines[0]}`,
        );
      return await loading;
    } catch (error) {
      // A newer format stays one. All else is tried again.
      const isNewer = error instanceof OperatorError && !(error instanceof UnusableFile);
      if (!isNewer && this.#contents.get(file) === loading) this.#contents.delete(file);
      throw error;
    }
  }

  /** To read receipts. */
  async #textsOf(file: string): Promise<SharedTexts> {
    if (this.#written?.file === file) return this.#written.texts;
    const known = this.#texts.get(file);
    if (known) return known;
    const loading = this.#contentOf(file).then((content) => readTexts(this.#pathOf(file), content));
    this.#texts.set(file, loading);
    try {
      return await loading;
    } catch (error) {
      if (this.#texts.peek(file) === loading) this.#texts.delete(file);
      throw error;
    }
  }

  /** Only in the queue. The log is opened first: that may complete or cut off the last line. */
  async #textsToWrite(file: string, now: Millis): Promise<SharedTexts> {
    await this.#opened(file, now);
    if (this.#written?.file === file) return this.#written.texts;
    const texts = await readTexts(this.#pathOf(file), await this.#contentOf(file));
    this.#written = { file, texts };
    // What readers have loaded lacks the texts that are added from now on.
    this.#texts.delete(file);
    return texts;
  }

  /** Once each. */
  #report(problem: string): void {
    if (this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.#parts.onProblem(problem);
  }

  #pathOf(file: string): string {
    return join(this.#folder, file);
  }
}

/** Names of the files of kept receipts in a data directory, oldest first. */
export function keptFiles(folder: string): readonly string[] {
  const kept = join(folder, KEPT_RECEIPTS);
  return existsSync(kept) ? readdirSync(kept).filter(isKeptFile).toSorted() : [];
}

function fileOf(at: Millis): string {
  return `${formatDatetime(at).slice(0, 7)}.log`;
}

/** The tick at 00:00 is the last of its day: its head is that of the day. */
function isEndOfDay(slot: Millis | undefined): boolean {
  return slot !== undefined && slot === dayOfTick(slot) + DAY_MS;
}

/** The same receipt, whose proof leads to the head of its day. */
export function ledToDay(receipt: object, { head, day }: DayPart): object {
  const { proof } = receipt as { readonly proof?: object };
  if (!proof) return receipt;
  const { head: _head, day: _day, ...rest } = proof as Readonly<Record<string, unknown>>;
  return { ...receipt, proof: { ...rest, head, ...(day && { day }) } };
}
