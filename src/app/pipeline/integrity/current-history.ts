import type { IntegrityKey } from '../../../../sdk/src/verify/verify-head.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { Millis } from '../../../core/time.ts';
import { hashRecord } from '../../../engine/record/tick-record.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { readRecord } from '../../../values/receipts/stored-record.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import { historyBackend } from '../../directory/backends.ts';
import { refuseWithoutStore } from '../../directory/store-node.ts';
import { existingDirectory, identityOf } from '../../directory/data-directory.ts';
import { sha256 } from '../../process/sha256.ts';
import type { CurrentHistory } from './check-witnesses.ts';
import { readHeads } from './head-log.ts';
import { keyOf, readTimestamps } from './timestamp/timestamp-log.ts';
import { headKeys } from './verify-heads.ts';

export interface CurrentHistoryParts {
  readonly data: string;
  /** If history and keys are not in the directory. */
  readonly store?: ServerAddress | undefined;
  /** Called with each problem of the log of heads. */
  readonly onProblem: (problem: string) => void;
}

/** The history of a data directory, also beside the service that runs on it. Changes nothing. */
export async function withCurrentHistory<T>(
  { data, store, onProblem }: CurrentHistoryParts,
  use: (current: CurrentHistory) => Promise<T>,
): Promise<T> {
  const folder = existingDirectory(data);
  if (!identityOf(folder)) throw new OperatorError(`${folder} has never been served: it has no heads`);
  refuseWithoutStore(folder, store);
  const { heads: dayHeads, problems } = readHeads(folder);
  const stamped = readTimestamps(folder);
  for (const problem of [...problems, ...stamped.problems]) onProblem(problem);
  const tokens = new Map(stamped.timestamps.map((each) => [keyOf(each), each.token]));
  const keys = (await headKeys(folder, store)) as readonly IntegrityKey[];
  const backend = await historyBackend(folder, store);
  const history = await backend.openReader(({ file }) => onProblem(`${file} is damaged`));
  try {
    return await use({
      keys,
      dayHeads,
      recordHashAt: (slot) => recordHashAt(history, slot),
      timestampToken: (head) => tokens.get(keyOf(head)),
    });
  } finally {
    await history.close();
  }
}

async function recordHashAt(
  history: Pick<HistoryReader, 'records'>,
  slot: Millis,
): Promise<string | undefined> {
  for await (const { record } of history.records(slot, slot)) {
    const own = readRecord(record);
    // A record that cannot be read is not the one that was signed.
    return own ? hashRecord(own, sha256) : 'unreadable';
  }
  return undefined;
}
