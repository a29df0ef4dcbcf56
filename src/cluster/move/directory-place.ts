import { join } from 'node:path';
import { existsSync, readdirSync, rmSync } from '../../disk/files.ts';
import { ALERT_FILE, AlertFile } from '../../alerts/store/alert-file.ts';
import type { AlertStore } from '../../alerts/store/alert-store.ts';
import { clientCommands } from '../../auth/client-store.ts';
import { ClientFile } from '../../auth/client-file.ts';
import { readHmacKey, writeHmacKey } from '../../auth/hmac-key.ts';
import { KeyFile } from '../../auth/key-file.ts';
import { LongLivedTokenFile } from '../../auth/tokens/long-lived-token-file.ts';
import { dataOption } from '../../app/directory/data-option.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { syncFolder, writeFileDurably } from '../../disk/durable-file.ts';
import { LineLog } from '../../disk/line-log.ts';
import type { OnDamage, WriterOptions } from '../../history/history-backend.ts';
import type { HistoryReader, HistoryStore } from '../../history/history-store.ts';
import { recordOnce } from '../../app/operate/audit/audit-log.ts';
import { embeddedHistory } from '../../app/directory/backends.ts';
import { retryWhileInUse } from '../../app/operate/control/admin-access.ts';
import type { ControlRequest } from '../../app/directory/control-socket.ts';
import {
  existingDirectory,
  identityOf,
  openDataDirectory,
  type Identity,
} from '../../app/directory/data-directory.ts';
import { FORMAT, IDENTITY_FILE } from '../../app/directory/data-format.ts';
import { holdDirectory, type DirectoryHold } from '../../app/directory/hold-directory.ts';
import { quarantineOf } from '../../app/directory/quarantine-of.ts';
import { stoppedStatus } from '../../app/operate/status/status.ts';
import type { MoveTarget } from './move-place.ts';
import type { InputStore, StoredInputReader } from '../../history/input-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../history/inputs/file-input-store.ts';
import { readLogFile, writeLogFile, type LogName, type LogRecords } from './moved-logs.ts';
import { byId, KEY_RINGS, RINGS, type KeyRing, type MovedSecrets } from './moved-secrets.ts';

/** The progress of an unfinished move into a directory. Deleted when the move is complete. */
export const NOTES_FILE = 'move.log';
const HOLDER = 'tidemark move';
const HMAC_FILE = 'secret-hmac.key';
/** Ignored when checking for an empty directory: a folder of new file systems, and the lock of this process. */
const NOT_CONTENT = new Set(['lost+found', 'control.sock']);

/** A data directory as one end of a move. This process holds its lock. */
export class DirectoryPlace implements MoveTarget {
  readonly name: string;
  readonly lost = new AbortController().signal;
  readonly #hold: DirectoryHold;
  readonly #writing: WriterOptions;

  private constructor(folder: string, hold: DirectoryHold, writing: WriterOptions) {
    this.name = folder;
    this.#hold = hold;
    this.#writing = writing;
  }

  /** A source must exist; a target is created. */
  static async open(
    path: string,
    end: 'from' | 'to',
    clock: Clock,
    writing: WriterOptions,
  ): Promise<DirectoryPlace> {
    const folder = end === 'from' ? existingDirectory(path) : openDataDirectory(path);
    const onFailure = (error: unknown, command: string) =>
      process.emitWarning(`the command ${command} of another process failed: ${String(error)}`);
    const answer = (request: ControlRequest) => answerMeanwhile(folder, request);
    const hold = await retryWhileInUse(folder, clock, () =>
      holdDirectory(folder, answer, { onFailure, holder: HOLDER }),
    );
    return new DirectoryPlace(folder, hold, writing);
  }

  async identity(): Promise<Identity | undefined> {
    return identityOf(this.name);
  }

  async foreignContent(): Promise<string | undefined> {
    const names = readdirSync(this.name).filter((name) => !NOT_CONTENT.has(name));
    if (existsSync(join(this.name, IDENTITY_FILE))) return 'holds a history';
    if (names.length === 0 || names.includes(NOTES_FILE)) return undefined;
    return `is not empty (${names.slice(0, 3).join(', ')})`;
  }

  async notes(): Promise<readonly string[]> {
    return LineLog.read(join(this.name, NOTES_FILE))?.lines ?? [];
  }

