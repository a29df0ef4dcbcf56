import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MEGABYTE = 2 ** 20;

/** A separate file system in memory that can be filled. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-full-'));

  constructor(megabytes: number) {
    execFileSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `mode=0700,size=${megabytes * MEGABYTE}`,
      'tmpfs',
      this.folder,
    ]);
  }

  /** Returns the file that fills it. */
  fill(leaveBytes: number): string {
    const { bavail, bsize } = statfsSync(this.folder);
    const path = join(this.folder, 'filler');
    writeFileSync(path, Buffer.alloc(bavail * bsize - leaveBytes));
    return path;
  }

  allowReadingOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.folder]);
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
