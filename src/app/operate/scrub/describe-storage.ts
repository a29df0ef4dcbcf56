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
    /** End of the last complete check; absent before the first. */
    readonly lastCheck?: string;
  };
  /** Published ticks that history has lost, with the last ranges; absent if none are known. */
  readonly lostTicks?: {
    readonly ticks: number;
    readonly newest: readonly { readonly from: string; readonly to: string; readonly foundAt: string }[];
  };
  readonly quarantine: {
    readonly files: number;
    /** The newest files: their former paths, and why they were moved. */
    readonly newest: readonly { readonly from: string; readonly at: string; readonly reason: string }[];
  };
}

const MAX_NAMED = 20;

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
        newest: lost.slice(-MAX_NAMED).map(({ from, to, foundAt }) => ({
          from: formatDatetime(from),
          to: formatDatetime(to),
          foundAt: formatDatetime(foundAt),
        })),
      },
    }),
    damage: {
      blocks: damage.length,
      files: [...new Set(damage.map(({ file }) => file))].slice(0, MAX_NAMED),
      ...(lastPassAt !== undefined && { lastCheck: formatDatetime(lastPassAt) }),
    },
    quarantine: {
      files: quarantined.length,
      newest: quarantined.slice(-MAX_NAMED).map(({ from, at, reason }) => ({ from, at, reason })),
    },
  };
}

function knownIn(folder: string): KnownDamage {
  const { damage, lastPassAt } = new ScrubFile(folder).read();
  return { damage, lastPassAt };
}
