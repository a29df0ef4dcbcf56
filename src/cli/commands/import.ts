import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../app/export/record-text.ts';
import { importOhlcv, type Imported } from '../../app/import/import-ohlcv.ts';
import { SystemClock } from '../../core/clock.ts';
import { interruption } from '../interruption.ts';
import { takeOptions } from '../options.ts';
import { byteProgress } from '../progress.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark import ohlcv FILE [--format csv|ndjson] [--replace] [--data DIR] [--json]

Takes end-of-day records in the format of 'tidemark export ohlcv' into history: all of the file or nothing. Every line is
checked, and each bad one is named with its number. Days that are stored with other values are refused unless --replace
is given; days that are stored with the same values change nothing. Works on a running service and on a stopped one.
Ends with 0 where the file is in, with 1 where it was refused.
`;

export const importCommand: Command = {
  help: () => HELP,
  run: runImport,
};

async function runImport(args: readonly string[], io: Output): Promise<number> {
  const { options, positional, others } = takeOptions(args, {
    values: ['--format'],
    switches: ['--replace', '--json'],
  });
  const [kind, file, ...more] = positional;
  if (kind !== 'ohlcv' || file === undefined || more.length > 0)
    throw new UsageError(`name what and from where: tidemark import ohlcv FILE\n\n${HELP}`);
  const format = options.get('--format') ?? (/\.(?:ndjson|jsonl)$/.test(file) ? 'ndjson' : 'csv');
  if (!EXPORT_FORMATS.includes(format as ExportFormat))
    throw new UsageError(`--format must be ${EXPORT_FORMATS.join(' or ')}`);
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const imported = await importOhlcv({
    data: settings.data,
    file,
    format: format as ExportFormat,
    replace: options.has('--replace'),
    clock: new SystemClock(),
    signal: interruption(),
    onBytes: byteProgress(io, 'checked'),
  });
  if (options.has('--json')) io.out(`${JSON.stringify(imported)}\n`);
  else tell(imported, file, io);
  return imported.kind === 'imported' && imported.outcome.refused === 0 ? 0 : 1;
}

function tell(imported: Imported, file: string, io: Output): void {
  if (imported.kind === 'bad') {
    for (const { line, problems } of imported.examples) io.err(`${file}:${line}: ${problems.join('; ')}\n`);
    io.err(`tidemark: nothing was imported: ${imported.badLines} lines of ${file} are bad\n`);
    return;
  }
  const { added, replaced, unchanged, refused, examples, problems = [] } = imported.outcome;
  for (const problem of problems) io.err(`tidemark: stored history: ${problem}\n`);
  if (refused === 0) {
    const what = added + replaced === 0 ? 'nothing to do' : `${added} added, ${replaced} replaced`;
    io.out(`${imported.rows} records: ${what}, ${unchanged} were there already\n`);
    return;
  }
  for (const example of examples) io.err(`${example} is stored with other values\n`);
  io.err(
    `tidemark: nothing was imported: ${refused} records are stored with other values; --replace replaces them\n`,
  );
}
