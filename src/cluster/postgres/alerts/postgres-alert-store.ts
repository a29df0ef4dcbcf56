import { AlertRecords } from '../../../alerts/store/alert-records.ts';
import type { AlertChange, AlertReader, AlertStore, Decision } from '../../../alerts/store/alert-store.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { OperatorError, StoreUnavailable } from '../../../core/errors.ts';
import { HOLD_FENCE, type Database, type Session } from '../database.ts';
import { isServerTrouble } from '../store-away.ts';
import { changeOf, rowsOf, type AlertRow } from './alert-rows.ts';

/** Another process has opened the history writer: this one no longer leads, and nothing was stored. */
export class AlertsFenced extends Error {}

export interface PostgresAlertStoreParts {
  readonly database: Database;
  /** The fence of the leader: only the newest one may commit. Absent for nodes that serve. */
  readonly fence?: number | undefined;
}

interface ReadRow extends AlertRow {
  readonly [column: string]: unknown;
  readonly head: string;
  readonly removed_before: string;
  /** Null in the only row of an answer without records. */
  readonly kind: string;
}

/** If the process stops inside the transaction, the timeout ends it, so that others can commit. */
const LOCK_HEAD =
  "select set_config('idle_in_transaction_session_timeout', '3000', true) from alert_head for update";
const READ_CHANGES = `
  select head.version as head, head.removed_before, kind, id, body
  from alert_head head left join alert_record record on record.version > $1
  order by record.version, record.number`;
const READ_ALL = `
  select head.version as head, head.removed_before, kind, id, body
  from alert_head head left join alert_record record on record.body is not null
  order by record.number`;
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

  private constructor(parts: PostgresAlertStoreParts) {
    this.#parts = parts;
  }

  /** Rejects if the store cannot be reached. The caller closes the database. */
  static async open(parts: PostgresAlertStoreParts): Promise<PostgresAlertStore> {
    const store = new PostgresAlertStore(parts);
    await store.refresh();
    return store;
  }

  get records(): AlertReader {
    return this.#records;
  }

  /** Calls that wait for the same read share it. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#queue.run(() => {
      this.#refreshing = undefined;
      return storeErrors(() => this.#read(this.#parts.database));
    }));
  }

  commit<T>(decide: (records: AlertReader) => Decision<T>): Promise<T> {
    return this.#queue.run(() => storeErrors(() => this.#commit(decide)));
  }

  /** Deletes the rows of records that were removed more than a day ago. */
  forgetRemoved(): Promise<void> {
    return this.#queue.run(() =>
      storeErrors(() =>
        this.#parts.database.write(async (session) => {
          await session.rows(LOCK_HEAD);
          await session.run(FORGET_REMOVED);
          await this.#holdFence(session);
        }),
      ),
    );
  }

  async close(): Promise<void> {
    await this.#queue.idle();
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
    if (held.length === 0) throw new AlertsFenced('another compute node leads');
  }

  /** Applies the commits after the known one. */
  async #read(session: Pick<Session, 'rows'>): Promise<void> {
    const known = this.#version;
    if (known !== undefined) {
      const rows = await session.rows<ReadRow>(READ_CHANGES, [known]);
      const head = Number(rows[0]?.head);
      // A lower head: the database was restored to an earlier moment.
      if (head >= known && Number(rows[0]?.removed_before) <= known) return this.#applyRows(rows, head);
    }
    const rows = await session.rows<ReadRow>(READ_ALL);
    this.#records.clear();
    this.#dropped = [];
    this.#applyRows(rows, Number(rows[0]?.head));
    // They were counted when they were dropped.
    if (known === undefined) this.#records.resetDropped();
  }

  #applyRows(rows: readonly ReadRow[], head: number): void {
    this.#apply(rows.flatMap((row) => (row.kind === null ? [] : (changeOf(row) ?? []))));
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
    if (error instanceof StoreUnavailable) throw error;
    // A serving node may add no rows once the table has reached its limit.
    if (error instanceof OperatorError) throw new StoreUnavailable(error.message, error);
    if (!isServerTrouble(error)) throw error;
    throw new StoreUnavailable(String((error as NodeJS.ErrnoException).code), error);
  }
}
