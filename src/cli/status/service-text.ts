import { leftText, presentText, STAGE_TEXTS } from '../../app/pipeline/backfill/backfill-text.ts';
import type { StartingStatus } from '../../app/operate/status/start-progress.ts';
import type { OwnerStatus, Status } from '../../app/operate/status/status.ts';
import { seedingText } from '../../app/operate/status/seeding-status.ts';
import { DAY_MS, SECOND_MS } from '../../core/time.ts';
import { quoted } from '../output/shown.ts';

/** For a service that has not opened its ports yet. */
export function startingText({ pid, directory, starting: { step, seconds } }: StartingStatus): string {
  const rows: Row[] = [
    ['service', `starting, process ${pid}, for ${seconds} s: ${step}`],
    ['directory', directory],
  ];
  return rowsText(rows);
}

const MEGABYTE = 2 ** 20;

/** One line; not printed without a text. */
export type Row = readonly [name: string, text: string | undefined];

export function rowsText(rows: readonly Row[]): string {
  return rows.flatMap(([name, text]) => (text === undefined ? [] : `${name.padEnd(14)} ${text}\n`)).join('');
}

/** For a service in one process. */
export function serviceText(found: Status): string {
  const { running, pid, holder, directory, identity, disk, inputs } = found;
  const stopped = `stopped${holder === undefined ? '' : `, '${holder}' is running`}`;
  return rowsText([
    ['service', running ? `running, process ${pid}` : stopped],
    ['not ready', found.notReady?.join(', ')],
    ['directory', directoryText(directory, identity)],
    ...tickRows(found),
    [
      'disk',
      Object.entries(disk)
        .map(([kind, bytes]) => `${kind} ${megabytes(bytes)}`)
        .join(', '),
    ],
    ['inputs', inputs && inputsText(inputs)],
    ['reference data', found.reference && referenceText(found.reference)],
    ...pastRows(found),
    ['damage', damageText(found.damage)],
    ['quarantine', quarantineText(found.quarantine)],
    ['lost ticks', found.lostTicks && lostText(found.lostTicks)],
  ]);
}

/** Includes the kind of data in it. */
export function directoryText(directory: string, identity: Status['identity']): string {
  const data = identity
    ? Object.entries(identity)
        .map(([name, value]) => (name === 'source' ? value : `${name} ${value}`))
        .join(', ')
    : 'never served';
  return `${directory} (${data})`;
}

/** The last tick and its lateness. */
export function tickRows(found: OwnerStatus): readonly Row[] {
  const { lastTick, series, tickDays, endOfDay } = found;
  return [
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
  ];
}

/** The state of the back-fill, and the external data of the source. */
export function pastRows({ backfill, supplies, seeding }: OwnerStatus): readonly Row[] {
  return [
    ['filled in', backfill && sinceText(backfill)],
    ['missing', backfill?.missing && missingText(backfill.missing)],
    ['back-fill', backfill && backfillText(backfill)],
    ['supplies', supplies && suppliesText(supplies)],
    ['seeded', seeding && seedingText(seeding)],
  ];
}

export function inputsText({ oldest, newest, bytes }: NonNullable<Status['inputs']>): string {
  return `${oldest} to ${newest}, ${megabytes(bytes)}`;
}

/**
 * Days that changes are measured from may be apart from the others: then the first and last day do not
 * describe a range.
 */
function tickDaysText({ count, oldest, newest }: Status['tickDays']): string {
  if (oldest === undefined || newest === undefined) return String(count);
  const days = (Date.parse(newest) - Date.parse(oldest)) / DAY_MS + 1;
  if (days === count) return `${count}, ${oldest} to ${newest}`;
  return `${count} of the ${days} from ${oldest} to ${newest}`;
}

function clockText(behindSeconds: number): string {
  return `${Math.ceil(behindSeconds)} s behind the last tick: no tick is published until it has caught up`;
}

function speedText({ asked, reached }: NonNullable<Status['speed']>): string {
  const now = reached === undefined ? 'not measured yet' : `${reached} reached`;
  return `${asked} times real time configured, ${now}`;
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
  return `${span}: lost after they were filled in; 'tidemark backfill' restores them`;
}

function backfillText({ stage, done, secondsLeft }: NonNullable<Status['backfill']>): string {
  if (stage === 'done') return 'done';
  const left = leftText(secondsLeft === undefined ? undefined : secondsLeft * SECOND_MS);
  return `${Math.floor(done * 100)} %, ${STAGE_TEXTS[stage]}${left ? `, ${left}` : ''}`;
}

function referenceText({ versions, problem }: NonNullable<Status['reference']>): string {
  const known = `${versions} ${versions === 1 ? 'version' : 'versions'}`;
  return problem === undefined
    ? known
    : `${known}, ${problem}: 'tidemark verify' lists the affected ticks; restore it from a backup`;
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
    findings === 0 ? '' : `; ${findings} are not used (${named}): 'tidemark sources status' lists them`;
  if (why !== undefined) return `${why}${doubtful}`;
  return `of ${assets} assets: ${parts.join('; ')}${doubtful}`;
}

export function damageText({ blocks, files, lastCheck }: Status['damage']): string {
  const checked = lastCheck === undefined ? 'not all checked yet' : `all checked ${lastCheck}`;
  return blocks === 0 ? `none known, ${checked}` : `${blocks} in ${files.join(', ')}; ${checked}`;
}

export function quarantineText({ files, newest }: Status['quarantine']): string | undefined {
  if (files === 0) return undefined;
  const named = newest.map(({ from, reason }) => `${from} (${reason})`).join(', ');
  return `${files} ${files === 1 ? 'file' : 'files'}: ${named}`;
}

function lostText({ ticks, newest }: NonNullable<Status['lostTicks']>): string {
  const spans = newest.map(({ from, to, foundAt }) => `${from} to ${to} (found ${foundAt})`).join(', ');
  return `${ticks} that were published: ${spans}`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MiB`;
}
