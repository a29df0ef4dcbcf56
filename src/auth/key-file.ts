import { join } from 'node:path';
import { OperatorError } from '../core/errors.ts';
import { Listeners } from '../core/async/listeners.ts';
import { SerialQueue } from '../core/async/serial-queue.ts';
import { rejectOtherFormat } from '../disk/file-format.ts';
import { sealJson, unsealJson } from '../disk/sealed-json.ts';
import type { KeyStore, StoredKey } from './key-store.ts';
import { OwnedFile } from './owned-file.ts';
import { importKey } from './signing-keys.ts';

const FORMAT = 2;

/** Each key file, and the consequence of moving it away. */
const KINDS = {
  'signing-keys.json': 'all issued tokens become invalid',
  'integrity-keys.json': 'heads signed before can only be verified with your own copy of the keys',
} as const;

export type KeyFileName = keyof typeof KINDS;

function adviceFor(name: KeyFileName): string {
  return `restore it from a backup, or move it away: the next start creates a new key, and ${KINDS[name]}`;
}

/** `signing-keys.json` or `integrity-keys.json`, mode 0600, with a checksum. No other process changes it. */
export class KeyFile implements KeyStore {
  readonly #file: OwnedFile;
  readonly #advice: string;
  readonly #listeners = new Listeners<readonly StoredKey[]>();
  readonly #changes = new SerialQueue();

  constructor(folder: string, name: KeyFileName = 'signing-keys.json') {
    this.#file = new OwnedFile(join(folder, name));
    this.#advice = adviceFor(name);
  }

  async read(): Promise<readonly StoredKey[]> {
    const text = this.#file.read();
    if (text === undefined) return [];
    const keys = keysIn(text, this.#file.path, this.#advice);
    await this.#refuseUnusable(keys);
    return keys;
  }

  /** Describes how the file was changed from outside since the owner last read or wrote it; undefined if it was not. */
  get problem(): string | undefined {
    const { path, change } = this.#file;
    if (change === undefined) return undefined;
    return change === 'missing'
      ? `${path} is missing: only the running service still has the keys in use. Restore it from a backup`
      : `${path} was changed outside tidemark: the running service keeps using the keys it has loaded. Restore it from a backup`;
  }

  /** Changes run one at a time. Throws if the file was changed from outside; it is never overwritten then. */
  change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    return this.#changes.run(() => this.#change(change));
  }

  async #change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    const { problem } = this;
    if (problem !== undefined) throw new OperatorError(`nothing was changed: ${problem}`);
    const stored = await this.read();
    const changed = change(stored);
    if (changed === stored) return;
    this.#file.write(sealJson({ format: FORMAT, keys: changed }));
    this.#listeners.notify(changed);
  }

  onChange(listener: (keys: readonly StoredKey[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  async #refuseUnusable(keys: readonly StoredKey[]): Promise<void> {
    if (!keys.some((key) => key.retiredAt === undefined))
      throw new OperatorError(`${this.#file.path} holds no current key: ${this.#advice}`);
    try {
      for (const { privateJwk } of keys) await importKey(privateJwk);
    } catch {
      // The library's message may contain parts of the private key.
      throw new OperatorError(`${this.#file.path} holds a key that cannot be used: ${this.#advice}`);
    }
  }
}

function keysIn(text: string, path: string, advice: string): readonly StoredKey[] {
  const unsealed = unsealJson(text);
  if (unsealed.state === 'unreadable') throw new OperatorError(`${path} ${unsealed.problem}: ${advice}`);
  const { format, keys } = unsealed.content;
  if (unsealed.state === 'changed' || (unsealed.state === 'bare' && format === FORMAT))
    throw new OperatorError(`${path} does not match its checksum, so it is damaged: ${advice}`);
  rejectOtherFormat(path, format, FORMAT, advice);
  if (!Array.isArray(keys) || !keys.every(isStored)) throw new OperatorError(`${path} is damaged: ${advice}`);
  return keys as StoredKey[];
}

function isStored(key: Partial<StoredKey> | null): boolean {
  return typeof key?.kid === 'string' && typeof key.privateJwk === 'object';
}
