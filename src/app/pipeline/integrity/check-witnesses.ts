import type { ServerAddress } from '../../config/server-address.ts';
import { verifyHead, type IntegrityKey } from '../../../../sdk/src/verify/verify-head.ts';
import { servedHead, type SignedHead } from '../../../core/integrity-head.ts';
import { dayOfTick, type Millis } from '../../../core/time.ts';
import type { Witness } from './witness.ts';
import { OperatorError } from '../../../core/errors.ts';
import { hashRecord } from '../../../engine/record/tick-record.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { readRecord } from '../../../values/receipts/stored-record.ts';
import { historyBackend } from '../../directory/backends.ts';
import { refuseWithoutStore } from '../../directory/store-node.ts';
import { existingDirectory, identityOf } from '../../directory/data-directory.ts';
import { sha256 } from '../../process/sha256.ts';
import { readHeads } from './head-log.ts';
import { keyOf, readTimestamps } from './timestamp/timestamp-log.ts';
import { headKeys } from './verify-heads.ts';

/**
 * `confirmed`: the history has the record that the witness names. `rewritten`: the witness is signed with a key of the service, and
 * the history has another record or another head of that day. `missing`: it is signed, and the history has nothing there.
 * `unknown-key`: it is signed with a key that the service does not show. `forged`: its signature does not match.
 * `not-shown`: only the data directory can tell.
 */
export type WitnessOutcome = 'confirmed' | 'rewritten' | 'missing' | 'unknown-key' | 'forged' | 'not-shown';

/** The history as a service or its data directory shows it today. */
export interface CurrentHistory {
  readonly keys: readonly IntegrityKey[];
  /** Heads of complete days, oldest first. */
  readonly dayHeads: readonly SignedHead[];
  /** The hash of the record of a tick; undefined if it has none. Absent if records cannot be read, as with a service. */
  readonly recordHashAt?: (slot: Millis) => Promise<string | undefined>;
  /** The RFC 3161 token of a head (DER, base64), if there is one. */
  readonly timestampToken: (head: SignedHead) => string | undefined;
}

export interface CheckedWitness {
  readonly witness: Witness;
  readonly outcome: WitnessOutcome;
  /** The record hash that the history has instead of the witnessed one. */
  readonly currentHash?: string | undefined;
}

/** Compares a head that an outsider has saved with the history that the operator shows today. */
export async function checkWitness(witness: Witness, current: CurrentHistory): Promise<CheckedWitness> {
  const { head, publicKey } = witness;
  const known = current.keys.find(({ kid }) => kid === head.keyId);
  const key = publicKey === undefined ? known : { kid: head.keyId, x: publicKey };
  if (!key) return { witness, outcome: 'unknown-key' };
  const { isRight } = await verifyHead(servedHead(head), { keys: [key] });
  if (!isRight) return { witness, outcome: 'forged' };
  if (known?.x !== key.x) return { witness, outcome: 'unknown-key' };
  return { witness, ...(await compared(head, current)) };
}

async function compared(
  { slot, recordHash }: SignedHead,
  { dayHeads, recordHashAt }: CurrentHistory,
): Promise<Pick<CheckedWitness, 'outcome' | 'currentHash'>> {
  const stored = await recordHashAt?.(slot);
  const ofDay = dayHeads.find((each) => dayOfTick(each.slot) === dayOfTick(slot));
  const ofSlot = ofDay?.slot === slot ? ofDay.recordHash : undefined;
  const other = [stored, ofSlot].find((hash) => hash !== undefined && hash !== recordHash);
  if (other !== undefined) return { outcome: 'rewritten', currentHash: other };
  if (stored !== undefined || ofSlot !== undefined) return { outcome: 'confirmed' };
  // A day ends with its last tick: a head of a later tick means that the end of the day was removed.
  if (ofDay && ofDay.slot < slot) return { outcome: 'rewritten', currentHash: ofDay.recordHash };
  // A service shows heads of complete days only.
  const isShown = recordHashAt !== undefined || (!ofDay && slot < (dayHeads.at(-1)?.slot ?? -Infinity));
  return { outcome: isShown ? 'missing' : 'not-shown' };
}

interface CurrentHistoryParts {
  readonly data: string;
  /** Set if history and keys are not in the directory. */
  readonly store?: ServerAddress | undefined;
  /** Called with each problem of the log of heads. */
  readonly onProblem: (problem: string) => void;
}

/** Reads the history of a data directory, also while a service runs on it. Changes nothing. */
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
