import { Difference } from './history-comparison.ts';
import { move, type Moved } from './move.ts';
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
  conceal: withoutPassword,
};

const NEEDED = 'name both ends: tidemark move --from DIR --to postgres://HOST/NAME, or the other way round';

export const moveCommand = action({
  about: [
    'Moves a history with all that belongs to it from a data directory to a PostgreSQL database, for a service on several machines, or from there to a new directory: index values with their flags and the chain of records, end-of-day records, the state of the engine, reference data, contracts, signed heads, gaps, clients and keys. Then both are read and compared, value by value. Recorded inputs are moved, too.',
    'The source must not be in use, and is left as it is. The target must be empty, or hold what a move of the same source has left that was interrupted: then it goes on there.',
  ],
  options: {
    from: {
      ...optional(place, 'The data directory or database that holds the history'),
      required: NEEDED,
      completes: 'folder',
    },
    to: {
      ...optional(place, 'Where it goes: a database, or an empty or missing directory'),
      required: NEEDED,
      completes: 'folder',
    },
    verifyOnly: switchOption('Compare the two, and write nothing'),
    json: JSON_OPTION,
  },
  ends: [
    [1, 'where the two are not the same, or it could not be moved'],
    [130, 'where it was interrupted; the same command goes on'],
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
        ? 'both ends are databases: copy one with pg_dump and pg_restore'
        : "both ends are directories: 'tidemark backup' and 'tidemark restore' copy one",
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
    if (error instanceof Difference) return tellDifference(error, io, { verifyOnly, json });
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      error.signal,
      verifyOnly ? undefined : 'what was moved stays in its new place; run the same command again to go on',
    );
  }
}

function stepOn(progress: (line: string) => void): OnStep {
  return ({ work, what, done, all }) =>
    progress(`${work} ${what}, ${all === 0 ? 100 : Math.floor((100 * done) / all)} %`);
}

function tellDifference(
  { message }: Difference,
  io: Output,
  { verifyOnly, json }: Pick<Order, 'verifyOnly' | 'json'>,
): number {
  if (json) io.out(`${quoted({ difference: message })}\n`);
  const advice = verifyOnly ? '' : '. The new place is not to be used: empty it, and move again';
  io.err(`tidemark: the two are not the same: ${message}${advice}\n`);
  return EXIT.failed;
}

function textOf(moved: Moved, { from, to, verifyOnly }: Pick<Order, 'from' | 'to' | 'verifyOnly'>): string {
  const { days, series, values, records, candles, clients, keys, logs } = moved;
  const what =
    `${days} days, ${series} series, ${values} values, ${records} records of ticks, ${candles} end-of-day records, ` +
    `${clients} clients, ${keys} keys`;
  const inLogs = Object.entries(logs).map(([file, count]) => `${file} ${count}`);
  const verb = verifyOnly ? 'holds the same as' : 'holds what was moved from';
  return [
    `${moved.to} ${verb} ${moved.from}, all of it compared:`,
    `  ${what}`,
    `  records of logs: ${inLogs.join(', ')}`,
    ...moved.notMoved.map((left) => `  not moved, since the database has no table for it: ${left}`),
    ...(verifyOnly ? [] : [`  ${adviceFor(from, to)}`]),
    '',
  ].join('\n');
}

/** What is left to do. */
function adviceFor(from: string, to: string): string {
  return isDatabaseAddress(to)
    ? `Kept receipts stay in ${from}: keep it as the data directory of a compute node (--role compute --data ${from}).`
    : `Kept receipts stay with the compute nodes: copy the folder kept-receipts of one to ${to}.`;
}
