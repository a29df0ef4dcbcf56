import { HOLD_FENCE, isDuplicate, type Database, type Session } from '../database.ts';

export interface SharedRecord {
  /** From 1, without gaps. */
  readonly number: number;
  readonly content: Buffer;
}

/** `fenced`: there is a newer history writer. `behind`: the log has records that the caller has not read. */
export type SharedAppend = 'stored' | 'fenced' | 'behind';

const PAGE = 64;

/**
 * An append-only log in the database: versions of the reference data, contracts, heads. The history writer appends with its fence;
 * every node copies the records that it lacks and reads its copy.
 */
export class SharedLog {
  readonly name: string;
  readonly #database: Database;

  constructor(database: Database, name: string) {
    this.#database = database;
    this.name = name;
  }

  /** The number of the last record of each log, 0 if it is empty. One query for all. */
  static async lastNumbers(database: Session, names: readonly string[]): Promise<Map<string, number>> {
    const rows = await database.rows<{ name: string; last: number }>(
      `select name, coalesce((select max(number) from shared_log where log = name), 0) as last
       from unnest($1::text[]) as given (name)`,
      [names],
    );
    return new Map(rows.map(({ name, last }) => [name, last]));
  }

  /** Records in order, up to the end of the log when the last page is read. */
  async *after(number: number): AsyncGenerator<SharedRecord> {
    for await (const page of this.pagesAfter(number)) yield* page;
  }

  /** Like `after`, in pages. No page is empty. */
  async *pagesAfter(number: number, pageRecords = PAGE): AsyncGenerator<readonly SharedRecord[]> {
    for (let last = number; ;) {
      const rows = await this.#page(this.#database, last, pageRecords);
      if (rows.length > 0) yield rows;
      if (rows.length < pageRecords) return;
      last = rows.at(-1)!.number;
    }
  }

  /**
   * Appends all records or none, after the record `after`. Records that are retried because an answer was lost are stored once, even if
   * the retry has more records. Durable when it resolves with `stored`.
   */
  async append(contents: readonly Uint8Array[], after: number, fence: number): Promise<SharedAppend> {
    for (;;)
      try {
        return await this.#append(contents, after, fence);
      } catch (error) {
        // Another process has appended after the same record: its records are found now.
        if (!isDuplicate(error)) throw error;
      }
  }

  #append(contents: readonly Uint8Array[], after: number, fence: number): Promise<SharedAppend> {
    return this.#database.write(async (session) => {
      const held = await session.rows(HOLD_FENCE, [fence]);
      if (held.length === 0) return 'fenced';
      const there = await this.#page(session, after, contents.length + 1);
      if (!begins(contents, there)) return 'behind';
      if (there.length === contents.length) return 'stored';
      if (there.length === 0 && after > 0 && (await this.#page(session, after - 1, 1)).length === 0)
        throw new RangeError(`the log ${this.name} has no record ${after}`);
      await session.run(
        `insert into shared_log (log, number, content)
         select $1, $2 + place, content from unnest($3::bytea[]) with ordinality as given (content, place)`,
        [
          this.name,
          after + there.length,
          contents.slice(there.length).map((content) => Buffer.from(content)),
        ],
      );
      return 'stored';
    });
  }

  #page(session: Session, after: number, limit: number): Promise<SharedRecord[]> {
    return session.rows<SharedRecord & Record<string, unknown>>(
      'select number, content from shared_log where log = $1 and number > $2 order by number limit $3',
      [this.name, after, limit],
    );
  }
}

function begins(contents: readonly Uint8Array[], there: readonly SharedRecord[]): boolean {
  return (
    there.length <= contents.length &&
    there.every(({ content }, i) => Buffer.compare(content, contents[i]!) === 0)
  );
}
