import { basename } from 'node:path';
import { constants } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { INDEX_TYPES, type IndexType } from '../../../core/index-value.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { parseInstant, parseObjectLine } from '../../../core/text/json-line.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import type { Slices } from '../../../core/async/slices.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { isHeader, lineIn } from '../../../disk/line-log.ts';
import { rejectNewerFormat } from '../../../disk/file-format.ts';
import { openRegularHandle } from '../../../disk/regular-file.ts';
import type { KeptReceiptEntry } from '../../../values/receipts/kept-receipts.ts';
import { sha256 } from '../../process/sha256.ts';
import { decodeBody, SharedTexts, unpackReceipt } from './receipt-codec.ts';

/** In files of format 2 all lines are counted. */
const FORMAT = 2;
export const COUNTED_FORMAT = 2;
const NEWLINE = 10;
const KEPT_FILE = /^\d{4}-\d{2}([b-z]?)\.log$/;

export const HEADER = JSON.stringify({ format: FORMAT });

export function isKeptFile(name: string): boolean {
  return KEPT_FILE.test(name);
}

/** The file to write instead of one that cannot be used: `2026-11b.log` after `2026-11.log`. Names sort in this order. */
export function fileAfter(name: string): string {
  const letter = KEPT_FILE.exec(name)?.[1] ?? '';
  if (letter === 'z') throw new OperatorError(`${name} and all earlier files of its month cannot be used`);
  const next = letter === '' ? 'b' : String.fromCodePoint(letter.codePointAt(0)! + 1);
  return `${name.slice(0, 'yyyy-mm'.length)}${next}.log`;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

export interface PlacedEntry extends KeptReceiptEntry, Place {
  /** The slot of the head in its proof; undefined without a head. */
  readonly headSlot: Millis | undefined;
  /** Hash of the receipt's JSON text. */
  readonly sha256: string;
  /** Number of shared texts in the file when this receipt was written. */
  readonly texts: number;
}

type ReceiptFields = Omit<PlacedEntry, keyof Place>;

/** The part of a proof that leads from a tick's record to the head of its day. */
export interface DayPart {
  readonly head: object;
  readonly day?: object | undefined;
}

interface PlacedDay extends Place {
  readonly at: Millis;
}

interface PlacedTexts extends Place {
  readonly from: number;
  readonly count: number;
}

export interface KeptFileContent {
  /** Undefined if the header is missing or damaged. */
  readonly format: number | undefined;
  readonly receipts: readonly PlacedEntry[];
  readonly days: readonly PlacedDay[];
  readonly texts: readonly PlacedTexts[];
  /** Number of used places of texts, including texts on damaged lines. */
  readonly textCount: number;
  /** Numbers, from 1, of lines that are damaged or not understood. */
  readonly damagedLines: readonly number[];
  /** Numbers of valid lines that follow missing lines. */
  readonly linesAfterGap: readonly number[];
  /** Number of lines, including the header and damaged lines. */
  readonly lines: number;
  /** Bytes after the last line feed. */
  readonly tornBytes: number;
  readonly bytes: number;
}

export function receiptLine(receipt: ReceiptFields, body: string): string {
  const { id, at, indexType, indexId, name, times, tzdata, headSlot, sha256: hash, texts } = receipt;
  const head = headSlot === undefined ? {} : { head: formatDatetime(headSlot) };
  const fields = { kind: 'receipt', id, at: formatDatetime(at), indexType, indexId, name, times, tzdata };
  return JSON.stringify({ ...fields, ...head, sha256: hash, texts, body });
}

export function hashOfReceipt(receipt: object): string {
  return sha256(Buffer.from(JSON.stringify(receipt)));
}

export function dayLine(at: Millis, body: string): string {
  return JSON.stringify({ kind: 'day', at: formatDatetime(at), body });
}

export function textsLine(from: number, count: number, body: string): string {
  return JSON.stringify({ kind: 'texts', from, count, body });
}

/** Reads a file without changing it or blocking the event loop, also during writes. Refuses a newer format. */
export async function loadKeptFile(path: string, turns: Pick<LoopTurns, 'run'>): Promise<KeptFileContent> {
  return turns.run(contentIn(await bytesOf(path), path));
}

function* contentIn(bytes: Buffer, path: string): Slices<KeptFileContent> {
  const found = new FoundLines(path);
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = lineIn(bytes.toString('utf8', start, end));
    if (line === undefined) found.addDamaged(soundPieces(bytes, { start, end }));
    else found.add(line, { start, end });
    start = end + 1;
    yield;
  }
  return { ...found.content, tornBytes: bytes.length - start, bytes: bytes.length };
}

