import { PAYLOADS_FOLDER } from '../../core/payloads-folder.ts';
import { DiskBudget } from '../../history/inputs/disk-space.ts';
import { isTemporaryName } from '../directory/temporary-name.ts';
import type { InputSettings } from './pipeline-messages.ts';

/** Inputs are not recorded if less is free. History continues down to 200 MiB. */
const DISK_RESERVE_BYTES = 300 * 2 ** 20;

export function inputBudget({
  limitedFolder,
  maxBytes,
  leaveBytes,
}: Pick<InputSettings, 'limitedFolder' | 'maxBytes' | 'leaveBytes'>): DiskBudget {
  return new DiskBudget({
    folder: limitedFolder,
    isExcluded: (name) => isTemporaryName(name) || name === PAYLOADS_FOLDER,
    maxBytes,
    historyReserveBytes: leaveBytes,
    reserveBytes: DISK_RESERVE_BYTES,
  });
}
