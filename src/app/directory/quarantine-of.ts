import { join } from 'node:path';
import { SystemClock } from '../../core/clocks/clock.ts';
import { Quarantine, type QuarantinedFile } from '../../disk/quarantine.ts';
import { QUARANTINE } from './data-format.ts';

export function quarantineOf(folder: string, onQuarantined?: (taken: QuarantinedFile) => void): Quarantine {
  return new Quarantine({
    folder: join(folder, QUARANTINE),
    root: folder,
    clock: new SystemClock(),
    onQuarantined,
  });
}
