import {
  gapsBetween,
  inspect as inspectFiles,
  recordSource,
  type InspectedRecording,
  type Recorded,
} from '../../app/operate/recording/record-source.ts';
import { SOURCES } from '../../app/compose/source-table.ts';
import { createLog } from '../../app/operate/terminal/log.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { action, JSON_OPTION, type ActionGroup, type Call, type Output } from '../command.ts';
import { interruption } from '../interruption.ts';
import { escaped, quoted } from '../output/shown.ts';
import { tableText } from '../output/table-text.ts';

const USUAL_FOLDER = 'recordings';
const MIB = 2 ** 20;

export const command: ActionGroup = {
  about: [
    "'tidemark serve --record DIR' records while it serves. 'tidemark serve --source replay --replay DIR' plays a recording.",
  ],
  defaultAction: 'start',
  actions: {
    start: action({
      summary: 'Record the data of a source, until Ctrl-C',
      about: [
        `Nothing is computed or served. Without --record the folder is ${USUAL_FOLDER}. The source keeps its own state in the subfolder source.`,
        'Ctrl-C, SIGTERM and SIGHUP (sent when the terminal is closed) stop it with complete files; under nohup SIGHUP is ignored.',
      ],
      settings: ['record', 'source'],
      examples: ['tidemark record --source live --record recordings'],
      run: record,
    }),
    inspect: action({
      summary: 'Show the contents of a recording: source and origin, slots, gaps, events, exchanges, damage',
      positionals: [
        {
          name: 'PATH',
          about: 'A file, or a folder with files',
          completes: 'file',
          missingMessage: 'name one file or folder to inspect',
        },
      ],
      options: { json: JSON_OPTION },
      exitCodes: [[1, 'if a file is damaged']],
      run: ({ positionals: [path = ''], options }, io) => inspect(path, options.json, io),
    }),
  },
};

async function record({ config }: Call, io: Output): Promise<number> {
  const { settings } = config();
  const log = createLog(settings, new SystemClock(), io.errors);
  const folder = settings.record ?? USUAL_FOLDER;
  const stop = new AbortController();
  // Recording normally ends this way: it is not a failure.
  interruption().addEventListener('abort', () => stop.abort());
  io.err(`recording ${settings.source} into ${folder}; press Ctrl-C to stop\n`);
  const recorded = await recordSource(
    {
      settings,
      sources: SOURCES,
      folder,
      onTrouble: (what, details) => log.warn(details, what),
      onSlot: (so) => io.errors.progress?.(recordedText(so)),
    },
    stop.signal,
  );
  io.errors.progress?.('');
  io.out(`${recordedText(recorded)}\n`);
  return 0;
}

function recordedText({ slots, tickers, trades, exchanges, first, last }: Recorded): string {
  if (first === undefined || last === undefined) return 'nothing recorded yet';
  const span = `${shortText(first)} to ${shortText(last)}`;
  return `${slots} ${slots === 1 ? 'slot' : 'slots'}, ${span}: ${tickers} tickers and ${trades} trades from ${exchanges} exchanges`;
}

function inspect(path: string, isJson: boolean, io: Output): number {
  const files = inspectFiles(path);
  const between = gapsBetween(files);
  if (isJson) io.out(`${quoted({ files: files.map(plain), gapsBetweenFiles: between.map(plainGap) })}\n`);
  else {
    io.out(files.map(textOf).join('\n'));
    if (files.length > 1) io.out(`\ngaps between files: ${gapText(between)}\n`);
  }
  return files.some(({ damage }) => damage !== undefined) ? 1 : 0;
}

function textOf(file: InspectedRecording): string {
  const { path, source, origin, version, about, slots, gaps, events, tickers, trades, damage } = file;
  const rows: [name: string, text: string | undefined][] = [
    ['file', `${path}, ${(file.bytes / MIB).toFixed(2)} MiB`],
    ['source', `${source}, ${origin} data`],
    ['values', about],
    ['recorded by', version === undefined ? undefined : `Tidemark ${version}`],
    ['slots', slots === 0 ? 'none' : `${slots}, ${instantText(file.from)} to ${instantText(file.to)}`],
    ['gaps', gapText(gaps)],
    [
      'events',
      Object.entries(events)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ') || 'none',
    ],
    ['tickers', `${tickers}, trades ${trades}`],
    [
      'damage',
      damage === undefined
        ? 'none'
        : `it ${damage.problem}: ${damage.soundBytes} of ${file.bytes} bytes are intact`,
    ],
  ];
  const table = file.exchanges.map(
    ({ id, name, batches, tickers: own, trades: traded, first, last, failures }) => [
      nameText(name ?? id),
      String(batches),
      String(own),
      String(traded),
      instantText(first),
      instantText(last),
      String(failures),
    ],
  );
  const head = ['exchange', 'batches', 'tickers', 'trades', 'first', 'last', 'failures'];
  const lines = rows.flatMap(([name, text]) =>
    text === undefined ? [] : `${name.padEnd(12)} ${escaped(text)}\n`,
  );
  return lines.join('') + (table.length > 0 ? `\n${tableText([head, ...table])}` : '');
}

/** A file may contain anything. */
function nameText(name: string): string {
  return /^[ -~]+$/.test(name) ? name : quoted(name);
}

function gapText(gaps: InspectedRecording['gaps']): string {
  if (gaps.length === 0) return 'none';
  const shown = gaps.slice(0, 3).map(({ from, to }) => `${instantText(from)} to ${instantText(to)}`);
  const more = gaps.length > shown.length ? ` and ${gaps.length - shown.length} more` : '';
  return `${gaps.length}: ${shown.join(', ')}${more}`;
}

/** Converts instants to text, as in all output. */
function plain({ from, to, gaps, exchanges, ...rest }: InspectedRecording) {
  return {
    ...rest,
    ...(from !== undefined && { from: formatDatetime(from) }),
    ...(to !== undefined && { to: formatDatetime(to) }),
    gaps: gaps.map(plainGap),
    exchanges: exchanges.map(({ first, last, ...exchange }) => ({
      ...exchange,
      ...(first !== undefined && { first: formatDatetime(first) }),
      ...(last !== undefined && { last: formatDatetime(last) }),
    })),
  };
}

function plainGap({ from, to }: InspectedRecording['gaps'][number]) {
  return { from: formatDatetime(from), to: formatDatetime(to) };
}

function instantText(at: Millis | undefined): string {
  return at === undefined ? '-' : `${formatDatetime(at).slice(0, 19)}Z`;
}

function shortText(at: Millis): string {
  return formatDatetime(at).slice(0, 19).replace('T', ' ');
}
