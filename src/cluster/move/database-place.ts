import { hostname } from 'node:os';
import type { Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { SECOND_MS } from '../../core/time.ts';
import type { OnDamage, WriterOptions } from '../../history/history-backend.ts';
import type { HistoryReader, HistoryStore } from '../../history/history-store.ts';
import type { InputStore, StoredInputReader } from '../../history/input-store.ts';
import type { AlertStore } from '../../alerts/store/alert-store.ts';
import { PostgresAlertStore } from '../postgres/alerts/postgres-alert-store.ts';
import { PostgresHistoryBackend } from '../postgres/history/postgres-history-backend.ts';
import { PostgresInputReader } from '../postgres/inputs/postgres-input-reader.ts';
import { PostgresInputs } from '../postgres/inputs/postgres-inputs.ts';
import { COMPUTE_LEASE, type Lease } from '../postgres/leases/leases.ts';
import { PostgresLeases } from '../postgres/leases/postgres-leases.ts';
import { Database, HOLD_FENCE, type DatabaseOptions } from '../postgres/database.ts';
import { isMigrated, migrate } from '../postgres/migrations.ts';
import { SharedLog } from '../postgres/log/shared-log.ts';
import { resolveStoreAddress } from '../credentials/addresses.ts';
import type { Identity } from '../../app/directory/data-directory.ts';
import { TakenOver } from '../../app/directory/taken-over.ts';
import { IDENTITY_LOG, MOVE_LOG } from '../files/store-identity.ts';
import { readDatabaseSecrets, writeDatabaseSecrets } from './database-secrets.ts';
import type { MoveTarget } from './move-place.ts';
import type { LogName, LogRecords } from './moved-logs.ts';
import type { MovedSecrets } from './moved-secrets.ts';

const CONNECTIONS = 4;
const LEASE_MS = 10 * SECOND_MS;
const RETRY_MS = 250;
/** Limits of records stored in one transaction. */
const MAX_BYTES = 8 * 2 ** 20;
const MAX_RECORDS = 1000;

/** A database as one end of a move. This process holds its lease `compute`. */
export class DatabasePlace implements MoveTarget {
  readonly name: string;
  readonly lost: AbortSignal;
  readonly #options: DatabaseOptions;
  readonly #database: Database;
  readonly #leases: PostgresLeases;
  readonly #clock: Clock;
  readonly #writing: WriterOptions;
  #fence: number | undefined;

  private constructor(
    opened: { options: DatabaseOptions; database: Database; leases: PostgresLeases; lost: AbortSignal },
    clock: Clock,
    writing: WriterOptions,
  ) {
    this.name = shownAddress(opened.options);
    this.lost = opened.lost;
    this.#options = opened.options;
    this.#database = opened.database;
    this.#leases = opened.leases;
    this.#clock = clock;
    this.#writing = writing;
  }

  /** A source must exist; in a target, the tables are created. */
  static async open(
    address: string,
    end: 'from' | 'to',
    clock: Clock,
    writing: WriterOptions,
  ): Promise<DatabasePlace> {
    const options = resolveStoreAddress(address);
    const database = new Database({ ...options, connections: CONNECTIONS });
    const holder = `tidemark move (${hostname()}, process ${process.pid})`;
    const leases = new PostgresLeases({ database, clock, holder, lastsMs: LEASE_MS });
    try {
      await prepare(database, end, shownAddress(options));
      const lease = await takeComputeLease(database, leases, clock);
      const lost = new AbortController();
      void lease.lost.then(() =>
        lost.abort(
          new OperatorError(
            'the database did not respond in time, so the lease is lost and other processes may write to it now: run the command again',
          ),
        ),
      );
      return new DatabasePlace({ options, database, leases, lost: lost.signal }, clock, writing);
    } catch (error) {
      await leases.close();
      await database.close();
      throw error;
    }
  }

  async identity(): Promise<Identity | undefined> {
    const [record] = (await this.#records(IDENTITY_LOG)).slice(-1);
    return record && (JSON.parse(record.toString()) as Identity);
  }

  async foreignContent(): Promise<string | undefined> {
    if (await this.identity()) return 'holds a history';
    const [found] = await this.#database.rows<Record<'moves' | 'history' | 'secrets' | 'logs', boolean>>(
      `select exists (select from shared_log where log = $1) as moves,
              exists (select from series) or exists (select from tick_record) or exists (select from candle_day) as history,
              exists (select from client) or exists (select from signing_key) as secrets,
              exists (select from shared_log where log <> $1) as logs`,
      [MOVE_LOG],
    );
    if (!found || found.moves) return undefined;
    const what = (['history', 'secrets', 'logs'] as const).filter((name) => found[name]);
    if (what.length === 0) return undefined;
    return `holds data that no move has written (${what.map((name) => WORDS[name]).join(', ')})`;
  }

  async notes(): Promise<readonly string[]> {
    return (await this.#records(MOVE_LOG)).map(String);
  }

  async openWriter(): Promise<HistoryStore> {
    const store = await new PostgresHistoryBackend(this.#options).openWriter(this.#writing);
    this.#fence = store.fence;
    return store;
  }

  openReader(onDamage: OnDamage): Promise<HistoryReader> {
    return new PostgresHistoryBackend(this.#options).openReader(onDamage);
  }

  async openInputs(): Promise<StoredInputReader> {
    return new PostgresInputReader(new Database({ ...this.#options, connections: 1 }));
  }

  async openInputWriter(): Promise<InputStore> {
    if (this.#fence === undefined) throw new Error('the place was not opened for writing');
    return new PostgresInputs({
      database: this.#database,
      fence: this.#fence,
      keepMs: Infinity,
      maxBytes: Infinity,
      onEvent: () => undefined,
    });
  }

  async note(line: string): Promise<void> {
    const last = await SharedLog.lastNumbers(this.#database, [MOVE_LOG]);
    await this.#append(MOVE_LOG, [Buffer.from(line)], last.get(MOVE_LOG) ?? 0);
  }

  async readLog(name: LogName): Promise<LogRecords> {
    return { records: await this.#records(name), damage: [] };
  }

  /** Keeps the stored records if they are the beginning of the given ones. */
  async writeLog(name: LogName, records: readonly Uint8Array[]): Promise<void> {
    const there = await this.#records(name);
    const isBeginning =
      there.length <= records.length && there.every((record, i) => record.equals(records[i]!));
    if (!isBeginning) await this.#empty(name);
    let stored = isBeginning ? there.length : 0;
    while (stored < records.length) {
      const some = upTo(records, stored);
      await this.#append(name, some, stored);
      stored += some.length;
    }
  }

  /** Deletes what an earlier attempt has left. */
  #empty(name: LogName): Promise<void> {
    return this.#database.write(async (session) => {
      const held = await session.rows(HOLD_FENCE, [this.#fence]);
      if (held.length === 0) throw new TakenOver();
      await session.run('delete from shared_log where log = $1', [name]);
    });
  }

  readSecrets(): Promise<MovedSecrets> {
    return readDatabaseSecrets({ database: this.#database, clock: this.#clock });
  }

  writeSecrets(secrets: MovedSecrets): Promise<readonly string[]> {
    return writeDatabaseSecrets({ database: this.#database, clock: this.#clock }, secrets);
  }

  async openAlerts(): Promise<AlertStore | undefined> {
    // Older versions have made databases without.
    const [found] = await this.#database.rows<{ there: boolean }>(
      "select to_regclass('alert_record') is not null as there",
    );
    return found?.there
      ? PostgresAlertStore.open({ database: this.#database, fence: this.#fence })
      : undefined;
  }

  finish(identity: Identity): Promise<void> {
    return this.#append(IDENTITY_LOG, [Buffer.from(JSON.stringify(identity))], 0);
  }

  async close(): Promise<void> {
    await this.#leases.close();
    await this.#database.close();
  }

  async #records(log: string): Promise<Buffer[]> {
    const records: Buffer[] = [];
    for await (const { content } of new SharedLog(this.#database, log).after(0)) records.push(content);
    return records;
  }

  async #append(log: string, records: readonly Uint8Array[], after: number): Promise<void> {
    if (this.#fence === undefined) throw new Error('the place was not opened for writing');
    const outcome = await new SharedLog(this.#database, log).append(records, after, this.#fence);
    if (outcome !== 'stored') throw new OperatorError(`another process writes to ${this.name}: stop it`);
  }
}

const WORDS = { history: 'values or end-of-day records', secrets: 'clients or keys', logs: 'logs' } as const;

async function prepare(database: Database, end: 'from' | 'to', name: string): Promise<void> {
  try {
    if (end === 'to') await migrate(database);
    else if (!(await isMigrated(database))) throw new OperatorError(`${name} holds no history`);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new OperatorError(`${name} cannot be used: ${message === '' ? code : message}`);
  }
}

/** Waits for the lease of a killed move to expire. Throws if another process holds the lease. */
async function takeComputeLease(database: Database, leases: PostgresLeases, clock: Clock): Promise<Lease> {
  for (const deadline = clock.monotonic() + 2 * LEASE_MS; ; await clock.wait(RETRY_MS)) {
    const lease = await leases.take(COMPUTE_LEASE);
    if (lease) return lease;
    const [held] = await database.rows<{ holder: string }>('select holder from lease where name = $1', [
      COMPUTE_LEASE,
    ]);
    const holder = held?.holder ?? '';
    if (!holder.startsWith('tidemark move') || clock.monotonic() > deadline)
      throw new OperatorError(`${holder} writes to the database: stop all compute nodes first`);
  }
}

/** Without user and password, and without parameters of the driver. */
function shownAddress({ url, schema }: DatabaseOptions): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}${schema === undefined ? '' : `?schema=${schema}`}`;
}

function upTo(records: readonly Uint8Array[], from: number): readonly Uint8Array[] {
  let bytes = 0;
  let end = from;
  while (end < records.length && end - from < MAX_RECORDS && bytes < MAX_BYTES)
    bytes += records[end++]!.length;
  return records.slice(from, end);
}