const LINE_START = /(?=[0-9a-f]{8} )/;

/** If the line feed after a line is damaged, two lines are joined. Reads those of the two that are valid. */
function soundPieces(bytes: Buffer, { start, end }: Place): readonly (Place & { readonly line: string })[] {
  let next = start;
  // One character per byte, so that lengths are those of the file.
  return bytes
    .toString('latin1', start, end)
    .split(LINE_START)
    .flatMap((piece) => {
      const from = next;
      next += piece.length;
      // The damaged line feed is the last byte of the piece before it.
      for (const to of [next, next - 1]) {
        const line = lineIn(bytes.toString('utf8', from, to));
        if (line !== undefined) return [{ line, start: from, end: to }];
      }
      return [];
    });
}

/** Empty if there is no such file. */
async function bytesOf(path: string): Promise<Buffer> {
  try {
    const handle = await openRegularHandle(path, constants.O_RDONLY);
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

export function afterLines(
  content: KeptFileContent,
  path: string,
  lines: readonly string[],
): KeptFileContent {
  const found = new FoundLines(path, content);
  let start = content.bytes;
  for (const line of lines) {
    const end = start + CHECKSUM_BYTES + Buffer.byteLength(line);
    found.add(line, { start, end });
    start = end + 1;
  }
  return { ...found.content, tornBytes: 0, bytes: start };
}

/** A line begins with 8 digits and a space. */
const CHECKSUM_BYTES = 9;

class FoundLines {
  readonly #path: string;
  readonly content: {
    readonly receipts: PlacedEntry[];
    readonly days: PlacedDay[];
    readonly texts: PlacedTexts[];
    readonly damagedLines: number[];
    readonly linesAfterGap: number[];
    format: number | undefined;
    textCount: number;
    lines: number;
  };

  constructor(path: string, before?: KeptFileContent) {
    this.#path = path;
    this.content = {
      format: before?.format,
      receipts: [...(before?.receipts ?? [])],
      days: [...(before?.days ?? [])],
      texts: [...(before?.texts ?? [])],
      damagedLines: [...(before?.damagedLines ?? [])],
      linesAfterGap: [...(before?.linesAfterGap ?? [])],
      textCount: before?.textCount ?? 0,
      lines: before?.lines ?? 0,
    };
  }

  add(line: string, place: Place): void {
    this.content.lines++;
    if (!this.#take(line, place)) this.#countDamaged();
  }

  /** Adds a line whose checksum does not match, and the valid pieces in it. */
  addDamaged(pieces: readonly (Place & { readonly line: string })[]): void {
    this.content.lines++;
    this.#countDamaged();
    for (const { line, ...place } of pieces) this.#take(line, place);
  }

  #countDamaged(): void {
    this.content.damagedLines.push(this.content.lines);
  }

  /** False if the line is not understood. */
  #take(line: string, place: Place): boolean {
    const { content } = this;
    // Only the first line is a header. A later one of a newer format must not hide the lines of the file.
    if (isHeader(line) && content.lines > 1) return false;
    const found = parsed(line, this.#path);
    if (found === undefined) return false;
    if (found.kind === 'texts') return this.#addTexts({ from: found.from, count: found.count, ...place });
    if (found.kind === 'receipt') this.#addReceipt({ ...found.entry, ...place });
    else if (found.kind === 'day') content.days.push({ at: found.at, ...place });
    else content.format ??= found.format;
    return true;
  }

  #addReceipt(receipt: PlacedEntry): void {
    const { content } = this;
    content.receipts.push(receipt);
    // Exceeds the texts read so far if their line is damaged: their places stay used.
    content.textCount = Math.max(content.textCount, receipt.texts);
  }

  /** False for texts that would replace others. Texts after a gap are valid: lines before them are missing. */
  #addTexts(texts: PlacedTexts): boolean {
    const { content } = this;
    if (texts.from < content.textCount) return false;
    const hasGap = texts.from > content.textCount;
    if (hasGap && content.damagedLines.length === 0) content.linesAfterGap.push(content.lines);
    content.texts.push(texts);
    content.textCount = texts.from + texts.count;
    return true;
  }
}

type Found =
  | { readonly kind: 'header'; readonly format: number }
  | { readonly kind: 'receipt'; readonly entry: ReceiptFields }
  | { readonly kind: 'day'; readonly at: Millis }
  | { readonly kind: 'texts'; readonly from: number; readonly count: number };

