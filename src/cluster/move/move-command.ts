import { HistoryDifference } from './history-comparison.ts';
import { move, type MoveResult } from './move.ts';
import { isDatabaseAddress, type OnStep } from './move-place.ts';
import { storeAddress, withoutPassword } from '../servers.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { optional, type SettingKind } from '../../core/setting.ts';
import { action, JSON_OPTION, switchOption, UsageError, type Output } from '../../cli/command.ts';
import { EXIT, Interrupted } from '../../cli/exit-codes.ts';
import { interruption } from '../../cli/interruption.ts';
import { quoted } from '../../cli/output/shown.ts';

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** A path, or the URL of a database. */
const place: SettingKind<string> = {
  placeholder: 'PLACE',
  parse: (text) => {
    if (isDatabaseAddress(text)) return storeAddress.parse(text)?.address;
    return text === '' || SCHEME.test(text) ? undefined : text;
  },
  expects: 'must be a data directory, or a database such as postgres://tidemark@db.example.com/tidemark',
  redact: withoutPassword,
};

const NEEDED =
  'give both --from and --to: tidemark move --from DIR --to postgres://HOST/NAME, or from a database to a directory';

export const moveCommand = action({
  about: [
    'Moves a history from a data directory to a PostgreSQL database, for a service on several machines, or from a database to a new directory. It copies index values with their flags and the chain of records, end-of-day records, the state of the engine, reference data, contracts, signed heads, gaps, clients, keys and recorded inputs. Then it reads both and compares them, value by value.',
    'The source must not be in use, and stays as it is. The target must be empty, or hold the result of an interrupted move of the same source, which is then resumed.',
  ],
  options: {
    from: {
      ...optional(place, 'The data directory or database that holds the history'),
      missingMessage: NEEDED,
      completes: 'folder',
    },
    to: {
      ...optional(place, 'The target: a database, or an empty or missing directory'),
      missingMessage: NEEDED,
      completes: 'folder',
    },
    verifyOnly: switchOption('Only compare the two; write nothing'),
    json: JSON_OPTION,
  },
  exitCodes: [
    [1, 'if the two differ, or the history could not be moved'],
    [130, 'if it was interrupted; the same command resumes it'],
  ],
  examples: [
    'tidemark move --from /srv/tidemark --to postgres://tidemark@db.example.com/tidemark',
    'tidemark move --from postgres://tidemark@db.example.com/tidemark --to /srv/tidemark-back',
    'tidemark move --verify-only --from /srv/tidemark --to postgres://tidemark@db.example.com/tidemark',
  ],
  run: ({ options: { from, to, verifyOnly, json } }, io) => runMove({ from, to, verifyOnly, json }, io),
});

interface Order {
  readonly from: string;
  readonly to: string;
  readonly verifyOnly: boolean;
  readonly json: boolean;
}

async function runMove({ from, to, verifyOnly, json }: Order, io: Output): Promise<number> {
  if (isDatabaseAddress(from) === isDatabaseAddress(to))
    throw new UsageError(
      isDatabaseAddress(from)
        ? '--from and --to are both databases: use pg_dump and pg_restore to copy a database'
        : "--from and --to are both directories: use 'tidemark backup' and 'tidemark restore' to copy a directory",
    );
  const signal = interruption();
  const { progress } = io.errors;
  try {
    const order = { from, to, verifyOnly, clock: new SystemClock(), signal };
    const moved = await move({ ...order, onStep: progress ? stepOn(progress) : () => undefined });
    progress?.('');
    io.out(json ? `${quoted(moved)}\n` : textOf(moved, { from, to, verifyOnly }));
    return EXIT.ok;
  } catch (error) {
    progress?.('');
    if (error instanceof HistoryDifference) return reportDifference(error, io, { verifyOnly, json });
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      error.signal,
      verifyOnly ? undefined : 'what was moved stays in the target; run the same command again to resume',
    );
  }
}

function stepOn(progress: (line: string) => void): OnStep {
  return ({ work, what, done, all }) =>
    progress(`${work} ${what}, ${all === 0 ? 100 : Math.floor((100 * done) / all)} %`);
}

function reportDifference(
  { message }: HistoryDifference,
  io: Output,
  { verifyOnly, json }: Pick<Order, 'verifyOnly' | 'json'>,
): number {
  if (json) io.out(`${quoted({ difference: message })}\n`);
  const advice = verifyOnly ? '' : '. Do not use the target: empty it, and move again';
  io.err(`tidemark: the two differ: ${message}${advice}\n`);
  return EXIT.failed;
}

function textOf(
  moved: MoveResult,
  { from, to, verifyOnly }: Pick<Order, 'from' | 'to' | 'verifyOnly'>,
): string {
  const { days, series, values, records, candles, clients, keys, logs } = moved;
  const what =
    `${days} days, ${series} series, ${values} values, ${records} records of ticks, ${candles} end-of-day records, ` +
    `${clients} clients, ${keys} keys`;
  const inLogs = Object.entries(logs).map(([file, count]) => `${file} ${count}`);
  const verb = verifyOnly ? 'is the same as' : 'is a complete copy of';
  return [
    `${moved.to} ${verb} ${moved.from}; everything was compared:`,
    `  ${what}`,
    `  records of logs: ${inLogs.join(', ')}`,
    ...moved.notMoved.map((left) => `  not moved, because the database has no table for it: ${left}`),
    ...(verifyOnly ? [] : [`  ${adviceFor(from, to)}`]),
    '',
  ].join('\n');
}

/** What the operator still has to do. */
function adviceFor(from: string, to: string): string {
  return isDatabaseAddress(to)
    ? `Kept receipts stay in ${from}: use it as the data directory of a compute node (--role compute --data ${from}).`
    : `Kept receipts stay with the compute nodes: copy the folder kept-receipts of one to ${to}.`;
}
