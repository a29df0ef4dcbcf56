import { join } from 'node:path';
import { SerialQueue } from '../../core/async/serial-queue.ts';
import { isObject } from '../../core/text/is-object.ts';
import { isHeader, LineLog } from '../../disk/line-log.ts';
import { openOwnedLog, type OwnedLogParts } from '../../disk/owned-log.ts';
import { rejectNewerFormat } from '../../disk/file-format.ts';
import { AlertRecords } from './alert-records.ts';
import type { AlertChange, AlertReader, AlertStore, Decision } from './alert-store.ts';
import { EndpointFile } from './endpoint-file.ts';

export const ALERT_FILE = 'alerts.log';
const FORMAT = 1;
const HEADER = JSON.stringify({ format: FORMAT });
/** The file is written anew when it has this many obsolete lines. */
const MAX_OBSOLETE_LINES = 5000;

type FileParts = Omit<OwnedLogParts, 'share'>;

/** `alerts.log` and `alert-endpoints.json` of a data directory. Only the owner of the directory opens them. */
export class AlertFile implements AlertStore {
  readonly #parts: FileParts;
  readonly #records: AlertRecords;
  readonly #endpoints: EndpointFile;
  readonly #queue = new SerialQueue();
  /** Undefined after the file was written anew, until the next commit. */
  #log: LineLog | undefined;
  #lines: number;

  private constructor(
    parts: FileParts,
    log: LineLog,
    { records, lines }: { readonly records: AlertRecords; readonly lines: number },
  ) {
    this.#parts = parts;
    this.#log = log;
    this.#records = records;
    this.#lines = lines;
    this.#endpoints = new EndpointFile(parts.folder);
  }

  static async open(parts: FileParts): Promise<AlertFile> {
    const endpoints = new EndpointFile(parts.folder).read();
    const { log, content } = await openOwnedLog(parts, ALERT_FILE);
    try {
      if (content.damagedLines.length > 0)
        parts.onProblem(
          `${ALERT_FILE}: damaged lines are left out (${shownLines(content.damagedLines)}); alerts or deliveries in them are lost`,
        );
      const records = recordsIn(content.lines, parts.folder);
      for (const endpoint of endpoints) records.apply({ put: 'endpoint', endpoint });
      records.resetDropped();
      const file = new AlertFile(parts, log, { records, lines: content.lines.length });
      await file.#queue.run(() => file.#compact());
      return file;
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  get records(): AlertReader {
    return this.#records;
  }

  async refresh(): Promise<void> {}

  commit<T>(decide: (records: AlertReader) => Decision<T>): Promise<T> {
    return this.#queue.run(async () => {
      const { changes, result } = decide(this.#records);
      if (changes.length > 0) await this.#commit(changes);
      return result;
    });
  }

  async close(): Promise<void> {
    await this.#queue.run(() => this.#log?.close());
  }

  /** A message is durable before the endpoint that it is for disappears, and after it appears. */
  async #commit(changes: readonly AlertChange[]): Promise<void> {
    const ofEndpoints = changes.filter(isOfEndpoint);
    const others = changes.filter((change) => !isOfEndpoint(change));
    const removes = ofEndpoints.some((change) => 'remove' in change);
    if (ofEndpoints.length > 0 && !removes) this.#writeEndpoints(ofEndpoints);
    if (others.length > 0) {
      const lines = others.map((change) => JSON.stringify(change));
      const before = this.#lines === 0 ? [HEADER] : [];
      this.#log ??= (await openOwnedLog(this.#parts, ALERT_FILE)).log;
      await this.#log.append(lines, before);
      this.#lines += before.length + lines.length;
    }
    if (removes) this.#writeEndpoints(ofEndpoints);
    for (const change of changes) this.#records.apply(change);
    await this.#compact();
  }

  #writeEndpoints(changes: readonly AlertChange[]): void {
    const endpoints = new Map([...this.#records.endpoints()].map((endpoint) => [endpoint.id, endpoint]));
    for (const change of changes) {
      if ('remove' in change) endpoints.delete(change.id);
      else if (change.put === 'endpoint') endpoints.set(change.endpoint.id, change.endpoint);
    }
    this.#endpoints.write([...endpoints.values()]);
  }

  /** A failure changes nothing: the longer file says the same. */
  async #compact(): Promise<void> {
    if (this.#lines - this.#records.size < MAX_OBSOLETE_LINES) return;
    const path = join(this.#parts.folder, ALERT_FILE);
    const lines = [HEADER, ...[...this.#records.changes()].map((change) => JSON.stringify(change))];
    try {
      LineLog.replace(path, lines);
    } catch {
      return;
    }
    // Its file has no name any more.
    const old = this.#log;
    this.#log = undefined;
    this.#lines = lines.length;
    await old?.close();
  }
}

const MAX_SHOWN_LINES = 5;

function shownLines(lines: readonly number[]): string {
  const others = lines.length - MAX_SHOWN_LINES;
  return lines.slice(0, MAX_SHOWN_LINES).join(', ') + (others > 0 ? ` and ${others} others` : '');
}

function isOfEndpoint(change: AlertChange): boolean {
  return 'remove' in change ? change.remove === 'endpoint' : change.put === 'endpoint';
}

/** What the lines of a log say. Throws an error for a newer format. */
export function recordsIn(lines: readonly string[], folder: string): AlertRecords {
  const records = new AlertRecords();
  for (const line of lines) applyLine(records, line, join(folder, ALERT_FILE));
  return records;
}

function applyLine(records: AlertRecords, line: string, path: string): void {
  const parsed: unknown = JSON.parse(line);
  if (isHeader(line)) rejectNewerFormat(path, (parsed as { readonly format: unknown }).format, FORMAT);
  else if (isObject(parsed)) records.apply(parsed as unknown as AlertChange);
}
