import { join, resolve } from 'node:path';
import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { rmSync, statSync, constants, createReadStream, openSync } from '../../../disk/files.ts';
import type { TextFormat } from '../../../contract/formats.ts';
import { lastFinalDay } from '../../../core/candle.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { SeriesOrder } from '../../../core/ids/series-order.ts';
import type { SourceTable } from '../../../sources/source-table.ts';
import { embeddedHistory } from '../../directory/backends.ts';
import { runCommand } from '../control/admin-access.ts';
import { existingDirectory, identityOf } from '../../directory/data-directory.ts';
import { refuseOutdated } from '../../directory/source-identity.ts';
import { removeLeftovers, temporaryName } from '../../directory/temporary-name.ts';
import { CandleRow, type KnownDays } from './candle-row.ts';
import type { ImportOutcome } from './import-staged.ts';
import { rowParser } from './row-parser.ts';
import { StagedCandles } from './staged-candles.ts';
import { openRegularFile } from '../../../disk/regular-file.ts';

interface ImportOptions {
  readonly sources: SourceTable;
  readonly data: string;
  readonly file: string;
  readonly format: TextFormat;
  readonly replace: boolean;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number, allBytes: number) => void) | undefined;
}

interface BadLine {
  readonly line: number;
  readonly problems: readonly string[];
}

/** If lines are bad, nothing was imported. */
export type Imported =
  | { readonly kind: 'imported'; readonly rows: number; readonly outcome: ImportOutcome }
  | { readonly kind: 'bad'; readonly badLines: number; readonly examples: readonly BadLine[] };

const MAX_EXAMPLES = 100;
/** All records are in memory until they are stored in one write. */
const MAX_ROWS = 500_000;

/** Imports end-of-day records, a whole file or nothing. The process that owns the directory stores them. */
export async function importOhlcv(options: ImportOptions): Promise<Imported> {
  const folder = existingDirectory(options.data);
  const checked = await readFile(options, await knownDaysOf(folder, options.sources));
  if (checked.badLines > 0) return { kind: 'bad', badLines: checked.badLines, examples: checked.examples };
  removeLeftovers(folder, options.clock);
  const name = temporaryName('import');
  try {
    stage(checked.staged, join(folder, name));
    const file = options.file === STANDARD_INPUT ? 'standard input' : resolve(options.file);
    const request = { command: 'import.ohlcv', arguments: { name, file, replace: options.replace } };
    const outcome = await runCommand(folder, options.clock, request);
    return { kind: 'imported', rows: checked.staged.size, outcome: outcome as ImportOutcome };
  } finally {
    rmSync(join(folder, name), { force: true });
  }
}

function stage(staged: StagedCandles, path: string): void {
  try {
    staged.write(path);
  } catch (error) {
    throw new OperatorError(`nothing was imported: ${(error as Error).message}`);
  }
}

interface CheckedFile {
  readonly staged: StagedCandles;
  readonly badLines: number;
  readonly examples: readonly BadLine[];
}

async function readFile(
  { file, format, signal, onBytes }: ImportOptions,
  known: KnownDays,
): Promise<CheckedFile> {
  const parser = rowParser(format);
  const staged = new StagedCandles();
  const seen = new Set<string>();
  const examples: BadLine[] = [];
  let badLines = 0;
  let hasLines = false;
  const allBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  for await (const { number, text, readBytes } of textLines(file, signal)) {
    signal?.throwIfAborted();
    onBytes?.(readBytes, allBytes);
    if (parser.hasHeader && number === 1) parser.start(text);
    else if (text !== '') {
      const problems = takeLine(parser.row(text), known, staged, seen);
      if (problems.length > 0 && ++badLines <= MAX_EXAMPLES) examples.push({ line: number, problems });
    }
    if (staged.size > MAX_ROWS)
      throw new OperatorError(`${file} has more than ${MAX_ROWS} records: split it, for instance by time`);
    hasLines = true;
  }
  if (parser.hasHeader && !hasLines)
    throw new OperatorError(`${file} is empty: it has no header; nothing was imported`);
  return { staged, badLines, examples };
}

/** The problems of a line; empty if it was accepted. */
function takeLine(
  row: ReturnType<ReturnType<typeof rowParser>['row']>,
  known: KnownDays,
  staged: StagedCandles,
  seen: Set<string>,
): readonly string[] {
  if (typeof row === 'string') return [row];
  const candle = CandleRow.read(row, known);
  if ('length' in candle) return candle;
  const key = `${candle.startAt} ${candle.indexId}`;
  if (seen.has(key)) return ['an earlier line has the same index and day'];
  seen.add(key);
  staged.add(candle);
  return [];
}

async function knownDaysOf(folder: string, sources: SourceTable): Promise<KnownDays> {
  const identity = identityOf(folder);
  if (!identity) throw new OperatorError(`${folder} has never been served: start the service first`);
  const source = sources.find(identity.source);
  if (!source)
    throw new OperatorError(
      `${folder} holds data of the source ${identity.source}, which this version does not have`,
    );
  refuseOutdated(folder, identity, source);
  const history = await embeddedHistory(folder).openReader(() => {});
  try {
    const { lastTick } = await history.summary();
    if (lastTick === undefined) throw new OperatorError(`${folder} has no tick yet: start the service first`);
    const prepared = await source.prepare(identity, { folder, onWarning: () => undefined });
    const order = new SeriesOrder(prepared.universe());
    return { order, lastDay: lastFinalDay(lastTick) };
  } finally {
    await history.close();
  }
}

const MAX_LINE_CHARACTERS = 16_384;

interface TextLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** Approximate number of bytes read so far. */
  readonly readBytes: number;
}

/** The path that means standard input. */
const STANDARD_INPUT = '-';

/**
 * The lines of a UTF-8 file, pipe or standard input, without line ends and byte order mark. The signal aborts
 * a waiting read.
 */
async function* textLines(path: string, signal?: AbortSignal): AsyncGenerator<TextLine> {
  const stream = opened(path);
  stream.setEncoding('utf8');
  if (signal) addAbortSignal(signal, stream);
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines)
        yield { number: ++number, text: cleaned(text, number), readBytes: stream.bytesRead };
      if (rest.length > MAX_LINE_CHARACTERS)
        throw new OperatorError(
          `line ${number + 1} of ${path} is longer than ${MAX_LINE_CHARACTERS} characters`,
        );
    }
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (stream instanceof Socket && stream.bytesRead === 0)
    throw new OperatorError(`${path} is a pipe that no program has written to: start the writer first`);
  if (rest !== '') yield { number: ++number, text: cleaned(rest, number), readBytes: stream.bytesRead };
}

type OpenText = (Socket | ReturnType<typeof createReadStream>) & { readonly bytesRead: number };

function opened(path: string): OpenText {
  if (path === STANDARD_INPUT) return process.stdin;
  try {
    if (!statSync(path).isFIFO())
      return createReadStream(path, { fd: openRegularFile(path), highWaterMark: 2 ** 18 });
    // A socket waits in the event loop. A file read would block a thread that cannot be interrupted.
    return new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), writable: false });
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function cleaned(text: string, number: number): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return number === 1 ? line.replace(/^\uFEFF/, '') : line;
}
