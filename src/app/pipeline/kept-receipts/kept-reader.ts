import { join } from 'node:path';
import { existsSync, readdirSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { Lru } from '../../../core/lru.ts';
import { DAY_MS, dayOfTick, formatDatetime, type Millis } from '../../../core/time.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { UnusableFile } from '../../../disk/regular-file.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import type { KeptReceiptEntry, KeptRange, KeptReceipts } from '../../../values/receipts/kept-receipts.ts';
import { KEPT_RECEIPTS } from '../../directory/data-format.ts';
import {
  isKeptFile,
  KeptBodyDamaged,
  loadKeptFile,
  readDay,
  readReceipt,
  readTexts,
  type DayPart,
  type KeptFileContent,
  type PlacedEntry,
} from './kept-file.ts';
import type { SharedTexts } from './receipt-codec.ts';

export interface KeptStoreParts {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly quarantine: Pick<Quarantine, 'move'>;
  readonly onProblem: (problem: string) => void;
  readonly turns: Pick<LoopTurns, 'run'>;
}

const MAX_TEXTS = 2;

/** Reads `kept-receipts/`: one append-only file per month. */
export class KeptReader implements KeptReceipts {
  protected readonly parts: KeptStoreParts;
  protected readonly folder: string;
  protected readonly contents = new Map<string, Promise<KeptFileContent>>();
  /** Texts of files that are only read. Caches loads, so that concurrent readers share one. */
  protected readonly texts = new Lru<string, Promise<SharedTexts>>({ maxEntries: MAX_TEXTS });
  /** Texts of the file that is written: never evicted, and loaded only by the writer. */
  protected written: { readonly file: string; readonly texts: SharedTexts } | undefined;
  readonly #reported = new Set<string>();

  constructor(parts: KeptStoreParts) {
    this.parts = parts;
    this.folder = join(parts.folder, KEPT_RECEIPTS);
  }

  async list({ from, to }: KeptRange): Promise<readonly KeptReceiptEntry[]> {
    // A receipt that could not be read may have been written again: list it once.
    const found = new Map<string, KeptReceiptEntry>();
    for (const entry of await this.#entriesSince(from))
      if (entry.at < to && !found.has(entry.id)) found.set(entry.id, entry);
    return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  async read({ id, at }: Pick<KeptReceiptEntry, 'id' | 'at'>): Promise<object | undefined> {
    const receipt = await this.#readable(id, at);
    const day = receipt && (await this.#dayOf(at));
    return day ? withDayHead(receipt, day) : receipt;
  }

  /** Whether the receipt can be read: otherwise it may be written again. */
  async has(id: string, at: Millis): Promise<boolean> {
    return (await this.#readable(id, at)) !== undefined;
  }

  /** Entries since `from`, one per instant, whose proof does not lead to the head of a complete day yet. */
  async withoutDayHead(from: Millis): Promise<readonly KeptReceiptEntry[]> {
    const done = new Set<Millis>();
    for (const { content } of await this.#contentsSince(from))
      for (const { at } of content.days) done.add(at);
    const open = new Map<Millis, KeptReceiptEntry>();
    for (const entry of await this.#entriesSince(from))
      if (!done.has(entry.at) && !isEndOfDay(entry.headSlot) && !open.has(entry.at))
        open.set(entry.at, entry);
    return [...open.values()];
  }

  async #dayOf(at: Millis): Promise<DayPart | undefined> {
    for (const { file, content } of await this.#contentsSince(at))
      for (const place of content.days) {
        if (place.at !== at) continue;
        const day = await this.#unlessDamaged(() => readDay(this.pathOf(file), place));
        if (day) return day;
      }
    return undefined;
  }

  /** Undefined if it is damaged, which is reported. */
  async #unlessDamaged<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof KeptBodyDamaged)) throw error;
      this.report(error.message);
      return undefined;
    }
  }

  protected files(): readonly string[] {
    return keptFiles(this.parts.folder);
  }

  #filesSince(at: Millis): readonly string[] {
    const first = Number.isFinite(at) ? fileOf(at) : '';
    return this.files().filter((file) => file >= first);
  }

  async #contentsSince(
    at: Millis,
  ): Promise<readonly { readonly file: string; readonly content: KeptFileContent }[]> {
    const found = [];
    for (const file of this.#filesSince(at)) {
      const content = await this.usable(file);
      if (content) found.push({ file, content });
    }
    return found;
  }

  async #entriesSince(from: Millis): Promise<readonly PlacedEntry[]> {
    const contents = await this.#contentsSince(from);
    return contents.flatMap(({ content }) => content.receipts.filter(({ at }) => at >= from));
  }

  async #readable(id: string, at: Millis): Promise<object | undefined> {
    for (const { file, content } of await this.#contentsSince(at))
      for (const entry of content.receipts) {
        if (entry.id !== id) continue;
        const receipt = await this.#unlessDamaged(async () =>
          readReceipt(this.pathOf(file), entry, await this.#textsOf(file)),
        );
        if (receipt) return receipt;
      }
    return undefined;
  }

  /** Undefined for a folder, a file of a newer format, or one that cannot be read; all are reported. */
  protected async usable(file: string): Promise<KeptFileContent | undefined> {
    try {
      return await this.contentOf(file);
    } catch (error) {
      const reason = readFailureOf(error) ?? (error instanceof OperatorError ? error.message : undefined);
      if (reason === undefined) throw error;
      this.report(`${KEPT_RECEIPTS}/${file} is skipped: ${reason}`);
      return undefined;
    }
  }

  /** Caches loads, so that a file is loaded once. The queue waits for a load before it adds lines. */
  protected async contentOf(file: string): Promise<KeptFileContent> {
    const known = this.contents.get(file);
    if (known) return known;
    const loading = loadKeptFile(this.pathOf(file), this.parts.turns);
    this.contents.set(file, loading);
    try {
      const { damagedLines } = await loading;
      if (damagedLines.length > 0)
        this.report(
          `${KEPT_RECEIPTS}/${file} has ${damagedLines.length} damaged lines, the first is line ${damagedLines[0]}`,
        );
      return await loading;
    } catch (error) {
      // A newer format is permanent. All other failures are retried.
      const isNewer = error instanceof OperatorError && !(error instanceof UnusableFile);
      if (!isNewer && this.contents.get(file) === loading) this.contents.delete(file);
      throw error;
    }
  }

  async #textsOf(file: string): Promise<SharedTexts> {
    if (this.written?.file === file) return this.written.texts;
    const known = this.texts.get(file);
    if (known) return known;
    const loading = this.contentOf(file).then((content) => readTexts(this.pathOf(file), content));
    this.texts.set(file, loading);
    try {
      return await loading;
    } catch (error) {
      if (this.texts.peek(file) === loading) this.texts.delete(file);
      throw error;
    }
  }

  protected report(problem: string): void {
    if (this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.parts.onProblem(problem);
  }

  protected pathOf(file: string): string {
    return join(this.folder, file);
  }
}

/** Names of the files of kept receipts in a data directory, oldest first. */
export function keptFiles(folder: string): readonly string[] {
  const kept = join(folder, KEPT_RECEIPTS);
  return existsSync(kept) ? readdirSync(kept).filter(isKeptFile).toSorted() : [];
}

export function fileOf(at: Millis): string {
  return `${formatDatetime(at).slice(0, 7)}.log`;
}

/** The tick at 00:00 is the last of its day, so its head is the head of the day. */
function isEndOfDay(slot: Millis | undefined): boolean {
  return slot !== undefined && slot === dayOfTick(slot) + DAY_MS;
}

/** The same receipt with a proof that leads to the head of its day. */
export function withDayHead(receipt: object, { head, day }: DayPart): object {
  const { proof } = receipt as { readonly proof?: object };
  if (!proof) return receipt;
  const { head: _head, day: _day, ...rest } = proof as Readonly<Record<string, unknown>>;
  return { ...receipt, proof: { ...rest, head, ...(day && { day }) } };
}
