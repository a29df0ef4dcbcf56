import { join } from 'node:path';
import { isObject } from '../../../core/text/is-object.ts';
import type { Millis } from '../../../core/time.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';

export const MAINTENANCE_FILE = 'maintenance.json';
const FORMAT = 1;

/** Sent to the process that owns a directory, after a backup and after a verification. */
export const BACKUP_DONE = 'backup.done';
export const VERIFY_DONE = 'verify.done';

interface Verified {
  readonly at: Millis;
  readonly failed: boolean;
}

interface Done {
  readonly backupAt?: Millis;
  readonly verified?: Verified;
}

/** When `tidemark backup` and `tidemark verify` last finished on a data directory. Survives restarts. */
export class Maintenance {
  readonly #folder: string;
  #done: Done;

  /** A missing or damaged file means that neither has run. */
  constructor(folder: string) {
    this.#folder = folder;
    const content = readSealed(join(folder, MAINTENANCE_FILE), FORMAT);
    this.#done = typeof content === 'object' ? doneIn(content) : {};
  }

  get backupAt(): Millis | undefined {
    return this.#done.backupAt;
  }

  get verified(): Verified | undefined {
    return this.#done.verified;
  }

  recordBackup(at: Millis): void {
    this.#write({ ...this.#done, backupAt: at });
  }

  /** A failure stays until a verification of the whole directory succeeds. */
  recordVerification(
    at: Millis,
    { isSound, isWhole }: { readonly isSound: boolean; readonly isWhole: boolean },
  ): void {
    const failedBefore = this.#done.verified?.failed ?? false;
    const failed = !isSound || (failedBefore && !isWhole);
    this.#write({ ...this.#done, verified: { at, failed } });
  }

  #write(done: Done): void {
    writeFileDurably(join(this.#folder, MAINTENANCE_FILE), sealJson({ format: FORMAT, ...done }));
    this.#done = done;
  }
}

function doneIn({ backupAt, verified }: Readonly<Record<string, unknown>>): Done {
  return {
    ...(Number.isSafeInteger(backupAt) && { backupAt: backupAt as Millis }),
    ...(isObject(verified) &&
      Number.isSafeInteger(verified['at']) && {
        verified: { at: verified['at'] as Millis, failed: verified['failed'] === true },
      }),
  };
}
