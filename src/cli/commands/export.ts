import type { Settings } from '../../app/config/settings.ts';
import {
  EXPORT_KINDS,
  exportHistory,
  type Exported,
  type ExportKind,
} from '../../app/operate/export/export.ts';
import { exportToFile } from '../../app/operate/export/file-target.ts';
import { FILE_FORMATS, type FileFormat } from '../../contract/formats.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
import { INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import { choice, flagOf, optional, type SettingKind } from '../../core/setting.ts';
import { Interrupted } from '../exit-codes.ts';
import { interruption } from '../interruption.ts';
import { withJsonMessages } from '../output/json-messages.ts';
import { instantProgress } from '../output/progress.ts';
import { fromHere, instantHere, moment, span } from '../times.ts';
import { ReaderGone, standardOutput } from '../output/standard-output.ts';
import { CONNECTION_OPTIONS, type ConnectionCall } from '../client/connection-options.ts';
import { fileOption, STRICT_END, STRICT_OPTION } from '../shared-options.ts';
import { action, switchOption, UsageError, type Call, type Given, type Output } from '../command.ts';

const MOST_INDICES = 200;
const MOST_OF_SERVICE = 100;
/** A service makes candles too. */
const KINDS = [...EXPORT_KINDS, 'candles'] as const;

const indexTypes: SettingKind<readonly IndexType[]> = {
  placeholder: 'TYPE,...',
  choices: INDEX_TYPES,
  parse: (text) => {
    const names = text.split(',') as IndexType[];
    return names.every((name) => INDEX_TYPES.includes(name)) ? names : undefined;
  },
  expects: `must name some of ${INDEX_TYPES.join()}`,
};

const indices: SettingKind<readonly string[]> = {
  placeholder: 'ID,...',
  parse: (text) => {
    const all = [...new Set(text.split(',').map((name) => name.trim()))];
    return all.length <= MOST_INDICES && all.every((name) => name !== '') ? all : undefined;
  },
  expects: `must name up to ${MOST_INDICES} indices, with commas between them`,
};

const OPTIONS = {
  format: optional(
    choice(FILE_FORMATS),
    'Format of the records; by default csv, unless the name of --out ends in .ndjson, .jsonl or .parquet',
  ),
  interval: optional(choice(Object.keys(INTERVALS) as Interval[]), 'How long a candle is, of candles'),
  type: optional(indexTypes, `Only these types of indices: ${INDEX_TYPES.join(', ')}`),
  index: optional(indices, 'Only these indices, by their ids; with --url by names too'),
  from: optional(
    moment,
    'Only records from then on, compared with the timestamp of a tick or the startTimestamp of a day',
  ),
  last: optional(span, 'In place of --from: so long before --to, by default before the newest record'),
  to: optional(moment, 'Only records before then'),
  out: fileOption('Write to a file, which has its name only once it is whole; by default to standard output'),
  force: switchOption('Replace the file of --out where it is there'),
  strict: STRICT_OPTION,
  json: switchOption('Say what was written, and what went wrong, as JSON on standard error'),
  ...CONNECTION_OPTIONS,
  // Without its variable: that alone is no reason to ask a service.
  url: optional(
    CONNECTION_OPTIONS.url.kind,
    'Ask this service in place of reading --data; --profile does so too',
  ),
} as const;

export const command = action({
  about: [
    'Writes stored index ticks or end-of-day records oldest first, exactly as the API shows them. Works beside a running service and on the directory of a stopped one, and changes nothing.',
    'With --url or --profile a service is asked for them: --index and --from or --last are needed then, for candles --interval too, and variables and profiles say who asks, as for other commands that ask a service. A variable alone does not make it ask one.',
    'A name of --out that ends otherwise than the format does (.csv; .ndjson or .jsonl; for both also .txt or no extension; .parquet) is refused. Parquet is not written to a terminal.',
  ],
  positionals: [
    {
      name: 'KIND',
      about: 'What is written',
      choices: KINDS,
      wanted: `name what to export: ${KINDS.join(' or ')}`,
    },
  ],
  options: OPTIONS,
  settings: ['data', 'store', 'clusterCredentials'],
  ends: [
    [1, 'where damaged files made it incomplete'],
    STRICT_END,
    [130, 'where it was interrupted; no file was written'],
  ],
  examples: [
    'tidemark export ticks --type LX --from 2026-03-01T00:00:00Z --out lx.csv',
    'tidemark export ohlcv --out days.parquet',
    'tidemark export ticks --url https://prices.example.com --index BTC,ETH_USD --from 2026-03-01T00:00:00Z --out march.csv',
  ],
  run: (call, io) => {
    const tellText: Tell = (text) => {
      if (text !== '') io.out(text);
    };
    if (!call.options.json) return run(call, io, tellText);
    return withJsonMessages(io, (jsonIo, tell) => run(call, jsonIo, (_, record) => tell(record)));
  },
});

/** What was written: in words, which are empty where there is nothing to say to people, and as members. */
type Tell = (text: string, record: object) => void;

async function run(call: ExportCall, io: Output, tell: Tell): Promise<number> {
  const { positionals, options, config, given } = call;
  const kind = positionals[0] as (typeof KINDS)[number];
  if ((kind === 'candles') !== (options.interval !== undefined))
    throw new UsageError('candles are exported by their --interval, and only these have one');
  if (given.has('from') && given.has('last')) throw new UsageError('--from and --last: give one of them');
  if (given.has('url') || given.has('profile')) return exportOfService(kind, call, io, tell);
  if (kind === 'candles') throw new UsageError('candles come from a service: name one with --url');
  if (options.strict)
    throw new UsageError('--strict is about what a service says is missing: name one with --url');
  const who = ['token', 'clientId', 'clientSecret'].filter((name) => given.has(name)).map(flagOf);
  if (who.length > 0)
    throw new UsageError(
      `${who.join(', ')}: who asks a service, of which none is named: add --url or --profile`,
    );
  const { isId } = await import('../../../sdk/src/names.ts');
  const wrong = options.index?.filter((id) => !isId(id)) ?? [];
  if (wrong.length > 0)
    throw new UsageError(`--index takes ids here (got ${wrong.join(', ')}): names are for --url`);
  return runExport(kind, options, () => config().settings, io, tell);
}

type ExportCall = Call<typeof OPTIONS>;

async function exportOfService(
  kind: (typeof KINDS)[number],
  call: ExportCall,
  io: Output,
  tell: Tell,
): Promise<number> {
  const { index, type, from, last, to, out, force, interval } = call.options;
  if (call.settingArguments.length > 0)
    throw new UsageError(
      `${call.settingArguments.join(' ')} is for a data directory: leave it out with --url`,
    );
  if (type) throw new UsageError('--type is for a data directory: name indices with --index');
  if (!index || (from === undefined && last === undefined))
    throw new UsageError(
      'a service is asked for some indices from some instant on: --index and --from, or --last',
    );
  if (index.length > MOST_OF_SERVICE)
    throw new UsageError(`a service writes up to ${MOST_OF_SERVICE} indices at once (got ${index.length})`);
  const format = checkedFormat(call.options);
  const { exportFromService } = await import('../client/export-from-service.ts');
  const wanted = { kind, interval, format, index, from, last, to, out, force };
  return exportFromService(call as ConnectionCall, wanted, io, tell);
}

function checkOrder(from: number | undefined, to: number | undefined): void {
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to');
}

function checkedFormat(options: Given<typeof OPTIONS>): FileFormat {
  const format = formatIn(options.format, options.out);
  if (format === 'parquet' && options.out === undefined && process.stdout.isTTY)
    throw new UsageError('Parquet is not for a terminal: name a file with --out, or send it somewhere');
  return format;
}

async function runExport(
  kind: ExportKind,
  options: Given<typeof OPTIONS>,
  settings: () => Pick<Settings, 'data' | 'store'>,
  io: Output,
  tell: Tell,
): Promise<number> {
  const { out } = options;
  const [from, to] = [fromHere(options, kind === 'ticks' ? 'ticks' : 'days'), instantHere(options.to)];
  checkOrder(from, to);
  const wanted = {
    kind,
    format: checkedFormat(options),
    types: options.type,
    indexIds: options.index?.map((id) => id.toLowerCase()),
    from,
    to,
  };
  const { data: folder, store } = settings();
  const signal = interruption();
  // Progress would stand between records that go to the same terminal.
  const onProgress = out === undefined && process.stdout.isTTY ? undefined : instantProgress(io);
  const all = { ...wanted, data: folder, store, signal, onProgress };
  try {
    const exported =
      out === undefined
        ? await exportHistory(all, standardOutput())
        : await exportToFile(out, options.force, (target) => exportHistory(all, target));
    return tellExported(exported, options, io, tell);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    if (error instanceof Interrupted && out === undefined)
      throw new Interrupted(error.signal, 'records are missing at the end');
    throw error;
  }
}

/** Damage is in the record, or in lines of its own. */
function tellExported(
  { records, damaged }: Exported,
  { out, json }: Given<typeof OPTIONS>,
  io: Output,
  tell: Tell,
): number {
  const text = out === undefined ? '' : `${records} records in ${out}\n`;
  tell(text, { records, ...(out !== undefined && { file: out }), damaged });
  if (!json) for (const file of damaged) io.err(`tidemark: ${file} is damaged: what it held is missing\n`);
  return damaged.length === 0 ? 0 : 1;
}

/** How names of files of a format may end; .txt is right for all text. */
const EXTENSIONS: Readonly<Record<FileFormat, readonly string[]>> = {
  csv: ['csv', 'txt'],
  ndjson: ['ndjson', 'jsonl', 'txt'],
  parquet: ['parquet'],
};

/** As named, or as the name of the file says; the two must not contradict each other. */
function formatIn(named: FileFormat | undefined, out = ''): FileFormat {
  const extension = /\.([A-Za-z]\w*)$/.exec(out)?.[1]?.toLowerCase();
  const byName = FILE_FORMATS.find((format) => extension && EXTENSIONS[format].includes(extension));
  const format = named ?? byName ?? 'csv';
  if (extension !== undefined && !EXTENSIONS[format].includes(extension))
    throw new UsageError(
      `--out ${out} ends in .${extension}, but ${byName || named ? `--format is ${format}` : 'no such format is written'}: ` +
        'formats are csv (.csv), ndjson (.ndjson, .jsonl) and parquet (.parquet)',
    );
  return format;
}
