import { join } from 'node:path';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { quarantinedIn } from '../../../disk/quarantine.ts';
import type { StorageDamage } from '../../../history/scrub/finding.ts';
import { QUARANTINE } from '../../directory/data-format.ts';
import { lostSlots, readLostTicks } from '../../directory/health/lost-ticks.ts';
import { ScrubFile } from '../../../history/scrub/scrub-file.ts';

export interface StorageStatus {
  readonly damage: {
    /** Blocks, records and files that are known to be damaged. */
    readonly blocks: number;
    readonly files: readonly string[];
    /** When everything had been checked; absent before that. */
    readonly lastCheck?: string;
  };
  /** Published ticks that history has lost, the last spans; absent where none is known. */
  readonly lostTicks?: {
    readonly ticks: number;
    readonly newest: readonly { readonly from: string; readonly to: string; readonly foundAt: string }[];
  };
  readonly quarantine: {
    readonly files: number;
    /** Where they were and why they were set aside, the last ones. */
    readonly newest: readonly { readonly from: string; readonly at: string; readonly reason: string }[];
  };
}

const MOST_NAMED = 20;

export interface KnownDamage {
  readonly damage: readonly StorageDamage[];
  readonly lastPassAt: Millis | undefined;
}

export function describeStorage(folder: string, known: KnownDamage = knownIn(folder)): StorageStatus {
  const { damage, lastPassAt } = known;
  const quarantined = quarantinedIn(join(folder, QUARANTINE));
  const lost = readLostTicks(folder);
  return {
    ...(lost.length > 0 && {
      lostTicks: {
        ticks: lostSlots(lost),
        newest: lost.slice(-MOST_NAMED).map(({ from, to, foundAt }) => ({
          from: formatDatetime(from),
          to: formatDatetime(to),
          foundAt: formatDatetime(foundAt),
        })),
      },
    }),
    damage: {
      blocks: damage.length,
      files: [...new Set(damage.map(({ file }) => file))].slice(0, MOST_NAMED),
      ...(lastPassAt !== undefined && { lastCheck: formatDatetime(lastPassAt) }),
    },
    quarantine: {
      files: quarantined.length,
      newest: quarantined.slice(-MOST_NAMED).map(({ from, at, reason }) => ({ from, at, reason })),
    },
  };
}

function knownIn(folder: string): KnownDamage {
  const { damage, lastPassAt } = new ScrubFile(folder).read();
  return { damage, lastPassAt };
}
