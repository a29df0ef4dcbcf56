import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A cut for a backup, an import that is being taken in, a backup that is being made. */
type TemporaryKind = 'cut' | 'import' | 'incomplete';

const NAME = /^(?:cut|import|incomplete)-(\d+)-[0-9a-f]{16}$/;

/** A name for something that this process takes away again. */
export function temporaryName(kind: TemporaryKind): string {
  return `${kind}-${process.pid}-${randomBytes(8).toString('hex')}`;
}

export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
}

/** Takes away what processes that were killed have left in a folder. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
