import type { JournalFile } from './journal-file.ts';

export interface DamageOptions {
  readonly onLoss: (path: string, loss: string) => void;
  /** Takes a damaged file out of the folder in place of unlinking it. */
  readonly setAside?: ((path: string, reason: string) => void) | undefined;
}

const COPY = 'it has the header of another file';

/** What is wrong with the files of a journal: it is told, and none of them is unlinked. */
export class JournalDamage {
  readonly #onLoss: DamageOptions['onLoss'];
  readonly #setAside: DamageOptions['setAside'];
  /** By number. */
  readonly #reasons = new Map<number, string>();
  /** Copies of its files under other names: nothing of them counts. */
  readonly #strays: string[] = [];
  /** Up to this one, files are damaged or have lost one that followed. */
  #wornTo = 0;

  constructor({ onLoss, setAside }: DamageOptions) {
    this.#onLoss = onLoss;
    this.#setAside = setAside;
  }

  /** Whether what the file holds is to be written again. */
  isWorn(number: number): boolean {
    return number <= this.#wornTo;
  }

  tell(number: number, path: string, what: string, { refused }: Pick<JournalFile, 'refused'>): void {
    const loss = refused === undefined ? what : `${what}: it ${refused}`;
    if (!this.#reasons.has(number)) this.#reasons.set(number, loss);
    this.#wornTo = Math.max(this.#wornTo, number);
    this.#onLoss(path, loss);
  }

  /** Files between one and the next that there is. */
  tellGap(number: number, nextPath: string): void {
    this.#onLoss(nextPath, 'files before it are missing');
    this.#wornTo = Math.max(this.#wornTo, number);
  }

  tellCopies(paths: readonly string[]): void {
    for (const path of paths) this.#onLoss(path, COPY);
    this.#strays.push(...paths);
  }

  /** Before any file is made: one of them may have the name that the next file would get. */
  setStraysAside(): void {
    if (!this.#setAside) return;
    for (; this.#strays.length > 0; this.#strays.shift()) this.#setAside(this.#strays[0]!, COPY);
  }

  /** Whether the file is damaged and was taken out of the folder. */
  takesAway(number: number, path: string): boolean {
    const reason = this.#reasons.get(number);
    if (reason === undefined || !this.#setAside) return false;
    this.#setAside(path, reason);
    return true;
  }
}
