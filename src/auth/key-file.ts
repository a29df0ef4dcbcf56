import { join } from 'node:path';
import { OperatorError } from '../core/errors.ts';
import { Listeners } from '../core/async/listeners.ts';
import { SerialQueue } from '../core/async/serial-queue.ts';
import { refuseOtherFormat } from '../disk/file-format.ts';
import { sealJson, unsealJson } from '../disk/sealed-json.ts';
import type { KeyStore, StoredKey } from './key-store.ts';
import { KnownFile } from './known-file.ts';
import { importKey } from './signing-keys.ts';

const FORMAT = 2;

/** A file of keys, and what follows where it is moved away. */
const KINDS = {
  'signing-keys.json': 'tokens that are out end',
  'integrity-keys.json': 'heads that were signed before can be checked with your own copy of the keys only',
} as const;

export type KeyFileName = keyof typeof KINDS;

function wayOut(name: KeyFileName): string {
  return `restore it from a backup, or move it away: the next start makes a new key, and ${KINDS[name]}`;
}

/** `signing-keys.json` or `integrity-keys.json`, mode 0600, with a checksum. No other process changes it. */
export class KeyFile implements KeyStore {
  readonly #file: KnownFile;
  readonly #wayOut: string;
  readonly #listeners = new Listeners<readonly StoredKey[]>();
  readonly #changes = new SerialQueue();

  constructor(folder: string, name: KeyFileName = 'signing-keys.json') {
    this.#file = new KnownFile(join(folder, name));
    this.#wayOut = wayOut(name);
  }

  async read(): Promise<readonly StoredKey[]> {
    const text = this.#file.read();
    if (text === undefined) return [];
    const keys = keysIn(text, this.#file.path, this.#wayOut);
    await this.#refuseUnusable(keys);
    return keys;
  }

  /** What has become of the file since the owner read or wrote it, in words; undefined where nothing has. */
  get problem(): string | undefined {
    const { path, change } = this.#file;
    if (change === undefined) return undefined;
    return change === 'missing'
      ? `${path} is missing: the keys that are in use are those of the running service alone. Restore it from a backup`
      : `${path} was changed outside tidemark: the running service goes on with the keys it has. Restore it from a backup`;
  }

  /** One after the other. A file that was changed outside since is refused, never written over. */
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
    this.#listeners.tell(changed);
  }

  onChange(hear: (keys: readonly StoredKey[]) => void): () => void {
    return this.#listeners.add(hear);
  }

  async #refuseUnusable(keys: readonly StoredKey[]): Promise<void> {
    if (!keys.some((key) => key.retiredAt === undefined))
      throw new OperatorError(`${this.#file.path} holds no current key: ${this.#wayOut}`);
    try {
      for (const { privateJwk } of keys) await importKey(privateJwk);
    } catch {
      // What a library says of a private key does not belong in a message.
      throw new OperatorError(`${this.#file.path} holds a key that cannot be used: ${this.#wayOut}`);
    }
  }
}

function keysIn(text: string, path: string, advice: string): readonly StoredKey[] {
  const unsealed = unsealJson(text);
  if (unsealed.state === 'unreadable') throw new OperatorError(`${path} ${unsealed.problem}: ${advice}`);
  const { format, keys } = unsealed.content;
  if (unsealed.state === 'changed' || (unsealed.state === 'bare' && format === FORMAT))
    throw new OperatorError(`${path} does not fit its checksum, it is damaged: ${advice}`);
  refuseOtherFormat(path, format, FORMAT, advice);
  if (!Array.isArray(keys) || !keys.every(isStored)) throw new OperatorError(`${path} is damaged: ${advice}`);
  return keys as StoredKey[];
}

function isStored(key: Partial<StoredKey> | null): boolean {
  return typeof key?.kid === 'string' && typeof key.privateJwk === 'object';
}
