import { resolve } from 'node:path';
import type { Clock } from '../../../core/clocks/clock.ts';
import { sendCommand } from '../../directory/control-socket.ts';
import { runCommand } from '../control/admin-access.ts';
import type { AddedCommand } from '../control/admin.ts';
import { BACKUP_DONE, VERIFY_DONE, type Maintenance } from './maintenance.ts';

/** For the owner of a directory. */
export function maintenanceCommands(
  maintenance: Maintenance,
  clock: Clock,
): [name: string, command: AddedCommand][] {
  return [
    [BACKUP_DONE, async () => maintenance.recordBackup(clock.now())],
    [
      VERIFY_DONE,
      async ({ isSound, isWhole }) =>
        maintenance.recordVerification(clock.now(), { isSound: isSound === true, isWhole: isWhole === true }),
    ],
  ];
}

/** Records a complete backup. Returns a note for the operator if that is impossible, which does not affect the backup. */
export async function recordBackup(data: string, clock: Clock): Promise<string | undefined> {
  try {
    await runCommand(data, clock, { command: BACKUP_DONE, arguments: {} });
    return undefined;
  } catch (error) {
    const why = (error as Error).message;
    return `the backup is complete, but tidemark_backup_timestamp_seconds does not show it: ${why}`;
  }
}

/**
 * Tells a running service how a verification of its directory ended. Without one it does nothing: `verify` only reads.
 * Failures are ignored: an older service does not know the command, and another user may not send it.
 */
export async function reportVerification(
  data: string,
  outcome: { readonly isSound: boolean; readonly isWhole: boolean },
): Promise<void> {
  const request = { command: VERIFY_DONE, arguments: { ...outcome } };
  await sendCommand(resolve(data), request).catch(() => undefined);
}