  openWriter(): Promise<HistoryStore> {
    return embeddedHistory(this.name).openWriter({ ...this.#writing, quarantine: quarantineOf(this.name) });
  }

  openReader(onDamage: OnDamage): Promise<HistoryReader> {
    return embeddedHistory(this.name).openReader(onDamage);
  }

  async openInputs(): Promise<StoredInputReader> {
    return new FileInputReader(join(this.name, 'inputs'));
  }

  async openInputWriter(): Promise<InputStore> {
    return FileInputStore.open({
      folder: join(this.name, 'inputs'),
      keepMs: Infinity,
      space: { shortageFor: () => undefined },
      onEvent: () => undefined,
    });
  }

  async note(line: string): Promise<void> {
    const { log } = await LineLog.open(join(this.name, NOTES_FILE));
    try {
      await log.append([line]);
    } finally {
      await log.close();
    }
  }

  async readLog(name: LogName): Promise<LogRecords> {
    return readLogFile(this.name, name);
  }

  writeLog(name: LogName, records: readonly Uint8Array[]): Promise<void> {
    return writeLogFile(this.name, name, records);
  }

  readSecrets(): Promise<MovedSecrets> {
    return readDirectorySecrets(this.name);
  }

  async writeSecrets(secrets: MovedSecrets): Promise<readonly string[]> {
    await writeDirectorySecrets(this.name, secrets);
    return [];
  }

  async openAlerts(): Promise<AlertStore | undefined> {
    const isThere = existsSync(join(this.name, ALERT_FILE));
    // Without an identity it is a target.
    if (!isThere && identityOf(this.name)) return undefined;
    return AlertFile.open({
      folder: this.name,
      quarantine: quarantineOf(this.name),
      onProblem: (problem) => {
        throw new OperatorError(`${problem}. Restore the file from a backup, and run the same command again`);
      },
    });
  }

  async finish(identity: Identity): Promise<void> {
    const content = { format: FORMAT, ...identity };
    writeFileDurably(join(this.name, IDENTITY_FILE), `${JSON.stringify(content, undefined, 2)}\n`);
    rmSync(join(this.name, NOTES_FILE), { force: true });
    syncFolder(this.name);
  }

  /** Adds an entry to the audit log. */
  record(clock: Clock, details: Readonly<Record<string, unknown>>): Promise<void> {
    return recordOnce(this.name, clock, { event: 'move', details });
  }

  close(): Promise<void> {
    return this.#hold.release();
  }
}

async function answerMeanwhile(folder: string, { command }: ControlRequest): Promise<unknown> {
  if (command === 'status') return { ...(await stoppedStatus(folder)), holder: HOLDER };
  throw new OperatorError(`${HOLDER} is using this directory: try again when it has finished`);
}

/** Changes nothing. */
async function readDirectorySecrets(folder: string): Promise<MovedSecrets> {
  const commands = clientCommands(dataOption(folder));
  const hmacKey = readHmacKey(join(folder, HMAC_FILE), commands);
  const clients = await new ClientFile(folder, commands, { isReading: true }).read();
  const keysOf = (ring: KeyRing) => new KeyFile(folder, KEY_RINGS[ring]).read();
  return {
    hmacKey,
    clients: byId(clients, ({ client }) => client.id),
    keys: { tokens: await keysOf('tokens'), heads: await keysOf('heads') },
    longLived: byId(await new LongLivedTokenFile(folder).read(), ({ id }) => id),
  };
}

/** Writes to a directory that this process owns, and that holds no secrets or those of an earlier move. */
async function writeDirectorySecrets(folder: string, secrets: MovedSecrets): Promise<void> {
  const { hmacKey, clients, keys, longLived = [] } = secrets;
  if (hmacKey) {
    const file = await openClients(folder, hmacKey);
    for (const client of clients) await file.put(client);
  }
  for (const ring of RINGS) {
    const file = new KeyFile(folder, KEY_RINGS[ring]);
    await file.read();
    if (keys[ring].length > 0) await file.change(() => keys[ring]);
  }
  const tokens = new LongLivedTokenFile(folder);
  await tokens.read();
  if (longLived.length > 0) await tokens.change(() => longLived);
}

/** Creates the two files with a new key, replaces it with the moved key, and reseals the clients with that. */
async function openClients(folder: string, hmacKey: Buffer): Promise<ClientFile> {
  const commands = clientCommands(dataOption(folder));
  const path = join(folder, HMAC_FILE);
  if (!readHmacKey(path, commands)) await new ClientFile(folder, commands).read();
  writeHmacKey(path, hmacKey);
  ClientFile.resealing(folder, commands).apply();
  return new ClientFile(folder, commands);
}
