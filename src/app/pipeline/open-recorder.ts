import { DiskBudget } from '../../history/inputs/disk-space.ts';
import { FileInputStore } from '../../history/inputs/file-input-store.ts';
import { HeldHours } from '../../history/inputs/held-hours.ts';
import { isTemporaryName } from '../directory/temporary-name.ts';
import { InputRecorder, type RecordingEvent } from './input-recorder.ts';
import type { InputSettings } from './pipeline-messages.ts';
import { say } from './say.ts';

/** Where less is left on the disk, inputs are no longer recorded: history, which goes on, keeps 200 MiB for itself. */
const DISK_RESERVE_BYTES = 300 * 2 ** 20;

/** Records inputs within what the disk has left for them; what happens to them is said to the serving thread. */
export function openRecorder({
  folder,
  keepMs,
  limitedFolder,
  heldHours,
  ...limits
}: InputSettings): InputRecorder {
  const onEvent = (event: RecordingEvent) => say({ kind: 'inputs', event });
  const space = new DiskBudget({
    folder: limitedFolder,
    isLeftOut: isTemporaryName,
    maxBytes: limits.maxBytes,
    leaveBytes: limits.leaveBytes,
    reserveBytes: DISK_RESERVE_BYTES,
  });
  const held = heldHours && new HeldHours(heldHours);
  return new InputRecorder(FileInputStore.open({ folder, keepMs, space, held, onEvent }), onEvent);
}
