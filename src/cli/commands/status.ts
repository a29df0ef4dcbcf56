import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { leftText, presentText, STAGE_WORDS } from '../../app/backfill/backfill-words.ts';
import { statusOf, type Status } from '../../app/status/status.ts';
import { DAY_MS, SECOND_MS } from '../../core/time.ts';
import { takeOptions } from '../options.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark status [--data DIR] [--json]

Tells what a data directory holds: the last tick, how late it was, series, days, disk space by kind, recorded inputs,
damage and quarantine, and the back-fill while there is one. Asks the service where one is running, and says so where
none is. The same numbers are on /metrics.
`;

export const statusCommand: Command = {
  help: () => HELP,
  run: status,
};

async function status(args: readonly string[], io: Output): Promise<number> {
  const { options, positional, others } = takeOptions(args, { values: [], switches: ['--json'] });
  if (positional.length > 0) throw new UsageError(`unexpected '${positional[0]}'\n\n${HELP}`);
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const found = await statusOf(settings.data);
  io.out(options.has('--json') ? `${JSON.stringify(found)}\n` : textOf(found));
  return 0;
}

const MEGABYTE = 2 ** 20;

function textOf(found: Status): string {
  const {
    running,
    pid,
    holder,
    directory,
    identity,
    lastTick,
    series,
    tickDays,
    endOfDay,
    disk,
    inputs,
    backfill,
  } = found;
  const data = identity
    ? Object.entries(identity)
        .map(([name, value]) => (name === 'source' ? value : `${name} ${value}`))
        .join(', ')
    : 'never served';
  const rows: [name: string, text: string | undefined][] = [
    [
      'service',
      running
        ? `running, process ${pid}`
        : `stopped${holder === undefined ? '' : `, '${holder}' is running`}`,
    ],
    ['directory', `${directory} (${data})`],
    ['last tick', lastTick ?? 'none yet'],
    ['lateness', found.latenessSeconds === undefined ? undefined : `${found.latenessSeconds} s`],
    ['clock', found.clockBehindSeconds === undefined ? undefined : clockText(found.clockBehindSeconds)],
    ['speed', found.speed && speedText(found.speed)],
    ['history lag', found.historyLagSeconds === undefined ? undefined : `${found.historyLagSeconds} s`],
    [
      'series',
      Object.entries(series)
        .map(([type, count]) => `${type} ${count}`)
        .join(', '),
    ],
    ['days of ticks', tickDaysText(tickDays)],
    ['end of day', endOfDay && `${endOfDay.oldest} to ${endOfDay.newest}`],
    [
      'disk',
      Object.entries(disk)
        .map(([kind, bytes]) => `${kind} ${megabytes(bytes)}`)
        .join(', '),
    ],
    ['inputs', inputs && `${inputs.oldest} to ${inputs.newest}, ${megabytes(inputs.bytes)}`],
    ['reference data', found.reference && referenceText(found.reference)],
    ['filled in', backfill && sinceText(backfill)],
    ['missing', backfill?.missing && missingText(backfill.missing)],
    ['back-fill', backfill && backfillText(backfill)],
    ['damage', damageText(found.damage)],
    ['quarantine', quarantineText(found.quarantine)],
    ['lost ticks', found.lostTicks && lostText(found.lostTicks)],
  ];
  return rows.flatMap(([name, text]) => (text === undefined ? [] : `${name.padEnd(14)} ${text}\n`)).join('');
}

/** The days that changes are measured from lie apart: then the first and the last are no span. */
function tickDaysText({ count, oldest, newest }: Status['tickDays']): string {
  if (oldest === undefined || newest === undefined) return String(count);
  const days = (Date.parse(newest) - Date.parse(oldest)) / DAY_MS + 1;
  if (days === count) return `${count}, ${oldest} to ${newest}`;
  return `${count} of the ${days} from ${oldest} to ${newest}`;
}

function clockText(behindSeconds: number): string {
  return `${Math.ceil(behindSeconds)} s behind the last tick: none is published until it has passed it`;
}

function speedText({ asked, reached }: NonNullable<Status['speed']>): string {
  const now = reached === undefined ? 'not measured yet' : `${reached} reached`;
  return `${asked} times real time asked for, ${now}`;
}

function sinceText({ since: { records, values } }: NonNullable<Status['backfill']>): string {
  return presentText({ records: daysIn(records), values: daysIn(values) });
}

function daysIn(texts: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(Object.entries(texts).map(([of, day]) => [of, Date.parse(day)]));
}

function missingText({
  days,
  oldest,
  newest,
}: NonNullable<NonNullable<Status['backfill']>['missing']>): string {
  const span = days === 1 ? `1 day, ${newest}` : `${days} days, ${oldest} to ${newest}`;
  return `${span}: filled in before and lost; 'tidemark backfill' fills in what is missing`;
}

function backfillText({ stage, done, secondsLeft }: NonNullable<Status['backfill']>): string {
  if (stage === 'done') return 'done';
  const left = leftText(secondsLeft === undefined ? undefined : secondsLeft * SECOND_MS);
  return `${Math.floor(done * 100)} %, ${STAGE_WORDS[stage]}${left ? `, ${left}` : ''}`;
}

function referenceText({ versions, problem }: NonNullable<Status['reference']>): string {
  const known = `${versions} ${versions === 1 ? 'version' : 'versions'}`;
  return problem === undefined
    ? known
    : `${known}, ${problem}: 'tidemark verify' names the ticks without; restore it from a backup`;
}

function damageText({ blocks, files, lastCheck }: Status['damage']): string {
  const checked = lastCheck === undefined ? 'not all checked yet' : `all checked ${lastCheck}`;
  return blocks === 0 ? `none known, ${checked}` : `${blocks} in ${files.join(', ')}; ${checked}`;
}

function quarantineText({ files, newest }: Status['quarantine']): string | undefined {
  if (files === 0) return undefined;
  const named = newest.map(({ from, reason }) => `${from} (${reason})`).join(', ');
  return `${files} ${files === 1 ? 'file' : 'files'}: ${named}`;
}

function lostText({ ticks, newest }: NonNullable<Status['lostTicks']>): string {
  const spans = newest.map(({ from, to, foundAt }) => `${from} to ${to} (found ${foundAt})`).join(', ');
  return `${ticks} that were published: ${spans}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MiB`;
}
