import type pg from 'pg';
import { isSchemaName, SCHEMA_NAME_RULE } from './schema-name.ts';
import { toldAway } from './store-away.ts';

export interface DatabaseOptions {
  /** postgres://user@host:port/name */
  readonly url: string;
  /** The tables of one history; by default `tidemark`. */
  readonly schema?: string;
  /** How many connections at most; more questions wait for one. */
  readonly connections?: number;
  /** A statement that takes longer is given up. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a connection. */
  readonly connectTimeoutMs?: number;
}

const CONNECTIONS = 8;
const STATEMENT_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;
const IDLE_MS = 30_000;
/** What an answer may take beyond the time of its statement. */
const ANSWER_MS = 1000;

export type Row = Readonly<Record<string, unknown>>;

/** Asks one connection, inside of a transaction. */
export interface Session {
  rows<T extends Row>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** How many rows a statement has changed. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

/**
 * Holds the number of the newest writer for the rest of a transaction; no row where it is another one. A process that stops in the middle of
 * it does not keep another one from taking over for long.
 */
export const HOLD_FENCE =
  "select set_config('idle_in_transaction_session_timeout', '3000', true) from fence where number = $1 for share";

/** The number of the newest writer. */
export async function newestFence(session: Pick<Session, 'rows'>): Promise<number> {
  const [row] = await session.rows<{ number: string }>('select number from fence');
  return Number(row?.number);
}

/**
 * A bounded pool of connections to one schema. Answers are text: binary ones corrupt `bytea`. A connection that breaks fails what is asked
 * over it, and the next question opens another one.
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

  async rows<T extends Row>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await toldAway(async () => (await this.#opened()).query<T>(sql, [...values]));
    return rows;
  }

  /** `answerMs`: how long it may take, where that is less than usual. Where the answer is lost, it may have been done. */
  async run(sql: string, values: readonly unknown[] = [], answerMs?: number): Promise<number> {
    const { rowCount } = await toldAway(async () =>
      (await this.#opened()).query({
        text: sql,
        values: [...values],
        ...(answerMs !== undefined && { query_timeout: answerMs }),
      }),
    );
    return rowCount ?? 0;
  }

  /** All questions see the same moment. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transaction('begin transaction isolation level repeatable read read only', work);
  }

  /** All or nothing: what the work throws undoes it. Where an answer is lost, what was asked for may have been done. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transaction('begin', work);
  }

  /** A second call waits for the first. */
  close(): Promise<void> {
    this.#closed ??= (async () => (await this.#pool)?.end())();
    return this.#closed;
  }

  /** The driver is loaded with the first question: most services never ask one. */
  #opened(): Promise<pg.Pool> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    return (this.#pool ??= this.#open());
  }

  async #open(): Promise<pg.Pool> {
    const { default: driver } = await import('pg');
    const { url, connections, connectTimeoutMs, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = this.#options;
    const pool = new driver.Pool({
      connectionString: url,
      max: connections ?? CONNECTIONS,
      connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      application_name: 'tidemark',
      // Where the network swallows packets no answer comes, and no error either.
      query_timeout: statementTimeoutMs + ANSWER_MS,
      // Tables of one row are taken for large ones until they are analysed, and a statement of 0.2 ms would be compiled for half a second.
      options: `-c search_path=${this.schema} -c statement_timeout=${statementTimeoutMs} -c timezone=UTC -c jit=off`,
    });
    // An unused connection broke: the pool has taken it out, and opens another one for the next question.
    pool.on('error', () => undefined);
    return pool;
  }

  #transaction<T>(begin: string, work: (session: Session) => Promise<T>): Promise<T> {
    return toldAway(async () => {
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
        // A connection that does not answer, or cannot even undo, is not used again; the server undoes what it had.
        if (isUnanswered(error)) broken = error;
        else await client.query('rollback').catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        client.off('error', breaks);
        client.release(broken);
      }
    });
  }
}

/** As the driver says that it has waited for too long. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

function sessionOf(client: pg.PoolClient): Session {
  const ask = <T extends Row>(sql: string, values: readonly unknown[] = []) =>
    client.query<T>(sql, [...values]);
  return {
    rows: async <T extends Row>(sql: string, values?: readonly unknown[]) => (await ask<T>(sql, values)).rows,
    run: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
  };
}
