import { parseArgs, type ParseArgsConfig } from 'node:util';
import { MINUTE_MS, HOUR_MS, SECOND_MS, type Millis } from '../../../src/core/time.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import type { Fault } from './fault.ts';

/** What a run does. */
export interface Plan {
  readonly seed: number;
  readonly isQuick: boolean;
  readonly jetStream: boolean;
  readonly nodes: { readonly collect: number; readonly compute: number; readonly serve: number };
  /** How long the store is away. */
  readonly awayMs: Millis;
  /** Disturbances in the order in which they come. */
  readonly faults: readonly Fault[];
  /** Whether it is shown at the end that a broken fence is caught. */
  readonly breaksFence: boolean;
  /** Where records and logs are kept. */
  readonly keep: string | undefined;
}

const UNITS: Readonly<Record<string, Millis>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS };
const AWAY_MS = 10 * MINUTE_MS;

/** What can be asked for, with what happens by default. */
export function usageOf(table: readonly Fault[]): string {
  const width = Math.max(...table.map(({ name }) => name.length)) + 4;
  const lines = table.map(({ name, summary, times }) =>
    [`  --${name}`.padEnd(width + 2), name === 'away' ? '10m' : String(times).padStart(3), summary].join(
      '  ',
    ),
  );
  return [
    'Usage: npm run chaos -- [--FAULT TIMES ...] [--only] [--quick] [--seed N] [--keep FOLDER]',
    '    [--collectors 2] [--computers 2] [--servers 3] [--no-jetstream] [--no-broken-fence]',
    '',
    'Faults, with how often each happens unless --only leaves it out:',
    ...lines,
    '',
    "Needs Debian's postgresql and nats-server; as root also iproute2 and e2fsprogs for partitions and a full disk, and libfaketime for clocks.",
    'What is not possible is said at once. In real time, four to five faults a minute: all of them take two hours, --quick three minutes. Nothing else',
    'should run beside it: it judges how late ticks are. Ends with 1 where something was wrong.',
  ].join('\n');
}

/** Throws an error that says which flag is wrong. */
export function planOf(args: readonly string[], table: readonly Fault[]): Plan {
  const values = valuesOf(args, table);
  const isQuick = values['quick'] === true;
  const only = values['only'] === true;
  const seed = countOf('seed', values['seed']) ?? Math.floor(Date.now() / SECOND_MS);
  const away = values['away'] as string | undefined;
  const timesOf = (fault: Fault) => {
    if (fault.name === 'away' && away !== undefined) return durationOf(away) > 0 ? 1 : 0;
    const usual = only ? 0 : isQuick ? fault.quickTimes : fault.times;
    return fault.name === 'away' ? usual : (countOf(fault.name, values[fault.name]) ?? usual);
  };
  const all = table.flatMap((fault) => Array.from({ length: timesOf(fault) }, () => fault));
  const number = (name: string, usual: number) => countOf(name, values[name]) ?? usual;
  return {
    seed,
    isQuick,
    jetStream: values['no-jetstream'] !== true,
    nodes: {
      collect: number('collectors', 2),
      compute: number('computers', 2),
      serve: number('servers', isQuick ? 2 : 3),
    },
    awayMs: away === undefined ? AWAY_MS : durationOf(away),
    faults: new Random(seed).shuffled(all),
    breaksFence: values['no-broken-fence'] !== true,
    keep: values['keep'] as string | undefined,
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function valuesOf(args: readonly string[], table: readonly Fault[]): Values {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options: NonNullable<ParseArgsConfig['options']> = {
    ...Object.fromEntries(table.map(({ name }) => [name, text])),
    seed: text,
    collectors: text,
    computers: text,
    servers: text,
    keep: text,
    quick: flag,
    only: flag,
    'no-jetstream': flag,
    'no-broken-fence': flag,
  };
  return parseArgs({ args: [...args], options, strict: true }).values as Values;
}

function countOf(name: string, text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text))
    throw new RangeError(`--${name} takes a number, not "${text}"`);
  return Number(text);
}

function durationOf(text: string): Millis {
  const [, number, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (number === undefined) throw new RangeError(`--away takes a time such as 90s or 10m, not "${text}"`);
  return Number(number) * UNITS[unit]!;
}
