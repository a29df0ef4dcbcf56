import { join } from 'node:path';
import { isScope } from '../contract/scopes.ts';
import { OperatorError } from '../core/errors.ts';
import { Listeners } from '../core/async/listeners.ts';
import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';
import { rejectOtherFormat } from '../disk/file-format.ts';
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
import { OwnedFile } from './owned-file.ts';

/** The content of a file that was edited by hand and then accepted. */
export interface Resealed {
  readonly clients: readonly Client[];
  /** Whether the secrets were hashed with a different key. Each client then needs a new secret. */
  readonly secretsLost: boolean;
}

const CLIENTS_FILE = 'clients.json';
const KEY_FILE = 'secret-hmac.key';
const FORMAT = 2;
/** Length of an HMAC-SHA-256. */
const HASH_BYTES = 32;

type Entry = Client & { readonly secretHash: string };

/** `clients.json` and its key, mode 0600, with checksums. Throws an error that names the file if one is damaged, missing or from another installation. */
export class ClientFile implements ClientStore {
  readonly hmacKey: Buffer;
  readonly #file: OwnedFile;
  readonly #keyFile: OwnedFile;
  readonly #commands: ClientCommands;
  /** Whether the key file exists on disk. */
  #hasKey: boolean;
  readonly #listeners = new Listeners<readonly StoredClient[]>();

