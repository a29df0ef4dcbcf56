import type { Millis } from '../../core/time.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import type { OnDamage } from './damage.ts';
import type { JournalDisk } from './journal/journal-disk.ts';

export interface EmbeddedHistoryOptions {
  /** A folder of the store's own, in which one process opens it. */
  readonly folder: string;
  /** What older reads may ask for; whole days beyond it, and a day more, are unlinked as new ones come. */
  readonly windowMs: Millis;
  readonly onDamage: OnDamage;
  /** Sealing did not succeed, such as on a full disk: nothing is lost, and it is tried again with the next tick. */
  readonly onSealingFailure: (error: Error) => void;
  /** Where doubtful files go; by default a folder in the store's own. */
  readonly quarantine?: Quarantine;
  /** Told of segment files that count again though the journal had lost them. */
  readonly onAdopted?: (path: string) => void;
  /** Where less is left on the disk, nothing is stored any more. */
  readonly reserveBytes?: number;
  /** What is left on the disk; asked before each write. */
  readonly freeBytes?: () => number;
  /** How large a file of the journal gets before the next one is begun. */
  readonly journalFileBytes?: number;
  /** For tests: told before each step of sealing; where it throws, sealing stops there as in a crash. */
  readonly onSealingStep?: (step: string) => void | Promise<void>;
  /** For tests: what the journal writes to. */
  readonly journalDisk?: JournalDisk;
}
