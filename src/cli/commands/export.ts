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

const MAX_INDICES = 200;
const MAX_SERVICE_INDICES = 100;
/** A service exports candles too. */
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
    return all.length <= MAX_INDICES && all.every((name) => name !== '') ? all : undefined;
  },
  expects: `must name up to ${MAX_INDICES} indices, separated by commas`,
};

const OPTIONS = {
  format: optional(
    choice(FILE_FORMATS),
    'Format of the records; by default csv, unless the name of --out ends in .ndjson, .jsonl or .parquet',
  ),
  interval: optional(choice(Object.keys(INTERVALS) as Interval[]), 'Length of a candle, for candles'),
  type: optional(indexTypes, `Only these types of indices: ${INDEX_TYPES.join(', ')}`),
  index: optional(indices, 'Only these indices, by id; with --url also by name'),
  from: optional(
    moment,
    'Only records from this time on, by the timestamp of a tick or the startTimestamp of a day',
  ),
  last: optional(span, 'Instead of --from: time range before --to, or before the newest record'),
  to: optional(moment, 'Only records before this time'),
  out: fileOption('Output file, created only when complete; by default standard output'),
  force: switchOption('Replace the file of --out if it exists'),
  strict: STRICT_OPTION,
  json: switchOption('Report what was written, and errors, as JSON on standard error'),
  ...CONNECTION_OPTIONS,
  // Without its variable: the variable alone does not turn this into a request to a service.
  url: optional(
    CONNECTION_OPTIONS.url.kind,
    'Export from this service instead of --data; --profile does the same',
  ),
} as const;

export const command = action({
  about: [
    'Writes stored index ticks, end-of-day records or candles, oldest first, exactly as the API serves them. Read-only; works whether the service is running or stopped.',
    'With --url or --profile it exports from a service. This needs --index and --from or --last, for candles also --interval, and credentials from variables or a profile, as for other client commands. Setting TIDEMARK_URL is not enough.',
    'The extension of --out must match the format: .csv for CSV, .ndjson or .jsonl for NDJSON, .parquet for Parquet; CSV and NDJSON may also have .txt or no extension. Parquet is not written to a terminal.',
  ],
  positionals: [
    {
      name: 'KIND',
      about: 'What to export',
      choices: KINDS,
      missingMessage: `name what to export: ${KINDS.join(' or ')}`,
    },
  ],
  options: OPTIONS,
  settings: ['data', 'store', 'clusterCredentials'],
  exitCodes: [
    [1, 'if damaged files made it incomplete'],
    STRICT_END,
    [130, 'if interrupted; no file was written'],
  ],
  examples: [
    'tidemark export ticks --type LX --from 2026-03-01T00:00:00Z --out lx.csv',
    'tidemark export ohlcv --out days.parquet',
    'tidemark export ticks --url https://prices.example.com --index BTC,ETH_USD --from 2026-03-01T00:00:00Z --out march.csv',
  ],
  run: (call, io) => {
    const reportText: Report = (text) => {
      if (text !== '') io.out(text);
    };
    if (!call.options.json) return run(call, io, reportText);
    return withJsonMessages(io, (jsonIo, report) => run(call, jsonIo, (_, record) => report(record)));
  },
});

/** Reports what was written: as text, which is empty if there is nothing to say, and as a record. */
type Report = (text: string, record: object) => void;

async function run(call: ExportCall, io: Output, report: Report): Promise<number> {
  const { positionals, options, config, given } = call;
  const kind = positionals[0] as (typeof KINDS)[number];
  if ((kind === 'candles') !== (options.interval !== undefined))
    throw new UsageError('candles need --interval, and other records have none');
  if (given.has('from') && given.has('last'))
    throw new UsageError('--from and --last cannot be used together');
  if (given.has('url') || given.has('profile')) return exportOfService(kind, call, io, report);
  if (kind === 'candles') throw new UsageError('candles are exported from a service: give --url');
  if (options.strict)
    throw new UsageError('--strict needs a service, which reports what is missing: give --url');
  const credentialFlags = ['token', 'clientId', 'clientSecret'].filter((name) => given.has(name)).map(flagOf);
  if (credentialFlags.length > 0)
    throw new UsageError(`${credentialFlags.join(', ')}: only for a service: add --url or --profile`);
  const { isId } = await import('../../../sdk/src/names.ts');
  const wrong = options.index?.filter((id) => !isId(id)) ?? [];
  if (wrong.length > 0)
    throw new UsageError(`--index takes ids (got ${wrong.join(', ')}): use names only with --url`);
  return runExport(kind, options, () => config().settings, io, report);
}

