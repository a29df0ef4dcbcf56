import { join } from 'node:path';
import { mkdirSync, readdirSync, statSync } from '../../disk/files.ts';
import type { Millis } from '../../core/time.ts';
import { PRIVATE_FOLDER_MODE } from '../../disk/durable-file.ts';
import { ignoreMissing } from '../../disk/ignore-missing.ts';

const FILE = /^(\d{4}-\d{2}-\d{2}T\d{2})\.inputs$/;

/** The folder of inputs, with one file per hour. */
export class InputFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  prepare(): void {
    mkdirSync(this.path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  }

  file(hour: Millis): string {
    return join(this.path, `${new Date(hour).toISOString().slice(0, 13)}.inputs`);
  }

  /** The hours of the existing files, oldest first. */
  hours(): Millis[] {
    const names = ignoreMissing(() => readdirSync(this.path)) ?? [];
    return names
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .map((name) => Date.parse(`${name}:00:00Z`))
      .filter((hour) => !Number.isNaN(hour))
      .toSorted((a, b) => a - b);
  }

  bytesOf(hour: Millis): number {
    return ignoreMissing(() => statSync(this.file(hour)).size) ?? 0;
  }

  /** Whether a backup has a link to the same file: then removing it here frees no space. */
  isLinked(hour: Millis): boolean {
    return (ignoreMissing(() => statSync(this.file(hour)).nlink) ?? 0) > 1;
  }
}
