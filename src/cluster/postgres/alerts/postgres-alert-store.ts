import { AlertRecords } from '../../../alerts/store/alert-records.ts';
import type { AlertChange, AlertReader, AlertStore, Decision } from '../../../alerts/store/alert-store.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { OperatorError, StoreUnavailable } from '../../../core/errors.ts';
import { HOLD_FENCE, type Database, type Session } from '../database.ts';
import { isServerTrouble } from '../store-away.ts';
import { readAlertRows } from './alert-reads.ts';
import { changeOf, rowsOf, type AlertRow } from './alert-rows.ts';

/** Another process has opened the history writer: this one no longer leads, and nothing was stored. */
export class AlertsFenced extends OperatorError {
  constructor() {
    super('another compute node leads: try again there');
  }
}

export interface PostgresAlertStoreParts {
  readonly database: Database;
  /** The fence of the leader: only the newest one may commit. Absent for nodes that serve. */
  readonly fence?: number | undefined;
}

/** If the process stops inside the transaction, the timeout ends it, so that others can commit. */
const LOCK_HEAD =
  "select set_config('idle_in_transaction_session_timeout', '3000', true) from alert_head for update";
const WRITE = `
  insert into alert_record (kind, id, body, version, removed_at)
  select kind, id, body::json, $1, case when body is null then clock_timestamp() end
  from unnest($2::text[], $3::text[], $4::text[]) with ordinality as changed (kind, id, body, place)
  order by place
  on conflict (kind, id) do update
    set body = excluded.body, version = excluded.version, removed_at = excluded.removed_at`;
const FORGET_REMOVED = `
  with gone as (
    delete from alert_record where body is null and removed_at < clock_timestamp() - interval '1 day'
    returning version
  )
  update alert_head set removed_before = greatest(removed_before, (select max(version) from gone))`;

/**
 * Alerts in a database, for all nodes of a service. Commits of all nodes are made one after the other: each has read those before it.
 * Removed records remain as rows without a body for a day; a node that has not read for longer reads everything again.
 */
export class PostgresAlertStore implements AlertStore {
  readonly #parts: PostgresAlertStoreParts;
  readonly #queue = new SerialQueue();
  readonly #records = new AlertRecords();
  /** The version of the newest commit in `records`; undefined before everything was read. */
  #version: number | undefined;
  /** Deliveries that exceeded their limits, and are still stored. The leader removes them with its next commit. */
  #dropped: readonly string[] = [];
  #refreshing: Promise<void> | undefined;
  #isClosed = false;

  private constructor(parts: PostgresAlertStoreParts) {
    this.#parts = parts;
  }

  /** Rejects if the store cannot be reached. The caller closes the database. */
  static async open(parts: PostgresAlertStoreParts): Promise<PostgresAlertStore> {
    const store = new PostgresAlertStore(parts);
    await store.load();
    return store;
  }

  /** A store that refuses everything until a call of `load` succeeds. */
  static unread(parts: PostgresAlertStoreParts): PostgresAlertStore {
    return new PostgresAlertStore(parts);
  }

  /** Reads everything. */
  load(): Promise<void> {
    return this.#run(() => this.#readStored());
  }

  get records(): AlertReader {
    return this.#records;
  }

  /** Calls that wait for the same read share it. */
  async refresh(): Promise<void> {
    this.#requireLoaded();
    await (this.#refreshing ??= this.#run(() => {
      this.#refreshing = undefined;
      return this.#readStored();
    }));
  }

  async commit<T>(decide: (records: AlertReader) => Decision<T>): Promise<T> {
    this.#requireLoaded();
    return this.#run(() => this.#commit(decide));
  }

  /** Deletes the rows of records that were removed more than a day ago. */
  forgetRemoved(): Promise<void> {
    return this.#run(() =>
      this.#parts.database.write(async (session) => {
        await session.rows(LOCK_HEAD);
        await session.run(FORGET_REMOVED);
        await this.#holdFence(session);
      }),
    );
  }

  /** Waits for the commit that runs; those behind it, and later ones, are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.idle();
  }

  #requireLoaded(): void {
    if (this.#version === undefined) throw new StoreUnavailable('alerts are still being read', undefined);
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => {
      if (this.#isClosed) throw new StoreUnavailable('closed', undefined);
      return storeErrors(work);
    });
  }

  async #commit<T>(decide: (records: AlertReader) => Decision<T>): Promise<T> {
    const { database, fence } = this.#parts;
    const { result, changes, version } = await database.write(async (session) => {
      await session.rows(LOCK_HEAD);
      await this.#read(session);
      const decided = decide(this.#records);
      const dropped = fence === undefined ? [] : this.#dropped;
      const all = [...decided.changes, ...dropped.map((id): AlertChange => ({ remove: 'delivery', id }))];
      const next = (this.#version ?? 0) + 1;
      if (all.length > 0) await this.#write(session, next, all);
      return { result: decided.result, changes: all, version: next };
    });
    if (changes.length === 0) return result;
    if (fence !== undefined) this.#dropped = [];
    this.#apply(changes);
    this.#version = version;
    return result;
  }

  /** The fence comes last: a new leader never waits for nodes that hold the head. */
  async #write(session: Session, version: number, changes: readonly AlertChange[]): Promise<void> {
    const rows = rowsOf(changes);
    const bodies = rows.map(({ body }) => (body === undefined ? null : JSON.stringify(body)));
    await session.run(WRITE, [version, rows.map(({ kind }) => kind), rows.map(({ id }) => id), bodies]);
    await session.run('update alert_head set version = $1', [version]);
    await this.#holdFence(session);
  }

  async #holdFence(session: Session): Promise<void> {
    const { fence } = this.#parts;
    if (fence === undefined) return;
    const held = await session.rows(HOLD_FENCE, [fence]);
    if (held.length === 0) throw new AlertsFenced();
  }

  #readStored(): Promise<void> {
    const { database } = this.#parts;
    return this.#read(database, (work) => database.read(work));
  }

  /** Applies the commits after the known one. `inSnapshot` as in `readAlertRows`. */
  async #read(
    session: Pick<Session, 'rows'>,
    inSnapshot: Parameters<typeof readAlertRows>[2] = (work) => work(session),
  ): Promise<void> {
    const known = this.#version;
    if (known !== undefined) {
      const { rows, head, removedBefore } = await readAlertRows(session, known, inSnapshot);
      // A lower head: the database was restored to an earlier moment.
      if (head >= known && removedBefore <= known) return this.#applyRows(rows, head);
    }
    const { rows, head } = await readAlertRows(session, undefined, inSnapshot);
    this.#records.clear();
    this.#dropped = [];
    this.#applyRows(rows, head);
    // They were counted when they were dropped.
    if (known === undefined) this.#records.resetDropped();
  }

  #applyRows(rows: readonly AlertRow[], head: number): void {
    this.#apply(rows.flatMap((row) => changeOf(row) ?? []));
    this.#version = head;
  }

  #apply(changes: readonly AlertChange[]): void {
    const dropped = changes.flatMap((change) => this.#records.apply(change));
    if (dropped.length > 0 && this.#parts.fence !== undefined) this.#dropped = [...this.#dropped, ...dropped];
  }
}

async function storeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof AlertsFenced) throw error;
    // A serving node may add no rows once the table has reached its limit.
    if (error instanceof OperatorError) throw new StoreUnavailable(error.message, error);
    if (!isServerTrouble(error)) throw error;
    throw new StoreUnavailable(String((error as NodeJS.ErrnoException).code), error);
  }
}