type ExportCall = Call<typeof OPTIONS>;

async function exportOfService(
  kind: (typeof KINDS)[number],
  call: ExportCall,
  io: Output,
  report: Report,
): Promise<number> {
  const { index, type, from, last, to, out, force, interval } = call.options;
  if (call.settingArguments.length > 0)
    throw new UsageError(
      `${call.settingArguments.join(' ')} is for a data directory: leave it out with --url`,
    );
  if (type) throw new UsageError('--type is for a data directory: with --url, name indices with --index');
  if (!index || (from === undefined && last === undefined))
    throw new UsageError('an export from a service needs --index, and --from or --last');
  if (index.length > MAX_SERVICE_INDICES)
    throw new UsageError(
      `a service exports up to ${MAX_SERVICE_INDICES} indices at once (got ${index.length})`,
    );
  const format = checkedFormat(call.options);
  const { exportFromService } = await import('../client/export-from-service.ts');
  const wanted = { kind, interval, format, index, from, last, to, out, force };
  return exportFromService(call as ConnectionCall, wanted, io, report);
}

function checkOrder(from: number | undefined, to: number | undefined): void {
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to');
}

function checkedFormat(options: Given<typeof OPTIONS>): FileFormat {
  const format = formatIn(options.format, options.out);
  if (format === 'parquet' && options.out === undefined && process.stdout.isTTY)
    throw new UsageError('Parquet is binary: name a file with --out, or redirect the output');
  return format;
}

async function runExport(
  kind: ExportKind,
  options: Given<typeof OPTIONS>,
  settings: () => Pick<Settings, 'data' | 'store'>,
  io: Output,
  report: Report,
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
  // Progress would appear between records that go to the same terminal.
  const onProgress = out === undefined && process.stdout.isTTY ? undefined : instantProgress(io);
  const all = { ...wanted, data: folder, store, signal, onProgress };
  try {
    const exported =
      out === undefined
        ? await exportHistory(all, standardOutput())
        : await exportToFile(out, options.force, (target) => exportHistory(all, target));
    return reportExported(exported, options, io, report);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    if (error instanceof Interrupted && out === undefined)
      throw new Interrupted(error.signal, 'the output is incomplete');
    throw error;
  }
}

/** Damage is part of the JSON record, or printed as lines of text. */
function reportExported(
  { records, damaged }: Exported,
  { out, json }: Given<typeof OPTIONS>,
  io: Output,
  report: Report,
): number {
  const text = out === undefined ? '' : `${records} records in ${out}\n`;
  report(text, { records, ...(out !== undefined && { file: out }), damaged });
  if (!json) for (const file of damaged) io.err(`tidemark: ${file} is damaged: its records are missing\n`);
  return damaged.length === 0 ? 0 : 1;
}

/** Extensions of each format; .txt is accepted for all text formats. */
const EXTENSIONS: Readonly<Record<FileFormat, readonly string[]>> = {
  csv: ['csv', 'txt'],
  ndjson: ['ndjson', 'jsonl', 'txt'],
  parquet: ['parquet'],
};

/** The format from the option or the extension of --out; they must agree. */
function formatIn(named: FileFormat | undefined, out = ''): FileFormat {
  const extension = /\.([A-Za-z]\w*)$/.exec(out)?.[1]?.toLowerCase();
  const byName = FILE_FORMATS.find((format) => extension && EXTENSIONS[format].includes(extension));
  const format = named ?? byName ?? 'csv';
  if (extension !== undefined && !EXTENSIONS[format].includes(extension))
    throw new UsageError(
      `--out ${out} ends in .${extension}, but ${byName || named ? `--format is ${format}` : 'that is no known format'}: ` +
        'formats are csv (.csv), ndjson (.ndjson, .jsonl) and parquet (.parquet)',
    );
  return format;
}
