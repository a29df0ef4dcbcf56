import { join } from 'node:path';
import type { Share } from '../../../../core/numbers/share.ts';
import { instantIn, objectIn } from '../../../../core/text/json-line.ts';
import { formatDatetime, type Millis } from '../../../../core/time.ts';
import { isHeader, LineLog, type LogContent } from '../../../../disk/line-log.ts';
import { refuseNewerFormat } from '../../../../disk/file-format.ts';
import type { Quarantine } from '../../../../disk/quarantine.ts';

export const TIMESTAMP_FILE = 'integrity-timestamps.log';
const FORMAT = 1;

/** An RFC 3161 token over the text of a day's head. */
export interface HeadTimestamp {
  readonly slot: Millis;
  readonly recordHash: string;
  /** DER, in base64. */
  readonly token: string;
}

export interface TimestampLines {
  readonly timestamps: readonly HeadTimestamp[];
  /** What is damaged, each in a sentence. */
  readonly problems: readonly string[];
}

export function headerLine(): string {
  return JSON.stringify({ format: FORMAT });
}

function timestampLine({ slot, recordHash, token }: HeadTimestamp): string {
  return JSON.stringify({ slot: formatDatetime(slot), recordHash, token });
}

/** Rejects a newer format. */
export function readTimestampLines(
  { lines, damagedLines }: Pick<LogContent, 'lines' | 'damagedLines'>,
  folder: string,
): TimestampLines {
  const timestamps: HeadTimestamp[] = [];
  const problems = damagedLines.map((line) => `line ${line} of ${TIMESTAMP_FILE} is damaged`);
  for (const line of lines) {
    const { format, ...members } = objectIn(line);
    refuseNewerFormat(join(folder, TIMESTAMP_FILE), format, FORMAT);
    if (isHeader(line)) continue;
    const timestamp = timestampOf(members);
    if (timestamp) timestamps.push(timestamp);
    else problems.push(`${TIMESTAMP_FILE} has a line that is not a timestamp`);
  }
  return { timestamps, problems };
}

function timestampOf({
  slot,
  recordHash,
  token,
}: Readonly<Record<string, unknown>>): HeadTimestamp | undefined {
  const at = instantIn(slot);
  if (at === undefined || typeof recordHash !== 'string' || typeof token !== 'string') return undefined;
  return { slot: at, recordHash, token };
}

/** What a directory holds of them, also beside its owner. */
export function readTimestamps(folder: string): TimestampLines {
  const content = LineLog.read(join(folder, TIMESTAMP_FILE));
  return content ? readTimestampLines(content, folder) : { timestamps: [], problems: [] };
}

export interface TimestampLogParts {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly quarantine: Pick<Quarantine, 'copy'>;
  /** Called with each damage. */
  readonly onProblem: (problem: string) => void;
  /** If the file is the copy of a shared log. */
  readonly share?: Share | undefined;
}

/** `integrity-timestamps.log`: the tokens of heads. Only the owner of the directory opens it. There is no file before the first token. */
export class TimestampLog {
  readonly #parts: TimestampLogParts;
  readonly #tokens: Map<string, string>;
  #log: LineLog | undefined;
  #hasHeader = false;

  private constructor(parts: TimestampLogParts, timestamps: readonly HeadTimestamp[]) {
    this.#parts = parts;
    this.#tokens = new Map(timestamps.map((each) => [keyOf(each), each.token]));
  }

  static async open(parts: TimestampLogParts): Promise<TimestampLog> {
    const { folder, onProblem } = parts;
    const { timestamps, problems } = readTimestamps(folder);
    for (const problem of problems) onProblem(problem);
    return new TimestampLog(parts, timestamps);
  }

  /** The token of a head; undefined if it has none. */
  tokenOf(head: Pick<HeadTimestamp, 'slot' | 'recordHash'>): string | undefined {
    return this.#tokens.get(keyOf(head));
  }

  /** Durable when it resolves. One call at a time. */
  async append(timestamp: HeadTimestamp): Promise<void> {
    this.#log ??= await this.#open();
    await this.#log.append([timestampLine(timestamp)], this.#hasHeader ? [] : [headerLine()]);
    this.#hasHeader = true;
    this.#tokens.set(keyOf(timestamp), timestamp.token);
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }

  async #open(): Promise<LineLog> {
    const { folder, quarantine, share } = this.#parts;
    const path = join(folder, TIMESTAMP_FILE);
    const onDoubt = (reason: string) => quarantine.copy(path, reason);
    const { log, content } = await LineLog.open(path, onDoubt, share);
    this.#hasHeader = content.lines.length > 0;
    return log;
  }
}

export function keyOf({ slot, recordHash }: Pick<HeadTimestamp, 'slot' | 'recordHash'>): string {
  return `${slot} ${recordHash}`;
}
