import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DiskOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * A separate file system on a loop device that can be filled. Needs root and `mkfs.ext4` (Debian package e2fsprogs).
 */
export class LoopDisk {
  /** Mount point. */
  readonly folder: string;
  readonly #image: string;

  constructor(place: string, bytes: number, { uid, gid }: DiskOwner) {
    mkdirSync(place, { recursive: true });
    this.#image = join(place, 'disk.img');
    this.folder = join(place, 'disk');
    mkdirSync(this.folder);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, bytes);
    execFileSync('mkfs.ext4', ['-q', '-m', '0', this.#image]);
    execFileSync('mount', ['-o', 'loop', this.#image, this.folder]);
    chownSync(this.folder, uid, gid);
  }

  static get isPossible(): boolean {
    return process.getuid?.() === 0 && existsSync('/dev/loop-control') && existsSync('/usr/sbin/mkfs.ext4');
  }

  /** Fills the disk except for `leaveBytes`, with a file that `makeRoom` removes. */
  fill(leaveBytes = 0): void {
    const { bavail, bsize } = statfsSync(this.folder);
    const bytes = bavail * bsize - leaveBytes;
    if (bytes > 0) execFileSync('fallocate', ['-l', String(bytes), this.#ballast]);
  }

  makeRoom(): void {
    rmSync(this.#ballast, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder]);
    rmSync(this.#image);
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }
}
