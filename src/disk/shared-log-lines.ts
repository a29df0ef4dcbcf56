import type { SharedLogCopyContent, SharedLogCopy } from './shared-log-copy.ts';
import { fileStamp } from './file-stamp.ts';
import { isHeader, LineLog } from './line-log.ts';
import { rejectNewerFormat } from './file-format.ts';
import { readFailureOf } from './read-failure.ts';

export interface SharedLogLinesOptions {
  readonly path: string;
  /** The header line that this version writes. */
  readonly header: string;
  /** Called before bytes are cut off that no crash can have left. */
  readonly onSuspectBytes: (reason: string) => void;
}

const NONE: SharedLogCopyContent = { records: 0, last: undefined, problem: undefined };

/** The local copy of a shared log of lines. A record is a line without its checksum. */
export class SharedLogLines implements SharedLogCopy {
  readonly #options: SharedLogLinesOptions;
  #log: LineLog | undefined;
  #stamp: string | undefined;
  #content = NONE;
  #hasHeader = false;

  constructor(options: SharedLogLinesOptions) {
    this.#options = options;
  }

  get path(): string {
    return this.#options.path;
  }

  async read(): Promise<SharedLogCopyContent> {
    const stamp = fileStamp(this.path);
    if (this.#log && stamp === this.#stamp) return this.#content;
    await this.close();
    if (stamp !== undefined) await this.#read();
    return this.#content;
  }

  async append(records: readonly Buffer[]): Promise<void> {
    this.#log ??= (await LineLog.open(this.path)).log;
    const lines = records.map((record) => record.toString('utf8'));
    await this.#log.append(lines, this.#hasHeader ? [] : [this.#options.header]);
    this.#hasHeader = true;
    this.#remember(this.#content.records + records.length, records.at(-1) ?? this.#content.last);
  }

  replace(records: readonly Buffer[]): void {
    const lines = records.map((record) => record.toString('utf8'));
    LineLog.replace(this.path, [this.#options.header, ...lines]);
  }

  async close(): Promise<void> {
    await this.#log?.close();
    this.#log = undefined;
    this.#stamp = undefined;
    this.#content = NONE;
    this.#hasHeader = false;
  }

  async #read(): Promise<void> {
    try {
      const { log, content } = await LineLog.open(this.path, this.#options.onSuspectBytes);
      this.#log = log;
      const [first] = content.lines;
      for (const line of content.lines) this.#refuseNewer(line);
      const records = content.lines.filter((line) => !isHeader(line));
      this.#hasHeader = first !== undefined;
      const last = records.at(-1);
      this.#remember(records.length, last === undefined ? undefined : Buffer.from(last), problemOf(content));
    } catch (error) {
      const problem = readFailureOf(error);
      if (problem === undefined) throw error;
      this.#content = { ...NONE, problem };
    }
  }

  #remember(records: number, last: Buffer | undefined, problem?: string): void {
    this.#content = { records, last, problem };
    this.#stamp = fileStamp(this.path);
  }

  #refuseNewer(line: string): void {
    const { path, header } = this.#options;
    if (isHeader(line)) rejectNewerFormat(path, formatIn(line), formatIn(header));
  }
}

function problemOf(content: {
  readonly lines: readonly string[];
  readonly damagedLines: readonly number[];
}): string | undefined {
  const { lines, damagedLines } = content;
  if (damagedLines.length > 0) return `damaged lines: ${damagedLines.length}`;
  if (lines.length > 0 && !isHeader(lines[0]!)) return 'its beginning is lost';
  return undefined;
}

function formatIn(header: string): number {
  return (JSON.parse(header) as { readonly format: number }).format;
}