function parsed(line: string, path: string): Found | undefined {
  if (isHeader(line)) {
    const { format } = JSON.parse(line) as { readonly format: number };
    rejectNewerFormat(path, format, FORMAT);
    return { kind: 'header', format };
  }
  const value = parseObjectLine(line);
  const at = parseInstant(value['at']);
  const { kind, from, count, body } = value;
  if (typeof body !== 'string') return undefined;
  if (kind === 'texts') return isCount(from) && isCount(count) ? { kind, from, count } : undefined;
  if (at === undefined) return undefined;
  if (kind === 'day') return { kind, at };
  const entry = kind === 'receipt' ? entryIn(value, at) : undefined;
  return entry && { kind: 'receipt', entry };
}

function entryIn(value: Readonly<Record<string, unknown>>, at: Millis): ReceiptFields | undefined {
  const { id, indexType, indexId, name, times, tzdata, head, sha256: hash, texts } = value;
  const isEntry =
    isCount(texts) &&
    [id, indexId, name, tzdata, hash].every((text) => typeof text === 'string') &&
    INDEX_TYPES.includes(indexType as IndexType) &&
    Array.isArray(times) &&
    times.every((time) => typeof time === 'string');
  if (!isEntry) return undefined;
  const headSlot = parseInstant(head);
  return {
    id,
    at,
    indexType,
    indexId,
    name,
    times,
    tzdata,
    headSlot,
    sha256: hash,
    texts,
  } as ReceiptFields;
}

/** Maximum per file. A month of receipts has some thousands. */
const MAX_SHARED_TEXTS = 10_000_000;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_SHARED_TEXTS;
}

export class KeptBodyDamaged extends Error {
  override readonly name = 'KeptBodyDamaged';
}

/** Reads the texts that the receipts of a file share, except those on damaged lines. */
export async function readTexts(
  path: string,
  { texts, textCount }: Pick<KeptFileContent, 'texts' | 'textCount'>,
): Promise<SharedTexts> {
  const all = Array.from<string | undefined>({ length: textCount });
  for (const { from, count, ...place } of texts) {
    const read = await readBody(path, place).catch((error: unknown) => {
      if (error instanceof KeptBodyDamaged) return [];
      throw error;
    });
    const list = Array.isArray(read) ? (read as unknown[]) : [];
    for (let i = 0; i < count; i++)
      all[from + i] = typeof list[i] === 'string' ? (list[i] as string) : undefined;
  }
  return new SharedTexts(all);
}

/** Throws `KeptBodyDamaged` unless the receipt is as written and belongs to the value that its line names. */
export async function readReceipt(path: string, entry: PlacedEntry, texts: SharedTexts): Promise<object> {
  const packed = await readBody(path, entry);
  try {
    const receipt = unpackReceipt(packed as object | string, texts);
    if (hashOfReceipt(receipt) !== entry.sha256) throw new RangeError('its hash does not match');
    if (!isOfEntry(receipt, entry)) throw new RangeError('it is the receipt of another value');
    return receipt;
  } catch (error) {
    throw damagedBody(path, entry, error);
  }
}

function isOfEntry(receipt: object, { id, at, indexType, indexId }: PlacedEntry): boolean {
  const members = receipt as Readonly<Record<string, unknown>>;
  return (
    members['id'] === id &&
    members['indexType'] === indexType &&
    members['indexId'] === indexId &&
    parseInstant(members['timestamp']) === at
  );
}

/** Throws `KeptBodyDamaged` unless it has a head. */
export async function readDay(path: string, place: Place): Promise<DayPart> {
  const part = (await readBody(path, place)) as Partial<DayPart> | null;
  const isPart = isObject(part) && isObject(part.head) && (part.day === undefined || isObject(part.day));
  if (!isPart) throw damagedBody(path, place, new RangeError('it has no head'));
  return part as DayPart;
}

async function readBody(path: string, place: Place): Promise<unknown> {
  const handle = await openRegularHandle(path, constants.O_RDONLY);
  try {
    const bytes = Buffer.alloc(place.end - place.start);
    await handle.read(bytes, 0, bytes.length, place.start);
    const line = lineIn(bytes.toString('utf8'));
    if (line === undefined) throw new RangeError('its checksum does not match');
    return await decodeBody(String(parseObjectLine(line)['body']));
  } catch (error) {
    throw damagedBody(path, place, error);
  } finally {
    await handle.close();
  }
}

/** Errors of the disk are returned unchanged. */
function damagedBody(path: string, { start }: Place, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined || error instanceof KeptBodyDamaged) return error;
  return new KeptBodyDamaged(`the line at byte ${start} of ${basename(path)} cannot be read: ${message}`);
}
