import { SOURCES } from '../../app/compose/source-table.ts';
import { importOhlcv, type Imported } from '../../app/operate/import/import-ohlcv.ts';
import { TEXT_FORMATS } from '../../contract/formats.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { choice, optional } from '../../core/setting.ts';
import { interruption } from '../interruption.ts';
import { byteProgress } from '../output/progress.ts';
import { action, JSON_OPTION, switchOption, type Output } from '../command.ts';
import { quoted } from '../output/shown.ts';

const WANTED = 'name the kind and the file: tidemark import ohlcv FILE';

export const command = action({
  about: [
    "Imports records in the format of 'tidemark export ohlcv' or of /v3/ohlcv: the whole file or nothing. Every line is checked, and bad lines are reported with their numbers. Days that are already stored with the same values are skipped. Works whether the service is running or stopped.",
  ],
  positionals: [
    { name: 'KIND', about: 'What to import', choices: ['ohlcv'], missingMessage: WANTED },
    {
      name: 'FILE',
      about: 'The file with the records, which may be a pipe; - reads standard input',
      completes: 'file',
      missingMessage: WANTED,
    },
  ],
  options: {
    format: optional(
      choice(TEXT_FORMATS),
      'Format of the file; by default ndjson if its name ends in .ndjson or .jsonl, otherwise csv',
    ),
    replace: switchOption('Replace stored days that have other values; by default they are refused'),
    json: JSON_OPTION,
  },
  settings: ['data'],
  exitCodes: [
    [1, 'if the file was refused; nothing was imported'],
    [130, 'if interrupted; nothing was imported'],
  ],
  examples: ['tidemark import ohlcv days.csv'],
  run: async ({ positionals: [, file = ''], options, config }, io) => {
    const format = options.format ?? (/\.(?:ndjson|jsonl)$/.test(file) ? 'ndjson' : 'csv');
    const imported = await importOhlcv({
      sources: SOURCES,
      data: config().settings.data,
      file,
      format,
      replace: options.replace,
      clock: new SystemClock(),
      signal: interruption(),
      onBytes: byteProgress(io, 'checked'),
    });
    if (options.json) io.out(`${quoted(imported)}\n`);
    else printResult(imported, file, io);
    return imported.kind === 'imported' && imported.outcome.refused === 0 ? 0 : 1;
  },
});

function printResult(imported: Imported, file: string, io: Output): void {
  if (imported.kind === 'bad') {
    for (const { line, problems } of imported.examples) io.err(`${file}:${line}: ${problems.join('; ')}\n`);
    io.err(`tidemark: nothing was imported: ${imported.badLines} lines of ${file} are bad\n`);
    return;
  }
  const { added, replaced, unchanged, refused, examples, problems = [] } = imported.outcome;
  for (const problem of problems) io.err(`tidemark: stored history: ${problem}\n`);
  if (refused === 0) {
    const what = added + replaced === 0 ? 'nothing to do' : `${added} added, ${replaced} replaced`;
    io.out(`${imported.rows} records: ${what}, ${unchanged} already stored\n`);
    return;
  }
  for (const example of examples) io.err(`${example} is already stored with other values\n`);
  io.err(
    `tidemark: nothing was imported: ${refused} records are already stored with other values; use --replace to replace them\n`,
  );
}
