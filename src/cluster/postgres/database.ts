import type pg from 'pg';
import { isSchemaName, SCHEMA_NAME_RULE } from './schema-name.ts';
import { convertingStoreErrors, StoreOutdated } from './store-away.ts';

export interface DatabaseOptions {
  /** postgres://user@host:port/name */
  readonly url: string;
  /** Schema with the tables of one history; default `tidemark`. */
  readonly schema?: string;
  /** Limit of connections; further queries wait. */
  readonly connections?: number;
  /** A statement that takes longer is cancelled. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a connection. */
  readonly connectTimeoutMs?: number;
}

const CONNECTIONS = 8;
const STATEMENT_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;
const IDLE_MS = 30_000;
/** Time that an answer may take beyond the statement timeout. */
const ANSWER_MS = 1000;

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** Runs statements on one connection, inside a transaction. */
export interface Session {
  rows<T extends DatabaseRow>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** Returns how many rows the statement changed. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

/**
 * Locks the fence for the rest of a transaction; returns no row if there is a newer writer. If the process stops inside the
 * transaction, the idle timeout releases the lock, so that another process can take over.
 */
export const HOLD_FENCE =
  "select set_config('idle_in_transaction_session_timeout', '3000', true) from fence where number = $1 for share";

/** The fence number of the newest writer. */
export async function newestFence(session: Pick<Session, 'rows'>): Promise<number> {
  const [row] = await session.rows<{ number: string }>('select number from fence');
  return Number(row?.number);
}

/** Whether a statement was rejected because a row with the same key exists. */
export const isDuplicate = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23505';

/**
 * A bounded pool of connections to one schema. Results are text, because binary ones corrupt `bytea`. A broken connection fails its
 * statements, and the next statement opens a new one.
 */
export class Database implements Session {
  readonly schema: string;
  readonly #options: DatabaseOptions;
  #pool: Promise<pg.Pool> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: DatabaseOptions) {
    this.schema = options.schema ?? 'tidemark';
    if (!isSchemaName(this.schema)) throw new RangeError(SCHEMA_NAME_RULE);
    this.#options = options;
  }

  async rows<T extends DatabaseRow>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await convertingStoreErrors(async () =>
      (await this.#opened()).query<T>(sql, [...values]),
    );
    return rows;
  }

  /** `answerMs`: a shorter timeout than usual. If it rejects without an answer, the statement may have run. */
  async run(sql: string, values: readonly unknown[] = [], answerMs?: number): Promise<number> {
    const { rowCount } = await convertingStoreErrors(async () =>
      (await this.#opened()).query({
        text: sql,
        values: [...values],
        ...(answerMs !== undefined && { query_timeout: answerMs }),
      }),
    );
    return rowCount ?? 0;
  }

  /** All queries see the same snapshot. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transaction('begin transaction isolation level repeatable read read only', work);
  }

  /** Commits everything, or nothing if `work` throws. If the answer to the commit is lost, it may have been committed. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transaction('begin', work);
  }

  /** A second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= (async () => (await this.#pool)?.end())();
    return this.#closed;
  }

  /** Loads the driver with the first query: most services never use a database. */
  #opened(): Promise<pg.Pool> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    return (this.#pool ??= this.#open());
  }

  async #open(): Promise<pg.Pool> {
    const { default: driver } = await import('pg');
    const { url, connections, connectTimeoutMs, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = this.#options;
    const pool = new driver.Pool({
      Client: safeClient(driver.Client),
      connectionString: url,
      max: connections ?? CONNECTIONS,
      connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      application_name: 'tidemark',
      // If the network drops packets, neither an answer nor an error arrives.
      query_timeout: statementTimeoutMs + ANSWER_MS,
      // jit=off: the planner takes unanalysed tables of one row for large ones, and would compile a 0.2 ms statement for half a second.
      options: `-c search_path=${this.schema} -c statement_timeout=${statementTimeoutMs} -c timezone=UTC -c jit=off`,
    });
    // An idle connection broke: the pool has removed it, and opens a new one for the next query.
    pool.on('error', () => undefined);
    return pool;
  }

  #transaction<T>(begin: string, work: (session: Session) => Promise<T>): Promise<T> {
    return convertingStoreErrors(async () => {
      const client = await (await this.#opened()).connect();
      let broken: Error | undefined;
      const breaks = (error: Error) => (broken = error);
      client.on('error', breaks);
      try {
        const session = sessionOf(client);
        await session.run(begin);
        const result = await work(session);
        await session.run('commit');
        return result;
      } catch (error) {
        // A connection that does not answer, cannot roll back or leads to a former primary is not used again; the server rolls back.
        if (isUnanswered(error) || error instanceof StoreOutdated) broken = error;
        else await client.query('rollback').catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        client.off('error', breaks);
        client.release(broken);
      }
    });
  }
}

/**
 * Connections whose errors always have a listener: an `error` event without one ends the process. The pool removes its own listener
 * before the caller of `connect` can add one, and the server may report in the same packet that the connection is ready and that it
 * ends. The next statement on such a connection fails.
 */
function safeClient(Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => undefined);
    }
  };
}

/** Whether the driver's read timeout has expired. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

function sessionOf(client: pg.PoolClient): Session {
  const ask = <T extends DatabaseRow>(sql: string, values: readonly unknown[] = []) =>
    client.query<T>(sql, [...values]);
  return {
    rows: async <T extends DatabaseRow>(sql: string, values?: readonly unknown[]) =>
      (await ask<T>(sql, values)).rows,
    run: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
  };
}
