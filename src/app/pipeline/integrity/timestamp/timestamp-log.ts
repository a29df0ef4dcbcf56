import { join } from 'node:path';
import { parseInstant, parseObjectLine } from '../../../../core/text/json-line.ts';
import { formatDatetime, type Millis } from '../../../../core/time.ts';
import { isHeader, LineLog, type LogContent } from '../../../../disk/line-log.ts';
import { rejectNewerFormat } from '../../../../disk/file-format.ts';
import { openOwnedLog, type OwnedLogParts } from '../../../../disk/owned-log.ts';

export const TIMESTAMP_FILE = 'integrity-timestamps.log';
const FORMAT = 1;

/** An RFC 3161 token over the text of a day's head. */
export interface HeadTimestamp {
  readonly slot: Millis;
  readonly recordHash: string;
  readonly token: string;
}

interface TimestampLines {
  readonly timestamps: readonly HeadTimestamp[];
  readonly problems: readonly string[];
}

export function timestampLogHeader(): string {
  return JSON.stringify({ format: FORMAT });
}

function timestampLine({ slot, recordHash, token }: HeadTimestamp): string {
  return JSON.stringify({ slot: formatDatetime(slot), recordHash, token });
}

function readTimestampLines(
  { lines, damagedLines }: Pick<LogContent, 'lines' | 'damagedLines'>,
  folder: string,
): TimestampLines {
  const timestamps: HeadTimestamp[] = [];
  const problems = damagedLines.map((line) => `line ${line} of ${TIMESTAMP_FILE} is damaged`);
  for (const line of lines) {
    const { format, ...members } = parseObjectLine(line);
    rejectNewerFormat(join(folder, TIMESTAMP_FILE), format, FORMAT);
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
  const at = parseInstant(slot);
  if (at === undefined || typeof recordHash !== 'string' || typeof token !== 'string') return undefined;
  return { slot: at, recordHash, token };
}

/** Reads the timestamps of a directory, also while its owner runs. */
export function readTimestamps(folder: string): TimestampLines {
  const content = LineLog.read(join(folder, TIMESTAMP_FILE));
  return content ? readTimestampLines(content, folder) : { timestamps: [], problems: [] };
}

/** `integrity-timestamps.log`: the tokens of heads. Only the owner of the directory opens it. There is no file before the first token. */
export class TimestampLog {
  readonly #parts: OwnedLogParts;
  readonly #tokens: Map<string, string>;
  #log: LineLog | undefined;
  #hasHeader = false;

  private constructor(parts: OwnedLogParts, timestamps: readonly HeadTimestamp[]) {
    this.#parts = parts;
    this.#tokens = new Map(timestamps.map((each) => [keyOf(each), each.token]));
  }

  static async open(parts: OwnedLogParts): Promise<TimestampLog> {
    const { folder, onProblem } = parts;
    const { timestamps, problems } = readTimestamps(folder);
    for (const problem of problems) onProblem(problem);
    return new TimestampLog(parts, timestamps);
  }

  tokenOf(head: Pick<HeadTimestamp, 'slot' | 'recordHash'>): string | undefined {
    return this.#tokens.get(keyOf(head));
  }

  /** Durable when it resolves. One call at a time. */
  async append(timestamp: HeadTimestamp): Promise<void> {
    this.#log ??= await this.#open();
    await this.#log.append([timestampLine(timestamp)], this.#hasHeader ? [] : [timestampLogHeader()]);
    this.#hasHeader = true;
    this.#tokens.set(keyOf(timestamp), timestamp.token);
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }

  async #open(): Promise<LineLog> {
    const { log, content } = await openOwnedLog(this.#parts, TIMESTAMP_FILE);
    this.#hasHeader = content.lines.length > 0;
    return log;
  }
}

export function keyOf({ slot, recordHash }: Pick<HeadTimestamp, 'slot' | 'recordHash'>): string {
  return `${slot} ${recordHash}`;
}
