import { csvHeader, csvLine } from '../../contract/csv-text.ts';
import { OperatorError } from '../../core/errors.ts';
import { validMembers } from '../client/valid-record.ts';
import { fieldsLine, fittedTable, headingOf } from '../client/columns.ts';
import { CONNECTION_OPTIONS, type ConnectionCall } from '../client/connection-options.ts';
import { STRICT_END, STRICT_OPTION } from '../shared-options.ts';
import { plain } from '../client/notices/plain.ts';
import { jsonLine, withService, type TargetService } from '../client/with-service.ts';
import {
  JSON_OPTION,
  switchOption,
  UsageError,
  type Action,
  type ActionGroup,
  type Output,
} from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { getProblems, hasRange, routeOptions, routePositionals, topOf } from '../get/get-options.ts';
import { namesById } from '../get/names-by-id.ts';
import { portionsOf, type Portion } from '../get/read-route.ts';
import { csvColumns, plainColumns, tableColumns } from '../get/route-columns.ts';
import { oneOf, queryOf, type Query } from '../get/route-query.ts';
import type { Route } from '../get/route.ts';
import { ROUTES } from '../get/routes.ts';
import { tableText } from '../output/table-text.ts';

export const command: ActionGroup = {
  about: [
    'Lists records of a service as a table, with --json as JSON, with --csv as CSV. Wherever the API takes an id, you can use a name. Without an action it lists the actions. A table shows names instead of ids and as many columns as fit, and reports how many do not; on a pipe each record is a line with all of its members and ids.',
  ],
  actions: Object.fromEntries(ROUTES.map((route) => [route.name, actionOf(route)])),
  listsActions: true,
};

function actionOf(route: Route): Action {
  return {
    summary: route.summary,
    positionals: routePositionals(route),
    options: {
      ...routeOptions(route),
      ...(hasRange(route) && { strict: STRICT_OPTION }),
      csv: switchOption('Print CSV with a header, as the service writes it'),
      json: JSON_OPTION,
      ...CONNECTION_OPTIONS,
    },
    ...(hasRange(route) && { exitCodes: [STRICT_END] }),
    run: (call, io) => {
      const problems = getProblems(route, call);
      if (problems.length > 0) throw new UsageError(...problems);
      return withService(call as unknown as ConnectionCall, io, (service) =>
        get(service, { route, options: call.options, name: call.positionals[0] }, io),
      );
    },
  };
}

interface Wanted {
  readonly route: Route;
  readonly options: Readonly<Record<string, unknown>>;
  readonly name: string | undefined;
}

async function get(service: TargetService, wanted: Wanted, io: Output): Promise<number> {
  const query = isOneOf(wanted) ? {} : await queryOf(service.tidemark, { ...wanted, signal: service.signal });
  const portions = readPortions(service, wanted, query);
  const { csv, json } = wanted.options;
  let hasMore: boolean;
  if (json) hasMore = await printLines(service, portions, jsonLine);
  else if (csv) {
    const columns = csvColumns(wanted.route);
    hasMore = await printLines(service, portions, (record) => csvLine(columns, record), csvHeader(columns));
  } else if (!service.look.isTerminal) {
    const columns = plainColumns(wanted.route);
    hasMore = await printLines(service, portions, (record) => `${fieldsLine(record, columns)}\n`);
  } else hasMore = await printTable(service, { ...wanted, query }, portions, io);
  if (hasMore) io.err('tidemark: there are more: use --limit NUMBER or --limit all\n');
  return EXIT.ok;
}

function isOneOf({ route, name }: Wanted): boolean {
  return route.one !== undefined && name !== undefined;
}

type RowsOf = Readonly<Record<string, readonly object[]>>;

/** Checks each record against the documented members of the list. */
async function* readPortions(
  { tidemark, signal }: TargetService,
  wanted: Wanted,
  query: Query,
): AsyncGenerator<Portion, void, undefined> {
  const { route, options, name } = wanted;
  if (isOneOf(wanted)) {
    const one = validMembers(await oneOf(tidemark, route, name!, signal), route.columns);
    yield { records: [one], hasMore: false };
    return;
  }
  const { rows } = route;
  const { limit, top } = options as { readonly limit?: number; readonly top?: number };
  for await (const portion of portionsOf(tidemark, route, query, { limit, signal })) {
    if (rows !== undefined && options['json']) {
      yield portion;
      continue;
    }
    const records =
      rows === undefined ? portion.records : portion.records.flatMap((each) => rowsOf(each, rows));
    for (const record of records) validMembers(record, route.columns);
    if (top !== undefined) yield { records: topOf(route, records, top), hasMore: false };
    else if (rows === undefined) yield portion;
    else yield { records, hasMore: portion.hasMore };
  }
}

function rowsOf(whole: object, rows: string): readonly object[] {
  const found = (whole as RowsOf)[rows] ?? [];
  if (Array.isArray(found)) return found;
  throw new OperatorError(`the service sent a record that cannot be read: ${rows} is not a list`);
}

async function printLines(
  { write }: TargetService,
  portions: AsyncIterable<Portion>,
  lineOf: (record: object) => string,
  header = '',
): Promise<boolean> {
  let hasMore = false;
  // Together with the first records: if the request fails, nothing is printed.
  let before = header;
  for await (const portion of portions) {
    const text = before + portion.records.map(lineOf).join('');
    if (text !== '') await write(text);
    before = '';
    ({ hasMore } = portion);
  }
  return hasMore;
}

/** Each page has its own column widths, so that pages can be printed as they arrive. */
async function printTable(
  { tidemark, signal, look, write }: TargetService,
  wanted: Wanted & { readonly query: Query },
  portions: AsyncIterable<Portion>,
  io: Output,
): Promise<boolean> {
  const { route, query } = wanted;
  const names = await namesById(tidemark, route, query, signal);
  const isSingle = (!route.isList && route.rows === undefined) || isOneOf(wanted);
  let [hasMore, count, leftOut] = [false, 0, 0];
  for await (const portion of portions) {
    const { records } = portion;
    ({ hasMore } = portion);
    count += records.length;
    const columns = tableColumns(route, names, records);
    if (isSingle) await write(tableText(fieldRows(records[0] ?? {}, columns)));
    else if (records.length > 0) {
      const table = fittedTable(records, columns, look);
      leftOut = Math.max(leftOut, table.leftOut);
      await write(table.lines.map((line) => `${line}\n`).join(''));
    }
  }
  if (count === 0) await write('none\n');
  if (leftOut > 0) io.err(`tidemark: ${leftOutText(leftOut)}\n`);
  return hasMore;
}

function leftOutText(count: number): string {
  const what = count === 1 ? 'one column is' : `${count} columns are`;
  return `${what} left out: widen the window, or use --csv or --json`;
}

function fieldRows(record: object, columns: ReturnType<typeof tableColumns>): string[][] {
  return columns
    .map((column) => [`${headingOf(column)}:`, plain(column.of(record))])
    .filter(([, text]) => text !== '');
}
