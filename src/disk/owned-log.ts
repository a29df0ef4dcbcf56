import { join } from 'node:path';
import { OperatorError } from '../core/errors.ts';
import type { AppendShared } from '../core/numbers/append-shared.ts';
import { LineLog, type LogContent } from './line-log.ts';
import type { Quarantine } from './quarantine.ts';

/** What a log in the data directory needs from the process that owns the directory. */
export interface OwnedLogParts {
  readonly folder: string;
  readonly quarantine: Pick<Quarantine, 'copy'>;
  /** Called with each problem found in the log. */
  readonly onProblem: (problem: string) => void;
  /** Set if the file is the copy of a log that several nodes share. */
  readonly share?: AppendShared | undefined;
}

/** Opens the log. An end that is not an unfinished line is copied to quarantine before it is cut off. */
export function openOwnedLog(
  { folder, quarantine, share }: Omit<OwnedLogParts, 'onProblem'>,
  file: string,
): Promise<{ readonly log: LineLog; readonly content: LogContent }> {
  const path = join(folder, file);
  const onDoubt = (reason: string) => quarantine.copy(path, reason);
  return LineLog.open(path, onDoubt, share).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be used: ${(error as Error).message}`);
  });
}
