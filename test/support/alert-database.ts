import type { AlertChange } from '../../src/alerts/store/alert-store.ts';
import { rowsOf } from '../../src/cluster/postgres/alerts/alert-rows.ts';
import type { DatabaseRow, Session } from '../../src/cluster/postgres/database.ts';

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly body: unknown;
  readonly version: number;
  readonly number: number;
}

/** Answers the statements about alerts as PostgreSQL would, from memory. Not for SQL itself: `test/postgres` has that. */
export class AlertDatabase {
  /** Every statement fails with it. */
  failure: Error | undefined;
  /** Another node has opened the writer of history. */
  isFenced = false;
  /** Writes wait for it, inside their transaction. */
  blocked: Promise<void> | undefined;
  clients: readonly { readonly id: string; readonly content: object }[] = [
    { id: 'client-1', content: { scopes: ['read:operations', 'read:index-ticker', 'read:alerts'] } },
  ];
  writes = 0;
  readsOfClients = 0;
  #rows: readonly Row[];
  #version = 1;

  constructor(changes: readonly AlertChange[] = []) {
    this.#rows = rowsOf(changes).map((row, number) => ({ ...row, body: row.body, version: 1, number }));
  }

  rows<T extends DatabaseRow>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return this.#session().rows<T>(sql, values);
  }

  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this.#session());
  }

  async write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.writes++;
    await this.blocked;
    const before = { rows: this.#rows, version: this.#version };
    try {
      return await work(this.#session());
    } catch (error) {
      this.#rows = before.rows;
      this.#version = before.version;
      throw error;
    }
  }

  /** What another node commits. */
  commit(...changes: readonly AlertChange[]): void {
    const rows = rowsOf(changes);
    this.#put(
      this.#version + 1,
      rows.map(({ kind }) => kind),
      rows.map(({ id }) => id),
      rows.map(({ body }) => (body === undefined ? null : JSON.stringify(body))),
    );
    this.#version++;
  }

  #session(): Session {
    return {
      rows: async <T extends DatabaseRow>(sql: string, values: readonly unknown[] = []) => {
        if (this.failure) throw this.failure;
        return this.#answer(sql, values) as unknown as T[];
      },
      run: async (sql, values = []) => {
        if (this.failure) throw this.failure;
        if (sql.includes('insert into alert_record'))
          this.#put(...(values as [number, string[], string[], []]));
        if (sql.includes('update alert_head set version')) this.#version = Number(values[0]);
        return 0;
      },
    };
  }

  #answer(sql: string, values: readonly unknown[]): readonly object[] {
    if (sql.includes('from alert_client')) {
      this.readsOfClients++;
      return this.clients;
    }
    if (sql.includes('from fence')) return this.isFenced ? [] : [{}];
    if (!sql.includes('removed_before')) return [];
    const [version, number, all] = values;
    const head = { head: String(this.#version), removed_before: '0' };
    const found = this.#rows
      .filter(
        (row) =>
          row.version > Number(version) || (row.version === Number(version) && row.number > Number(number)),
      )
      .filter(({ body }) => all === true || body !== null)
      .toSorted((a, b) => a.version - b.version || a.number - b.number);
    return found.length === 0 ? [{ ...head, kind: null }] : found.map((row) => ({ ...head, ...row }));
  }

  #put(
    version: number,
    kinds: readonly string[],
    ids: readonly string[],
    bodies: readonly (string | null)[],
  ): void {
    kinds.forEach((kind, i) => {
      const known = this.#rows.find((row) => row.kind === kind && row.id === ids[i]);
      const body: unknown = JSON.parse(bodies[i] ?? 'null');
      const row = { kind, id: ids[i]!, body, version, number: known?.number ?? this.#rows.length };
      this.#rows = [...this.#rows.filter((each) => each !== known), row];
    });
  }
}
