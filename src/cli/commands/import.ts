import { SOURCES } from '../../app/compose/source-table.ts';
import { importOhlcv, type Imported } from '../../app/operate/import/import-ohlcv.ts';
import { TEXT_FORMATS } from '../../contract/formats.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { choice, optional } from '../../core/setting.ts';
import { interruption } from '../interruption.ts';
import { byteProgress } from '../output/progress.ts';
import { action, JSON_OPTION, switchOption, type Output } from '../command.ts';
import { quoted } from '../output/shown.ts';

const WANTED = 'name what and from where: tidemark import ohlcv FILE';

export const command = action({
  about: [
    "Takes records in the format of 'tidemark export ohlcv' or of /v3/ohlcv into history: all of the file or nothing. Every line is checked, and each bad one is named with its number. Days that are stored with the same values change nothing. Works on a running service and on a stopped one.",
  ],
  positionals: [
    { name: 'KIND', about: 'What is imported', choices: ['ohlcv'], wanted: WANTED },
    {
      name: 'FILE',
      about: 'The file with the records, which may be a pipe; - reads standard input',
      completes: 'file',
      wanted: WANTED,
    },
  ],
  options: {
    format: optional(
      choice(TEXT_FORMATS),
      'Format of the file; by default ndjson where its name ends in .ndjson or .jsonl, else csv',
    ),
    replace: switchOption('Replace days that are stored with other values; without it they are refused'),
    json: JSON_OPTION,
  },
  settings: ['data'],
  ends: [
    [1, 'where the file was refused; nothing was imported'],
    [130, 'where it was interrupted; nothing was imported'],
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
    else tell(imported, file, io);
    return imported.kind === 'imported' && imported.outcome.refused === 0 ? 0 : 1;
  },
});

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
