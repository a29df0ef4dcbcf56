import { csvHeader, csvLine } from '../../contract/csv-text.ts';
import { SystemClock } from '../../core/clock.ts';
import { fieldsLine, headingOf, tableLines } from '../client/columns.ts';
import { CONNECTION_OPTIONS, type ConnectionCall } from '../client/connection-options.ts';
import { plain } from '../client/plain.ts';
import { jsonLine, withService, type AskedService } from '../client/with-service.ts';
import {
  JSON_OPTION,
  switchOption,
  UsageError,
  type Action,
  type ActionGroup,
  type Output,
} from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { routeOptions, routePositionals } from '../get/get-options.ts';
import { namesById } from '../get/names-by-id.ts';
import { portionsOf, type Portion } from '../get/read-route.ts';
import { csvColumns, plainColumns, tableColumns } from '../get/route-columns.ts';
import { oneOf, queryOf } from '../get/route-query.ts';
import type { Route } from '../get/route.ts';
import { ROUTES } from '../get/routes.ts';
import { tableText } from '../table-text.ts';

export const getCommand: ActionGroup = {
  about: [
    'Lists what a service has, as a table, with --json as JSON, with --csv as CSV. Names are taken wherever the service wants an id. A table shows names in place of ids and as many columns as fit; on a pipe each record is a line with all of its members, and ids as they are.',
  ],
  actions: Object.fromEntries(ROUTES.map((route) => [route.name, actionOf(route)])),
};

function actionOf(route: Route): Action {
  return {
    summary: route.summary,
    positionals: routePositionals(route),
    options: {
      ...routeOptions(route),
      csv: switchOption('Print CSV with a header, as the service writes it'),
      json: JSON_OPTION,
      ...CONNECTION_OPTIONS,
    },
    run: (call, io) => {
      if (call.options['csv'] && call.options['json'])
        throw new UsageError('--csv and --json: give one of them');
      if (call.given.has('from') && call.given.has('last'))
        throw new UsageError('--from and --last: give one of them');
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

async function get(service: AskedService, wanted: Wanted, io: Output): Promise<number> {
  const portions = readPortions(service, wanted);
  const { csv, json } = wanted.options;
  let hasMore: boolean;
  if (json) hasMore = await printLines(service, portions, jsonLine);
  else if (csv) {
    const columns = csvColumns(wanted.route);
    hasMore = await printLines(service, portions, (record) => csvLine(columns, record), csvHeader(columns));
  } else if (!service.look.isTerminal) {
    const columns = plainColumns(wanted.route);
    hasMore = await printLines(service, portions, (record) => `${fieldsLine(record, columns)}\n`);
  } else hasMore = await printTable(service, wanted, portions);
  if (hasMore) io.err('tidemark: there are more: --limit NUMBER or --limit all\n');
  return EXIT.ok;
}

type RowsOf = Readonly<Record<string, readonly object[]>>;

async function* readPortions(
  { tidemark, signal }: AskedService,
  { route, options, name }: Wanted,
): AsyncGenerator<Portion, void, undefined> {
  if (route.one !== undefined && name !== undefined) {
    yield { records: [await oneOf(tidemark, route, name, signal)], hasMore: false };
    return;
  }
  const clock = new SystemClock();
  const query = await queryOf(tidemark, { route, options, name, signal, now: () => clock.now() });
  const { rows } = route;
  const limit = options['limit'] as number | undefined;
  for await (const portion of portionsOf(tidemark, route, query, { limit, signal }))
    yield rows === undefined || options['json']
      ? portion
      : { ...portion, records: portion.records.flatMap((whole) => (whole as RowsOf)[rows] ?? []) };
}

async function printLines(
  { write }: AskedService,
  portions: AsyncIterable<Portion>,
  lineOf: (record: object) => string,
  header = '',
): Promise<boolean> {
  let hasMore = false;
  // With the first records: where the service refuses, nothing is written.
  let before = header;
  for await (const portion of portions) {
    const text = before + portion.records.map(lineOf).join('');
    if (text !== '') await write(text);
    before = '';
    ({ hasMore } = portion);
  }
  return hasMore;
}

/** A page at a time has widths of its own: what is read is not held until the last has come. */
async function printTable(
  { tidemark, signal, look, write }: AskedService,
  { route, name }: Wanted,
  portions: AsyncIterable<Portion>,
): Promise<boolean> {
  const names = await namesById(tidemark, route, signal);
  const isSingle =
    (!route.isList && route.rows === undefined) || (route.one !== undefined && name !== undefined);
  let [hasMore, count] = [false, 0];
  for await (const portion of portions) {
    const { records } = portion;
    ({ hasMore } = portion);
    count += records.length;
    const columns = tableColumns(route, names, records);
    if (isSingle) await write(tableText(fieldRows(records[0] ?? {}, columns)));
    else if (records.length > 0)
      await write(
        tableLines(records, columns, look)
          .map((line) => `${line}\n`)
          .join(''),
      );
  }
  if (count === 0) await write('none\n');
  return hasMore;
}

function fieldRows(record: object, columns: ReturnType<typeof tableColumns>): string[][] {
  return columns
    .map((column) => [`${headingOf(column)}:`, plain(column.of(record))])
    .filter(([, text]) => text !== '');
}
