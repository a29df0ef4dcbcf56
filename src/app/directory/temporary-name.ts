import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { lstatSync, readdirSync, rmSync, writeFileSync } from '../../disk/files.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time.ts';
import { PRIVATE_FILE_MODE } from '../../disk/durable-file.ts';

/** A cut for a backup, an import that is being taken in, a backup that is being made. */
type TemporaryKind = 'cut' | 'import' | 'incomplete';

const NAME = /^(?:cut|import|incomplete)-(\d+)-[0-9a-f]{16}$/;

/** What nothing has changed in for so long is in use no more: a process that uses it for long renews it. */
const LEFT_AFTER_MS = HOUR_MS;
const RENEW_EVERY_MS = MINUTE_MS;

export function temporaryName(kind: TemporaryKind): string {
  return `${kind}-${process.pid}-${randomBytes(8).toString('hex')}`;
}

export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
}

/** Keeps folders from being taken for leftovers while they are in use: to be called often, it acts once a minute. */
export function temporaryUse(folders: readonly string[], clock: Clock): () => void {
  let renewedAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    if (now - renewedAt < RENEW_EVERY_MS) return;
    renewedAt = now;
    for (const folder of folders) {
      // A name that comes and goes changes the folder. Times are set by owners only, which shares may say we are not.
      const sign = join(folder, 'in-use.tmp');
      writeFileSync(sign, '', { mode: PRIVATE_FILE_MODE });
      rmSync(sign);
    }
  };
}

/** Removes what killed processes left. Other hosts cannot be asked, so it waits for an hour after the last change. */
export function removeLeftovers(folder: string, clock: Clock): void {
  for (const name of readdirSync(folder)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isAliveElsewhere(Number(pid))) continue;
    const path = join(folder, name);
    const changedAt = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt !== undefined && clock.now() - changedAt >= LEFT_AFTER_MS) removeIfAllowed(path);
  }
}

/** What this process makes is younger: an old name with its number is of a container in which another had it. */
function isAliveElsewhere(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What another user has left is for that user to take away. */
function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
  }
}