  /** Only for the owner of the directory. `isReading`: missing files are created by the first change, not by the constructor. */
  constructor(folder: string, commands = clientCommands(), { isReading = false } = {}) {
    this.#file = new OwnedFile(join(folder, CLIENTS_FILE));
    this.#keyFile = new OwnedFile(join(folder, KEY_FILE));
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

  /** The key is written last: if the key exists, `clients.json` exists too, even after a crash between the two writes. */
  #prepare(): void {
    this.#write([]);
    writeHmacKey(this.#keyFile.path, this.hmacKey);
    this.#hasKey = true;
  }

  /** The problems of the two files in a directory, by file name. Changes nothing. */
  static problemsIn(folder: string, commands = clientCommands()): ReadonlyMap<string, string> {
    const [path, keyPath] = [join(folder, CLIENTS_FILE), join(folder, KEY_FILE)];
    const problems = new Map<string, string>();
    const key = recordProblem(problems, KEY_FILE, () => readHmacKey(keyPath, commands));
    const text = readFileIfExists(path);
    const content =
      text === undefined
        ? undefined
        : recordProblem(problems, CLIENTS_FILE, () => contentOf(text, path, commands));
    if (text === undefined && key) problems.set(CLIENTS_FILE, clientsMissing(path).message);
    if (text !== undefined && !key && !problems.has(KEY_FILE))
      problems.set(KEY_FILE, keyMissing(keyPath, path, commands).message);
    if (content && key && content.keyId !== hmacKeyId(key))
      problems.set(CLIENTS_FILE, otherKey(path, commands).message);
    return problems;
  }

  /** The clients in the file of a directory, or undefined if the file is unusable. Changes nothing. */
  static clientsIn(folder: string): readonly Client[] | undefined {
    const path = join(folder, CLIENTS_FILE);
    const text = readFileIfExists(path);
    if (text === undefined) return undefined;
    const content = recordProblem(new Map(), CLIENTS_FILE, () => contentOf(text, path, clientCommands()));
    return content?.entries.map((entry) => storedClient(entry).client);
  }

  /** Describes how the files were changed from outside since the owner last read or wrote them; undefined if they were not. */
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

  onChange(listener: (clients: readonly StoredClient[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  #change(clients: readonly StoredClient[]): void {
    if (!this.#hasKey) {
      this.#prepare();
      this.#keyFile.read();
    }
    this.#write(clients);
    this.#listeners.notify(clients);
  }

  /** Throws if the files were changed from outside, including restored from a backup. They are never overwritten then. */
  #without(id: string): readonly StoredClient[] {
    const { problem } = this;
    if (problem !== undefined) throw new OperatorError(`nothing was changed: ${problem}`);
    return this.#read().filter(({ client }) => client.id !== id);
  }

  #read(): readonly StoredClient[] {
    const { path } = this.#file;
    // Without a key there are no clients: the constructor throws if there are.
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

  /** Accepts `clients.json` even if its checksum is wrong, and creates the key if it is missing. `apply` writes the files. */
  static resealing(folder: string, commands = clientCommands()): Resealed & { readonly apply: () => void } {
    const [path, keyPath] = [join(folder, CLIENTS_FILE), join(folder, KEY_FILE)];
    const text = readFileIfExists(path);
    if (text === undefined) throw new OperatorError(`there is no ${path}, so there is nothing to reseal`);
    const found = readHmacKey(keyPath, commands);
    const { entries, keyId } = contentOf(text, path, commands, { ignoreChecksum: true });
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
  { ignoreChecksum = false } = {},
): { readonly entries: readonly Entry[]; readonly keyId: unknown } {
  const advice = restoreAdvice(commands);
  const unsealed = unsealJson(text);
  if (unsealed.state === 'unreadable') throw new OperatorError(`${path} ${unsealed.problem}: ${advice}`);
  const { format, hmacKeyId: keyId, clients } = unsealed.content;
  const isIntact = unsealed.state === 'sound' || (unsealed.state === 'bare' && format !== FORMAT);
  if (!isIntact && !ignoreChecksum) throw changed(path, commands);
  rejectOtherFormat(path, format, FORMAT, advice);
  if (!Array.isArray(clients))
    throw new OperatorError(`${path} is damaged, it has no list of clients: ${advice}`);
  clients.forEach((entry, i) => refuseUnusable(entry as Partial<Entry> | null, i, path, advice));
  return { entries: clients as Entry[], keyId };
}

function refuseUnusable(entry: Partial<Entry> | null, place: number, path: string, advice: string): void {
  if (!isStored(entry)) throw new OperatorError(`${path} is damaged at client ${place + 1}: ${advice}`);
  const unknown = entry.scopes.find((scope) => typeof scope !== 'string' || !isScope(scope));
  if (unknown === undefined) return;
  throw new OperatorError(
    `${path} gives client ${entry.id} the scope ${JSON.stringify(unknown)}, which this version does not know: ` +
      `run the newer version that wrote it; if it is damaged, ${advice}`,
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

/** Runs `read` and records an operator error under the name of the file. */
function recordProblem<T>(problems: Map<string, string>, file: string, read: () => T): T | undefined {
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
    `${path} ${what}: the running service keeps using the clients it has loaded. Restore the newest file from a ` +
    'backup, or restart the service to use the file as it is'
  );
}

function restoreAdvice({ reseal }: ClientCommands): string {
  return `restore it from a backup, or repair it by hand and run '${reseal}'`;
}

function changed(path: string, { reseal }: ClientCommands): OperatorError {
  return new OperatorError(
    `${path} does not match its checksum: it is damaged, or was changed outside tidemark. Restore it from a backup; ` +
      `if the change was intended, '${reseal}' accepts the file as it is`,
  );
}

function clientsMissing(path: string): OperatorError {
  return new OperatorError(
    `${path} is missing: restore it from a backup. To start without clients, also remove ${KEY_FILE} in the same directory`,
  );
}

function keyMissing(keyPath: string, path: string, { reseal, rotate }: ClientCommands): OperatorError {
  return new OperatorError(
    `${keyPath} is missing: without it no client secret in ${path} can be checked. Restore it from a backup. If you ` +
      `have none, '${reseal}' creates a new key; every client then needs a new secret ('${rotate}')`,
  );
}

function otherKey(path: string, { reseal, rotate }: ClientCommands): OperatorError {
  return new OperatorError(
    `${path} was written with a different key than ${KEY_FILE} in the same directory, so no client could get a token: ` +
      `restore both from the same backup. If you have none, run '${reseal}' and give every client a new secret ` +
      `('${rotate}')`,
  );
}
