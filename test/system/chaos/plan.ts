import { parseArgs, type ParseArgsConfig } from 'node:util';
import { MINUTE_MS, HOUR_MS, SECOND_MS, type Millis } from '../../../src/core/time.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import type { Fault } from './fault.ts';
import { drawnSteps, packedSteps, shortSteps, stepsOf, type Step } from './steps.ts';

/** What a run does. */
export interface Plan {
  readonly seed: number;
  /** Whether faults and pauses are short. */
  readonly isQuick: boolean;
  readonly jetStream: boolean;
  readonly nodes: { readonly collect: number; readonly compute: number; readonly serve: number };
  /** How long the store is stopped. */
  readonly awayMs: Millis;
  /** Faults in the order in which they happen. */
  readonly steps: readonly Step[];
  /** No step starts after this time. Infinite if all steps run. */
  readonly forMs: Millis;
  /** Minimum number of slots of the run. */
  readonly minSlots: number;
  /** How long after the start it is midnight for all nodes and servers; undefined if they use the machine's time. */
  readonly midnightAfterMs: Millis | undefined;
  /** Whether the run ends with the proof that a broken fence is detected. */
  readonly breaksFence: boolean;
  /** Folder for records and logs. */
  readonly keep: string | undefined;
  /** File for the counts as JSON. */
  readonly json: string | undefined;
}

const UNITS: Readonly<Record<string, Millis>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS };
const AWAY_MS = 10 * MINUTE_MS;
const PAIRS = 60;
const QUICK_SLOTS = 20;
const QUICK_AWAY_MS = 8 * SECOND_MS;
/** Early enough that the first day is final before a quick run of a quarter of an hour ends. */
const MIDNIGHT_AFTER_MS = 5 * MINUTE_MS;
/** In a short run the day ends after the first slots, and its records are final, five minutes later, in the last ones. */
const SHORT_SLOTS = 16;
const SHORT_MIDNIGHT_AFTER_MS = 2 * MINUTE_MS;
/** More faults than an hour has room for. */
const STEPS_AN_HOUR = 400;

/** The usage text, with defaults. */
export function usageOf(table: readonly Fault[]): string {
  const width = Math.max(...table.map(({ name }) => name.length)) + 4;
  const lines = table.map(({ name, summary, times }) =>
    [`  --${name}`.padEnd(width + 2), name === 'away' ? '10m' : String(times).padStart(3), summary].join(
      '  ',
    ),
  );
  return [
    'Usage: npm run chaos -- [--FAULT TIMES ...] [--only] [--pairs 60] [--hours N] [--quick | --short] [--seed N]',
    '    [--keep FOLDER] [--json FILE] [--midnight 5m | none] [--collectors 2] [--computers 2] [--servers 3]',
    '    [--no-jetstream] [--no-broken-fence]',
    '',
    'Faults, with their default counts:',
    ...lines,
    '',
    '--only runs only the faults that are given a count. --pairs combines this many faults with one of another part of the',
    'cluster. --hours draws random faults for this time, weighted by their counts; the same seed gives the same sequence.',
    '--quick runs each fault once, mostly two at a time, over at least 20 slots. --short is for npm test: up to three at a time, over at',
    'least 12 slots, without those that have a test of their own. --json writes the counts of the run. The time of all nodes and',
    'servers is shifted so that a day ends 5 minutes after the start (--short: two), to check end-of-day records.',
    '',
    "Needs Debian's postgresql and nats-server; as root also iproute2 and e2fsprogs for partitions and a full disk, and libfaketime for clocks.",
    'Faults that are not possible here are listed at the start. Three to four faults a minute: all take three hours, --quick a quarter of an hour.',
    'Run nothing else meanwhile, because lateness of ticks is checked. Exits with 1 if anything was wrong.',
  ].join('\n');
}

/** Throws an error that says which flag is wrong. */
export function planOf(args: readonly string[], table: readonly Fault[]): Plan {
  const values = valuesOf(args, table);
  const isShort = values['short'] === true;
  const isQuick = isShort || values['quick'] === true;
  const only = values['only'] === true;
  const number = (name: string, usual: number) => countOf(name, values[name]) ?? usual;
  const seed = number('seed', Math.floor(Date.now() / SECOND_MS));
  const away = values['away'] as string | undefined;
  const hours = hoursOf(values['hours'] as string | undefined);
  if (hours !== undefined && (only || isQuick))
    throw new RangeError('--hours draws from all faults: remove --only, --quick and --short');
  const timesOf = (fault: Fault) => {
    if (fault.name === 'away' && away !== undefined) return durationOf('away', away) > 0 ? 1 : 0;
    const usual = only ? 0 : isShort ? shortTimes(fault) : isQuick ? fault.quickTimes : fault.times;
    return fault.name === 'away' ? usual : (countOf(fault.name, values[fault.name]) ?? usual);
  };
  const all = table.flatMap((fault) => Array.from({ length: timesOf(fault) }, () => fault));
  const random = new Random(seed);
  const steps = () => {
    if (hours !== undefined) return drawnSteps(table, Math.ceil(hours * STEPS_AN_HOUR), random);
    if (isShort && !only) return shortSteps(all, random);
    return isQuick && !only
      ? packedSteps(all, random)
      : stepsOf(all, table, number('pairs', only ? 0 : PAIRS), random);
  };
  return {
    seed,
    isQuick,
    jetStream: values['no-jetstream'] !== true,
    nodes: {
      collect: number('collectors', 2),
      compute: number('computers', 2),
      serve: number('servers', isQuick ? 2 : 3),
    },
    awayMs: away !== undefined ? durationOf('away', away) : isQuick ? QUICK_AWAY_MS : AWAY_MS,
    steps: steps(),
    forMs: (hours ?? Infinity) * HOUR_MS,
    minSlots: only || !isQuick ? 0 : isShort ? SHORT_SLOTS : QUICK_SLOTS,
    midnightAfterMs: midnightOf(
      values['midnight'] as string | undefined,
      isShort ? SHORT_MIDNIGHT_AFTER_MS : MIDNIGHT_AFTER_MS,
    ),
    breaksFence: values['no-broken-fence'] !== true,
    keep: values['keep'] as string | undefined,
    json: values['json'] as string | undefined,
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function valuesOf(args: readonly string[], table: readonly Fault[]): Values {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options: NonNullable<ParseArgsConfig['options']> = {
    ...Object.fromEntries(table.map(({ name }) => [name, text])),
    seed: text,
    hours: text,
    pairs: text,
    midnight: text,
    collectors: text,
    computers: text,
    servers: text,
    keep: text,
    json: text,
    quick: flag,
    short: flag,
    only: flag,
    'no-jetstream': flag,
    'no-broken-fence': flag,
  };
  return parseArgs({ args: [...args], options, strict: true }).values as Values;
}

function hoursOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) throw new RangeError(`--hours takes a number, not "${text}"`);
  return Number(text);
}

/** Once, unless a test of its own holds the behaviour. */
function shortTimes({ quickTimes, testedBy }: Fault): number {
  return testedBy === undefined ? Math.min(1, quickTimes) : 0;
}

function midnightOf(text: string | undefined, usual: Millis): Millis | undefined {
  if (text === 'none') return undefined;
  return text === undefined ? usual : durationOf('midnight', text);
}

function countOf(name: string, text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text))
    throw new RangeError(`--${name} takes a number, not "${text}"`);
  return Number(text);
}

function durationOf(name: string, text: string): Millis {
  const [, number, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (number === undefined) throw new RangeError(`--${name} takes a time such as 90s or 10m, not "${text}"`);
  return Number(number) * UNITS[unit]!;
}
