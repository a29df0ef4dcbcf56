import type { Millis } from '../../core/time.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import type { OnDamage } from './damage.ts';
import type { JournalDisk } from './journal/journal-disk.ts';

export interface EmbeddedHistoryOptions {
  /** A folder for this store alone, which only one process opens. */
  readonly folder: string;
  /** The maximum age of reads. As new days arrive, whole days older than this, plus one day, are unlinked. */
  readonly windowMs: Millis;
  readonly onDamage: OnDamage;
  /** Called if sealing fails, for example on a full disk: nothing is lost, and it is retried with the next tick. */
  readonly onSealingFailure: (error: Error) => void;
  /** The destination of suspect files; by default a folder within the store's own. */
  readonly quarantine?: Quarantine;
  /** Called for segment files that are used again although the journal had lost them. */
  readonly onAdopted?: (path: string) => void;
  /** If less than this is free on the disk, nothing more is stored. */
  readonly reserveBytes?: number;
  /** The free space on the disk; called before each write. */
  readonly freeBytes?: () => number;
  /** The size at which a journal file is followed by a new one. */
  readonly journalFileBytes?: number;
  /** For tests: called before each step of sealing. If it throws, sealing stops there as in a crash. */
  readonly onSealingStep?: (step: string) => void | Promise<void>;
  /** For tests: the disk that the journal writes to. */
  readonly journalDisk?: JournalDisk;
}
