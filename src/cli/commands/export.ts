import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { EXPORT_KINDS, exportHistory, type Exported, type ExportKind } from '../../app/export/export.ts';
import { exportToFile } from '../../app/export/file-target.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../app/export/record-text.ts';
import { INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import { instantOption } from '../instant-option.ts';
import { interruption } from '../interruption.ts';
import { takeOptions } from '../options.ts';
import { instantProgress } from '../progress.ts';
import { ReaderGone, standardOutput } from '../standard-output.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark export ticks|ohlcv [--format csv|ndjson] [--type MWA,GWA,LX] [--index ID,...]
                [--from DATETIME] [--to DATETIME] [--out FILE] [--force] [--data DIR]

Writes stored index ticks or end-of-day records as text, oldest first, exactly as the API shows them. --from and --to are
included, and compared with the timestamp of a tick or the startTimestamp of a day. Without --out it writes to standard
output. A file has its name only once it is whole; one that is there is replaced with --force only.
The format is csv unless the name of the file ends in .ndjson or .jsonl. A name that ends otherwise than the format does
(.csv; .ndjson or .jsonl; for both also .txt or no extension) is refused.
Works beside a running service and on the directory of a stopped one, and changes nothing.
Ends with 0, or with 1 where damaged files made it incomplete.
`;

export const exportCommand: Command = {
  help: () => HELP,
  run: runExport,
};

const MOST_INDICES = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function runExport(args: readonly string[], io: Output): Promise<number> {
  const { options, positional, others } = takeOptions(args, {
    values: ['--format', '--type', '--index', '--from', '--to', '--out'],
    switches: ['--force'],
  });
  const kind = kindIn(positional);
  const out = options.get('--out');
  const from = instantOption(options, '--from');
  const to = instantOption(options, '--to');
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to');
  const wanted = {
    kind,
    format: formatIn(options.get('--format'), out),
    types: typesIn(options.get('--type')),
    indexIds: indicesIn(options.get('--index')),
    from,
    to,
  };
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const signal = interruption();
  // Progress would stand between records that go to the same terminal.
  const onProgress = out === undefined && process.stdout.isTTY ? undefined : instantProgress(io);
  const all = { ...wanted, data: settings.data, signal, onProgress };
  try {
    const exported =
      out === undefined
        ? await exportHistory(all, standardOutput())
        : await exportToFile(out, options.has('--force'), (target) => exportHistory(all, target));
    return tell(exported, out, io);
  } catch (error) {
    if (error instanceof ReaderGone) return 0;
    throw error;
  }
}

function tell({ records, damaged }: Exported, out: string | undefined, io: Output): number {
  if (out !== undefined) io.out(`${records} records in ${out}\n`);
  for (const file of damaged) io.err(`tidemark: ${file} is damaged: what it held is missing\n`);
  return damaged.length === 0 ? 0 : 1;
}

function kindIn(positional: readonly string[]): ExportKind {
  const [kind, ...more] = positional;
  if (more.length > 0 || !EXPORT_KINDS.includes(kind as ExportKind))
    throw new UsageError(`name what to export: ${EXPORT_KINDS.join(' or ')}\n\n${HELP}`);
  return kind as ExportKind;
}

/** How names of files of a format may end; .txt is right for both. */
const EXTENSIONS: Readonly<Record<ExportFormat, readonly string[]>> = {
  csv: ['csv', 'txt'],
  ndjson: ['ndjson', 'jsonl', 'txt'],
};

/** As named, or as the name of the file says; the two must not contradict each other. */
function formatIn(named: string | undefined, out = ''): ExportFormat {
  if (named !== undefined && !EXPORT_FORMATS.includes(named as ExportFormat))
    throw new UsageError(`--format must be ${EXPORT_FORMATS.join(' or ')} (got ${JSON.stringify(named)})`);
  const extension = /\.([A-Za-z]\w*)$/.exec(out)?.[1]?.toLowerCase();
  const byName = EXPORT_FORMATS.find((format) => extension && EXTENSIONS[format].includes(extension));
  const format = (named as ExportFormat | undefined) ?? byName ?? 'csv';
  if (extension !== undefined && !EXTENSIONS[format].includes(extension))
    throw new UsageError(
      `--out ${out} ends in .${extension}, but ${byName || named ? `--format is ${format}` : 'no such format is written'}: ` +
        'formats are csv (.csv) and ndjson (.ndjson, .jsonl)',
    );
  return format;
}

function typesIn(text: string | undefined): IndexType[] | undefined {
  const names = text?.split(',');
  const unknown = names?.filter((name) => !INDEX_TYPES.includes(name as IndexType)) ?? [];
  if (unknown.length > 0) throw new UsageError(`--type must name some of ${INDEX_TYPES.join()}`);
  return names as IndexType[] | undefined;
}

function indicesIn(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const ids = [...new Set(text.split(',').map((id) => id.toLowerCase()))];
  if (ids.length > MOST_INDICES || !ids.every((id) => UUID.test(id)))
    throw new UsageError(`--index must name up to ${MOST_INDICES} ids of indices, with commas between them`);
  return ids;
}
