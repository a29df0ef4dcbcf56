import { join, resolve } from 'node:path';
import { rmSync, statSync } from '../../../disk/files.ts';
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
import { STANDARD_INPUT, textLines } from './text-lines.ts';

export interface ImportOptions {
  readonly sources: SourceTable;
  readonly data: string;
  readonly file: string;
  readonly format: TextFormat;
  /** Whether days that are stored with other values are replaced. */
  readonly replace: boolean;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number, allBytes: number) => void) | undefined;
}

/** A line that cannot be taken in. */
export interface BadLine {
  readonly line: number;
  readonly problems: readonly string[];
}

/** Where lines are bad, nothing was imported. */
export type Imported =
  | { readonly kind: 'imported'; readonly rows: number; readonly outcome: ImportOutcome }
  | { readonly kind: 'bad'; readonly badLines: number; readonly examples: readonly BadLine[] };

const MOST_EXAMPLES = 100;
/** They are stored at once, and until then they are in memory. */
const MOST_ROWS = 500_000;

/**
 * Takes end-of-day records into history, all of a file or nothing. The process that owns the directory stores them: the service
 * where one is running, else this process.
 */
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
      if (problems.length > 0 && ++badLines <= MOST_EXAMPLES) examples.push({ line: number, problems });
    }
    if (staged.size > MOST_ROWS)
      throw new OperatorError(`${file} has more than ${MOST_ROWS} records: split it, by time for instance`);
    hasLines = true;
  }
  if (parser.hasHeader && !hasLines)
    throw new OperatorError(`${file} is empty: it has no header; nothing was imported`);
  return { staged, badLines, examples };
}

/** What is wrong with it; nothing where it was taken. */
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
  if (seen.has(key)) return ['the same index and day stand in a line before'];
  seen.add(key);
  staged.add(candle);
  return [];
}

async function knownDaysOf(folder: string, sources: SourceTable): Promise<KnownDays> {
  const identity = identityOf(folder);
  if (!identity) throw new OperatorError(`${folder} has never been served: start the service once`);
  const source = sources.find(identity.source);
  if (!source)
    throw new OperatorError(
      `${folder} holds data of the source ${identity.source}, which this version lacks`,
    );
  refuseOutdated(folder, identity, source);
  const history = await embeddedHistory(folder).openReader(() => {});
  try {
    const { lastTick } = await history.summary();
    if (lastTick === undefined)
      throw new OperatorError(`${folder} holds no tick yet: start the service once`);
    const prepared = await source.prepare(identity, { folder, onTrouble: () => undefined });
    const order = new SeriesOrder(prepared.universe());
    return { order, lastDay: lastFinalDay(lastTick) };
  } finally {
    await history.close();
  }
}
