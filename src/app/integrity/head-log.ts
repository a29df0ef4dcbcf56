import { join } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import type { HeadReader, SignedHead } from '../../core/integrity-head.ts';
import { formatDatetime, parseDatetime } from '../../core/time.ts';
import { LineLog } from '../../disk/line-log.ts';
import type { Quarantine } from '../../disk/quarantine.ts';

export const HEAD_FILE = 'integrity-heads.log';
const FORMAT = 1;

/** `integrity-heads.log`: the signed head of the last tick of each day, for ever. Only for the owner of the directory. */
export class HeadLog implements HeadReader {
  readonly #log: LineLog;
  readonly #heads: SignedHead[];

  private constructor(log: LineLog, heads: readonly SignedHead[]) {
    this.#log = log;
    this.#heads = [...heads];
  }

  static async open(folder: string, quarantine: Pick<Quarantine, 'copy'>): Promise<HeadLog> {
    const path = join(folder, HEAD_FILE);
    const { log, content } = await LineLog.open(path, (reason) => quarantine.copy(path, reason)).catch(
      (error: unknown) => {
        throw new OperatorError(`${path} cannot be used: ${(error as Error).message}`);
      },
    );
    try {
      const heads = headsIn(content.lines, path);
      if (content.lines.length === 0) await log.append([JSON.stringify({ format: FORMAT })]);
      return new HeadLog(log, heads);
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** In the order of time. */
  async heads(): Promise<readonly SignedHead[]> {
    return this.#heads;
  }

  /** The newest; undefined before the first. */
  get last(): SignedHead | undefined {
    return this.#heads.at(-1);
  }

  async append(head: SignedHead): Promise<void> {
    await this.#log.append([JSON.stringify(headJson(head))]);
    this.#heads.push(head);
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

/** What a directory holds of them, for reading beside its owner. Damaged lines are left out; the check of storage names them. */
export function readHeads(folder: string): readonly SignedHead[] {
  const path = join(folder, HEAD_FILE);
  return headsIn(LineLog.read(path)?.lines ?? [], path);
}

export function headJson({ slot, ...head }: SignedHead) {
  return { slot: formatDatetime(slot), ...head };
}

/** Undefined where it is none. */
export function headOf(value: unknown): SignedHead | undefined {
  const { slot, recordHash, keyId, signature } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const at = typeof slot === 'string' ? parseDatetime(slot) : undefined;
  const isHead =
    at !== undefined &&
    typeof recordHash === 'string' &&
    typeof keyId === 'string' &&
    typeof signature === 'string';
  return isHead ? { slot: at, recordHash, keyId, signature } : undefined;
}

function headsIn(lines: readonly string[], path: string): SignedHead[] {
  const values = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  for (const { format } of values)
    if (typeof format === 'number' && format > FORMAT)
      throw new OperatorError(
        `${path} has format ${format}, this version knows ${FORMAT}: run the newer version that wrote it`,
      );
  return values.flatMap((value) => headOf(value) ?? []);
}
