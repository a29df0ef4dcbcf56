import type { Session } from '../database.ts';
import type { AlertRow } from './alert-rows.ts';

/** Rows of `alert_record`, and the version of the newest commit in them. */
export interface AlertRows {
  /** In the order of their commits; without `after`, in the order in which the records were made. */
  readonly rows: readonly AlertRow[];
  readonly head: number;
  /** Rows that were removed up to this version may be gone. */
  readonly removedBefore: number;
}

interface PageRow extends AlertRow {
  readonly [column: string]: unknown;
  readonly head: string;
  readonly removed_before: string;
  /** Null in the only row of an answer without records. */
  readonly kind: string;
  readonly version: string;
  readonly number: string;
}

type Reader = Pick<Session, 'rows'>;

const PAGE_ROWS = 256;
/** No node writes a longer one. It counts as removed, so that a page has a limit, whatever a stolen node has written. */
const MAX_BODY_BYTES = 128 * 1024;
const READ_PAGE = `
  select head.version as head, head.removed_before, kind, id, record.version, number,
    case when pg_column_size(body) <= ${MAX_BODY_BYTES} then body end as body
  from alert_head head left join lateral (
    select kind, id, body, version, number from alert_record
    where (version, number) > ($1::bigint, $2::bigint) and ($3 or body is not null)
    order by version, number limit ${PAGE_ROWS}
  ) record on true
  order by record.version, number`;
/** Behind all rows of a version. */
const END = '9223372036854775807';

/**
 * Reads the rows of all commits after a version, or all rows that are not removed, in pages. `inSnapshot` runs what takes several
 * pages, with a session in which all queries see the same.
 */
export async function readAlertRows(
  first: Reader,
  after: number | undefined,
  inSnapshot: <T>(work: (session: Reader) => Promise<T>) => Promise<T>,
): Promise<AlertRows> {
  const page = await readPage(first, after, startOf(after));
  return page.length < PAGE_ROWS ? rowsIn(page, after) : inSnapshot((session) => readPages(session, after));
}

async function readPages(session: Reader, after: number | undefined): Promise<AlertRows> {
  const all: PageRow[] = [];
  for (let from = startOf(after); ;) {
    const page = await readPage(session, after, from);
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return rowsIn(all, after);
    from = [last.version, last.number];
  }
}

function startOf(after: number | undefined): readonly [version: string, number: string] {
  return after === undefined ? ['-1', END] : [String(after), END];
}

function readPage(session: Reader, after: number | undefined, from: readonly string[]): Promise<PageRow[]> {
  return session.rows<PageRow>(READ_PAGE, [...from, after !== undefined]);
}

function rowsIn(page: readonly PageRow[], after: number | undefined): AlertRows {
  const rows = page.filter(({ kind }) => kind !== null);
  const [{ head, removed_before: removedBefore } = { head: 'NaN', removed_before: 'NaN' }] = page;
  return {
    rows: after === undefined ? rows.toSorted((a, b) => Number(a.number) - Number(b.number)) : rows,
    head: Number(head),
    removedBefore: Number(removedBefore),
  };
}
