import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { lstatSync, readdirSync, rmSync, writeFileSync } from '../../disk/files.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time.ts';
import { PRIVATE_FILE_MODE } from '../../disk/durable-file.ts';

/** Folders of a backup's cut, of an import that is being stored, of an unfinished backup, and of inputs from other nodes. */
type TemporaryKind = 'cut' | 'import' | 'incomplete' | 'inputs';

const NAME = /^(?:cut|import|incomplete|inputs)-(\d+)-[0-9a-f]{16}$/;

/** A folder that has not changed for this long is a leftover: a process that needs it longer renews it. */
const LEFTOVER_AFTER_MS = HOUR_MS;
const RENEW_EVERY_MS = MINUTE_MS;

export function temporaryName(kind: TemporaryKind): string {
  return `${kind}-${process.pid}-${randomBytes(8).toString('hex')}`;
}

export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
}

/** Keeps folders in use from being removed as leftovers. Call the returned function often: it acts once a minute. */
export function keepInUse(folders: readonly string[], clock: Clock): () => void {
  let renewedAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    if (now - renewedAt < RENEW_EVERY_MS) return;
    renewedAt = now;
    for (const folder of folders) {
      // Creating and removing a file updates the folder's time. Setting it directly needs ownership, which
      // network shares may deny.
      const marker = join(folder, 'in-use.tmp');
      writeFileSync(marker, '', { mode: PRIVATE_FILE_MODE });
      rmSync(marker);
    }
  };
}

/**
 * Removes folders of killed processes. Processes of other hosts cannot be checked, so it waits an hour after
 * the last change.
 */
export function removeLeftovers(folder: string, clock: Clock): void {
  for (const name of readdirSync(folder)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isOtherRunningProcess(Number(pid))) continue;
    const path = join(folder, name);
    const changedAt = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt !== undefined && clock.now() - changedAt >= LEFTOVER_AFTER_MS) removeIfAllowed(path);
  }
}

/** An old folder with our own pid comes from another container: this process's own folders are younger. */
function isOtherRunningProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ignores folders that belong to another user. */
function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
  }
}
