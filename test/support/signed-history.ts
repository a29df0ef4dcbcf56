import { pino } from 'pino';
import { claimIdentity } from '../../src/app/directory/data-directory.ts';
import { HeadKeeper } from '../../src/app/pipeline/integrity/head-keeper.ts';
import { HeadLog } from '../../src/app/pipeline/integrity/head-log.ts';
import { sha256 } from '../../src/app/process/sha256.ts';
import { KeyFile } from '../../src/auth/key-file.ts';
import { SigningKeys } from '../../src/auth/signing-keys.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { hashRecord, type TickRecord } from '../../src/engine/record/tick-record.ts';
import { sliceAt } from './history-values.ts';
import { ManualClock } from './manual-clock.ts';
import { IDENTITY, openStored } from './stored-world.ts';
import { SIMULATOR } from '../../src/simulator/definition.ts';

/** The end of the first day. */
export const FIRST_MIDNIGHT: Millis = Date.parse('2026-02-28T00:00:00Z');

export interface SignedHistory {
  /** Number of days that have ended. */
  readonly days: number;
  /** Part of each record from this tick on: another text makes another history. */
  readonly input?: string;
  readonly inputFrom?: Millis;
}

/** Slots of the ticks: two before and one after each midnight. */
function slots(days: number): Millis[] {
  return Array.from({ length: days }, (_, day) => FIRST_MIDNIGHT + day * DAY_MS).flatMap((midnight) => [
    midnight - SLOT_MS,
    midnight,
    midnight + SLOT_MS,
  ]);
}

/**
 * Writes history with records, and the heads of its days, signed with the key of the folder, which is created if
 * missing.
 */
export async function writeSignedHistory(
  folder: string,
  { days, input = 'ab'.repeat(32), inputFrom = 0 }: SignedHistory,
): Promise<void> {
  claimIdentity(folder, IDENTITY, SIMULATOR);
  const clock = new ManualClock(FIRST_MIDNIGHT);
  const keys = await SigningKeys.open(new KeyFile(folder, 'integrity-keys.json'), clock, Infinity);
  const quarantine = {
    copy: (path: string) => {
      throw new Error(`${path} was rejected`);
    },
  };
  const heads = await HeadLog.open({ folder, quarantine });
  const bus = { publish: async () => {} };
  const keeper = new HeadKeeper({ keys, heads, bus, log: pino({ level: 'silent' }) });
  const history = await openStored(folder);
  let previous = '';
  for (const at of slots(days)) {
    const hash = 'ab'.repeat(32);
    const own = at >= inputFrom ? input : hash;
    const members = { methodology: '1', reference: hash, input: own, state: hash, output: hash };
    const record: TickRecord = { at, ...members, previous };
    previous = hashRecord(record, sha256);
    const bytes = Buffer.from(JSON.stringify(record));
    await history.append({ ...sliceAt(at), record: bytes });
    await keeper.published(at, bytes);
  }
  await history.close();
  await heads.close();
}
