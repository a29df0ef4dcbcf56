import { join } from 'node:path';
import { isScope } from '../contract/scopes.ts';
import { OperatorError } from '../core/errors.ts';
import { Listeners } from '../core/async/listeners.ts';
import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';
import { refuseOtherFormat } from '../disk/file-format.ts';
import { sealJson, unsealJson } from '../disk/sealed-json.ts';
import {
  clientCommands,
  noSuchClient,
  type ClientCommands,
  type Client,
  type ClientStore,
  type StoredClient,
} from './client-store.ts';
import { hmacKeyId, newHmacKey, readHmacKey, writeHmacKey } from './hmac-key.ts';
import { KnownFile } from './known-file.ts';

/** What a file that was changed by hand holds once it has been accepted. */
export interface Resealed {
  readonly clients: readonly Client[];
  /** Whether their secrets were hashed under another key: each client needs a new one. */
  readonly secretsLost: boolean;
}

const CLIENTS_FILE = 'clients.json';
const KEY_FILE = 'secret-hmac.key';
const FORMAT = 2;
/** Of HMAC-SHA-256. */
const HASH_BYTES = 32;

type Entry = Client & { readonly secretHash: string };

/** `clients.json` and its key, mode 0600, with checksums. Damaged, missing or foreign files are refused by name. */
export class ClientFile implements ClientStore {
  readonly hmacKey: Buffer;
  readonly #file: KnownFile;
  readonly #keyFile: KnownFile;
  readonly #commands: ClientCommands;
  /** Whether there is a key on the disk. */
  #hasKey: boolean;
  readonly #listeners = new Listeners<readonly StoredClient[]>();

