import type { JournalFile } from './journal-file.ts';

export interface DamageOptions {
  readonly onLoss: (path: string, loss: string) => void;
  /** Moves a damaged file out of the folder instead of unlinking it. */
  readonly setAside?: ((path: string, reason: string) => void) | undefined;
}

const COPY = 'it has the header of another file';

/** The problems of a journal's files. Problems are reported; no damaged file is unlinked. */
export class JournalDamage {
  readonly #onLoss: DamageOptions['onLoss'];
  readonly #setAside: DamageOptions['setAside'];
  /** By number. */
  readonly #reasons = new Map<number, string>();
  /** Copies of journal files under other names: their content is ignored. */
  readonly #strays: string[] = [];
  /** All files up to this number are damaged or are followed by a missing one. */
  #damagedUpTo = 0;

  constructor({ onLoss, setAside }: DamageOptions) {
    this.#onLoss = onLoss;
    this.#setAside = setAside;
  }

  /** Whether the content of the file must be rewritten. */
  isDamaged(number: number): boolean {
    return number <= this.#damagedUpTo;
  }

  report(number: number, path: string, what: string, { refused }: Pick<JournalFile, 'refused'>): void {
    const loss = refused === undefined ? what : `${what}: it ${refused}`;
    if (!this.#reasons.has(number)) this.#reasons.set(number, loss);
    this.#damagedUpTo = Math.max(this.#damagedUpTo, number);
    this.#onLoss(path, loss);
  }

  /** Reports missing files between this one and the next existing one. */
  reportGap(number: number, nextPath: string): void {
    this.#onLoss(nextPath, 'files before it are missing');
    this.#damagedUpTo = Math.max(this.#damagedUpTo, number);
  }

  reportCopies(paths: readonly string[]): void {
    for (const path of paths) this.#onLoss(path, COPY);
    this.#strays.push(...paths);
  }

  /** Call it before creating a file, because a stray may have the name of the next file. */
  setStraysAside(): void {
    if (!this.#setAside) return;
    for (; this.#strays.length > 0; this.#strays.shift()) this.#setAside(this.#strays[0]!, COPY);
  }

  /** Moves the file out of the folder if it is damaged. Returns whether it did. */
  setAsideIfDamaged(number: number, path: string): boolean {
    const reason = this.#reasons.get(number);
    if (reason === undefined || !this.#setAside) return false;
    this.#setAside(path, reason);
    return true;
  }
}
