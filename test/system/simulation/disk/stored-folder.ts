import type { StoredFile } from './stored-file.ts';

export type Entry = StoredFile | StoredFolder;

/** New owners of names; undefined for a removed name. A power cut leaves all of the change or nothing. */
export interface NameChange {
  /** Its place among the changes of all folders. */
  readonly sequence: number;
  readonly names: ReadonlyMap<string, Entry | undefined>;
}

/** A folder with two lists of names: those that processes see, and those that are left after a power cut. */
export class StoredFolder {
  readonly kind = 'folder';
  readonly number: number;
  readonly entries = new Map<string, Entry>();
  readonly #durable = new Map<string, Entry>();
  #unsynced: NameChange[] = [];

  constructor(number: number) {
    this.number = number;
  }

  get isDirty(): boolean {
    return this.#unsynced.length > 0;
  }

  change(change: NameChange): void {
    apply(this.entries, change);
    this.#unsynced.push(change);
  }

  sync(): void {
    for (const change of this.#unsynced) apply(this.#durable, change);
    this.#unsynced = [];
  }

  /** `isKept` decides about each change that was not synced. */
  cutPower(isKept: (change: NameChange) => boolean): void {
    for (const change of this.#unsynced) if (isKept(change)) apply(this.#durable, change);
    this.#unsynced = [];
    this.entries.clear();
    for (const [name, entry] of this.#durable) this.entries.set(name, entry);
  }
}

function apply(entries: Map<string, Entry>, { names }: NameChange): void {
  for (const [name, entry] of names)
    if (entry) entries.set(name, entry);
    else entries.delete(name);
}