  /** Only for the owner of the directory. `isReading`: missing files are made with the first change, not at once. */
  constructor(folder: string, commands = clientCommands(), { isReading = false } = {}) {
    this.#file = new KnownFile(join(folder, CLIENTS_FILE));
    this.#keyFile = new KnownFile(join(folder, KEY_FILE));
    this.#commands = commands;
    const found = readHmacKey(this.#keyFile.path, commands);
    this.hmacKey = found ?? newHmacKey();
    this.#hasKey = found !== undefined;
    if (!this.#hasKey) this.#refuseWithoutKey();
    if (!isReading && !found) this.#prepare();
    this.#keyFile.read();
  }

  #refuseWithoutKey(): void {
    const { path } = this.#file;
    const text = readFileIfExists(path);
    if (text !== undefined && contentOf(text, path, this.#commands).entries.length > 0)
      throw keyMissing(this.#keyFile.path, path, this.#commands);
  }

  /** In this order: a key says that there is a file of clients, also after a crash in between. */
  #prepare(): void {
    this.#write([]);
    writeHmacKey(this.#keyFile.path, this.hmacKey);
    this.#hasKey = true;
  }

  /** What is wrong with the two files of a directory, by file; nothing is changed. */
  static problemsIn(folder: string, commands = clientCommands()): ReadonlyMap<string, string> {
    const [path, keyPath] = [join(folder, CLIENTS_FILE), join(folder, KEY_FILE)];
    const problems = new Map<string, string>();
    const key = refusedAs(problems, KEY_FILE, () => readHmacKey(keyPath, commands));
    const text = readFileIfExists(path);
    const content =
      text === undefined
        ? undefined
        : refusedAs(problems, CLIENTS_FILE, () => contentOf(text, path, commands));
    if (text === undefined && key) problems.set(CLIENTS_FILE, clientsMissing(path).message);
    if (text !== undefined && !key && !problems.has(KEY_FILE))
      problems.set(KEY_FILE, keyMissing(keyPath, path, commands).message);
    if (content && key && content.keyId !== hmacKeyId(key))
      problems.set(CLIENTS_FILE, otherKey(path, commands).message);
    return problems;
  }

  /** The clients of a directory as its file has them; undefined where it cannot be used. Nothing is changed. */
  static clientsIn(folder: string): readonly Client[] | undefined {
    const path = join(folder, CLIENTS_FILE);
    const text = readFileIfExists(path);
    if (text === undefined) return undefined;
    const content = refusedAs(new Map(), CLIENTS_FILE, () => contentOf(text, path, clientCommands()));
    return content?.entries.map((entry) => storedClient(entry).client);
  }

  /** What has become of the files since the owner read or wrote them, in words; undefined where nothing has. */
  get problem(): string | undefined {
    const [clients, key] = [this.#file.change, this.#keyFile.change];
    if (clients !== undefined) return changedWhileRunning(this.#file.path, clients);
    return key === undefined ? undefined : changedWhileRunning(this.#keyFile.path, key);
  }

  async read(): Promise<readonly StoredClient[]> {
    return this.#read();
  }

  async put(changed: StoredClient): Promise<void> {
    this.#change([...this.#without(changed.client.id), changed]);
  }

  async update(id: string, change: (stored: StoredClient) => StoredClient): Promise<StoredClient> {
    const others = this.#without(id);
    const stored = this.#read().find(({ client }) => client.id === id);
    if (!stored) throw noSuchClient(id);
    const changed = change(stored);
    this.#change([...others, changed]);
    return changed;
  }

  async remove(id: string): Promise<void> {
    this.#change(this.#without(id));
  }

  onChange(hear: (clients: readonly StoredClient[]) => void): () => void {
    return this.#listeners.add(hear);
  }

  #change(clients: readonly StoredClient[]): void {
    if (!this.#hasKey) {
      this.#prepare();
      this.#keyFile.read();
    }
    this.#write(clients);
    this.#listeners.tell(clients);
  }

  /** Files that were changed outside since, put back to an older state too, are refused, never written over. */
  #without(id: string): readonly StoredClient[] {
    const { problem } = this;
    if (problem !== undefined) throw new OperatorError(`nothing was changed: ${problem}`);
    return this.#read().filter(({ client }) => client.id !== id);
  }

  #read(): readonly StoredClient[] {
    const { path } = this.#file;
    // Without a key there are no clients: else it was refused.
    if (!this.#hasKey) return [];
    const text = this.#file.read();
    if (text === undefined) throw clientsMissing(path);
    const { entries, keyId } = contentOf(text, path, this.#commands);
    if (keyId !== hmacKeyId(this.hmacKey)) throw otherKey(path, this.#commands);
    return entries.map(storedClient);
  }

  #write(clients: readonly StoredClient[]): void {
    const entries = clients.map(({ client, secretHash }): Entry => ({
      ...client,
      secretHash: secretHash.toString('base64url'),
    }));
    const content = { format: FORMAT, hmacKeyId: hmacKeyId(this.hmacKey), clients: entries };
    this.#file.write(sealJson(content));
  }

  /** Accepts `clients.json` whatever its checksum, with a new key if that is missing. `apply` writes it. */
  static resealing(folder: string, commands = clientCommands()): Resealed & { readonly apply: () => void } {
    const [path, keyPath] = [join(folder, CLIENTS_FILE), join(folder, KEY_FILE)];
    const text = readFileIfExists(path);
    if (text === undefined) throw new OperatorError(`there is no ${path}: there is nothing to seal`);
    const found = readHmacKey(keyPath, commands);
    const { entries, keyId } = contentOf(text, path, commands, { whateverItsChecksum: true });
    const key = found ?? newHmacKey();
    const sealed = { format: FORMAT, hmacKeyId: hmacKeyId(key), clients: entries };
    const apply = () => {
      writeFileDurably(path, sealJson(sealed));
      if (!found) writeHmacKey(keyPath, key);
    };
    const secretsLost = entries.length > 0 && (!found || keyId !== hmacKeyId(key));
    return { clients: entries.map((entry) => storedClient(entry).client), secretsLost, apply };
  }
}

function contentOf(
  text: string,
  path: string,
  commands: ClientCommands,
  { whateverItsChecksum = false } = {},
): { readonly entries: readonly Entry[]; readonly keyId: unknown } {
  const wayOut = wayOutWith(commands);
  const unsealed = unsealJson(text);
  if (unsealed.state === 'unreadable') throw new OperatorError(`${path} ${unsealed.problem}: ${wayOut}`);
  const { format, hmacKeyId: keyId, clients } = unsealed.content;
  const isIntact = unsealed.state === 'sound' || (unsealed.state === 'bare' && format !== FORMAT);
  if (!isIntact && !whateverItsChecksum) throw changed(path, commands);
  refuseOtherFormat(path, format, FORMAT, wayOut);
  if (!Array.isArray(clients)) throw new OperatorError(`${path} is damaged, it has no clients: ${wayOut}`);
  clients.forEach((entry, i) => refuseUnusable(entry as Partial<Entry> | null, i, path, wayOut));
  return { entries: clients as Entry[], keyId };
}

function refuseUnusable(entry: Partial<Entry> | null, place: number, path: string, wayOut: string): void {
  if (!isStored(entry)) throw new OperatorError(`${path} is damaged at client ${place + 1}: ${wayOut}`);
  const unknown = entry.scopes.find((scope) => typeof scope !== 'string' || !isScope(scope));
  if (unknown === undefined) return;
  throw new OperatorError(
    `${path} gives client ${entry.id} the scope ${JSON.stringify(unknown)}, which this version does not know: ` +
      `run the newer version that wrote it; if it is damaged, ${wayOut}`,
  );
}

function isStored(entry: Partial<Entry> | null): entry is Entry {
  const { id, name, scopes, createdAt, expiresAt, disabled, secretHash } = entry ?? {};
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    Array.isArray(scopes) &&
    typeof createdAt === 'number' &&
    (expiresAt === undefined || typeof expiresAt === 'number') &&
    typeof disabled === 'boolean' &&
    typeof secretHash === 'string' &&
    Buffer.from(secretHash, 'base64url').length === HASH_BYTES
  );
}

function storedClient({ secretHash, ...client }: Entry): StoredClient {
  return { client, secretHash: Buffer.from(secretHash, 'base64url') };
}

/** What was refused is noted under the name of its file. */
function refusedAs<T>(problems: Map<string, string>, file: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    problems.set(file, error.message);
    return undefined;
  }
}

function changedWhileRunning(path: string, change: 'missing' | 'changed'): string {
  const what = change === 'missing' ? 'is missing' : 'was changed or put back outside tidemark';
  return (
    `${path} ${what}: the running service goes on with the clients it has. Restore the newest file from a backup; ` +
    'to take what is there, restart the service'
  );
}

function wayOutWith({ reseal }: ClientCommands): string {
  return `restore it from a backup, or repair it by hand and run '${reseal}'`;
}

function changed(path: string, { reseal }: ClientCommands): OperatorError {
  return new OperatorError(
    `${path} does not fit its checksum: it is damaged, or was changed outside tidemark. Restore it from a backup; ` +
      `if the change was meant, '${reseal}' accepts the file as it is`,
  );
}

function clientsMissing(path: string): OperatorError {
  return new OperatorError(
    `${path} is missing: restore it from a backup. To begin without clients, remove ${KEY_FILE} beside it too`,
  );
}

function keyMissing(keyPath: string, path: string, { reseal, rotate }: ClientCommands): OperatorError {
  return new OperatorError(
    `${keyPath} is missing: without it no client secret of ${path} can be checked. Restore it from a backup. Where ` +
      `there is none, '${reseal}' makes a new key; every client then needs a new secret ('${rotate}')`,
  );
}

function otherKey(path: string, { reseal, rotate }: ClientCommands): OperatorError {
  return new OperatorError(
    `${path} was written under another key than ${KEY_FILE} beside it, so that no client could get a token: restore ` +
      `both from the same backup. Where there is none, run '${reseal}' and give every client a new secret ` +
      `('${rotate}')`,
  );
}
