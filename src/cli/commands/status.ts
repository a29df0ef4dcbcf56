import { leftText, presentText, STAGE_WORDS } from '../../app/backfill/backfill-words.ts';
import type { StartingStatus } from '../../app/status/start-progress.ts';
import { statusOf, type Status } from '../../app/status/status.ts';
import { seedingText } from '../../app/status/seeding-status.ts';
import { DAY_MS, SECOND_MS } from '../../core/time.ts';
import { quoted } from '../shown.ts';
import { action, JSON_OPTION } from '../command.ts';

export const statusCommand = action({
  about: [
    'Tells the last tick, how late it was, series, days, disk space by kind, recorded inputs, damage and quarantine, and the back-fill while there is one. Asks the service where one is running, and says so where none is. The same numbers are on /metrics.',
  ],
  options: { json: JSON_OPTION },
  settings: ['data'],
  ends: [
    [0, 'where the service is running and ready, and no damage is known'],
    [1, 'where nothing could be told, such as of a directory that cannot be read'],
    [3, 'where no service is running'],
    [4, 'where the service is starting'],
    [5, 'where the service is running and not ready, or something stored is damaged'],
  ],
  run: async ({ options, config }, io) => {
    const found = await statusOf(config().settings.data);
    const text = () => ('starting' in found ? startingText(found) : textOf(found));
    io.out(options.json ? `${quoted(found)}\n` : text());
    return exitCodeOf(found);
  },
});

function exitCodeOf(found: Status | StartingStatus): number {
  if ('starting' in found) return 4;
  if (!found.running) return 3;
  return found.notReady || found.damage.blocks > 0 ? 5 : 0;
}

function startingText({ pid, directory, starting: { step, seconds } }: StartingStatus): string {
  const rows = [
    ['service', `starting, process ${pid}, for ${seconds} s: ${step}`],
    ['directory', directory],
  ];
  return rows.map(([name = '', text]) => `${name.padEnd(14)} ${text}\n`).join('');
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
    ['not ready', found.notReady?.join(', ')],
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
    ['supplies', found.supplies && suppliesText(found.supplies)],
    ['seeded', found.seeding && seedingText(found.seeding)],
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

function suppliesText({
  assets,
  why,
  origins,
  findings,
  examples = [],
}: NonNullable<Status['supplies']>): string {
  const parts = origins.map(({ origin, assets: count, newest, problem }) => {
    const dated = newest === undefined ? '' : `, dated up to ${newest}`;
    return `${origin} ${count}${dated}${problem === undefined ? '' : ` (${problem})`}`;
  });
  const named = examples.map(quoted).join(', ');
  const doubtful =
    findings === 0 ? '' : `; ${findings} do not count (${named}): 'tidemark sources status' names all`;
  if (why !== undefined) return `${why}${doubtful}`;
  return `of ${assets} assets: ${parts.join('; ')}${doubtful}`;
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
