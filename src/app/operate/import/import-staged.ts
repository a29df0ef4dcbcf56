import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Candle } from '../../../core/candle.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { HistoryStore } from '../../../history/history-store.ts';
import { candleText } from '../../../latest/candles/candle-text.ts';
import { throwIfFenced } from '../../directory/taken-over.ts';
import { isTemporaryName } from '../../directory/temporary-name.ts';
import { StagedCandles } from './staged-candles.ts';
import { candlesSettledFrom, openSeamDay, readProgress } from '../../pipeline/backfill/backfill-progress.ts';
import { openHistory } from '../../directory/open-history.ts';
import { dayText } from '../../../values/export/day-files.ts';

/** The result of an import. If a record was refused, nothing is stored. */
export interface ImportOutcome {
  readonly added: number;
  readonly replaced: number;
  /** Already stored with identical values. */
  readonly unchanged: number;
  /** Already stored with other values, and `replace` was not given. */
  readonly refused: number;
  readonly examples: readonly string[];
  /** Problems of the stored history; set if the import had to open it. */
  readonly problems?: readonly string[];
}

interface ImportSite {
  readonly folder: string;
  readonly history: HistoryStore;
  /** Days before it are still being filled in, which would overwrite imported records. */
  readonly settledFrom: Millis;
  /** The day whose records will still be made again. */
  readonly openDay: Millis | undefined;
}

const MAX_EXAMPLES = 20;

/** Stores records that another process has checked and staged in the data directory: all or none. */
export async function importStaged(
  { folder, history, settledFrom, openDay }: ImportSite,
  name: string,
  replace: boolean,
): Promise<ImportOutcome> {
  if (!isTemporaryName(name)) throw new OperatorError('the name of the import is not valid');
  const staged = StagedCandles.read(join(folder, name));
  refuseUnsettled(staged, settledFrom, openDay);
  const changes = await compare(history, staged, replace);
  const { candles, ...outcome } = changes;
  if (outcome.refused > 0) return { ...outcome, added: 0, replaced: 0 };
  try {
    if (candles.length > 0) throwIfFenced(await history.appendCandles(candles));
  } catch (error) {
    throw new OperatorError(`nothing was imported: ${(error as Error).message}`);
  }
  return outcome;
}

function refuseUnsettled(staged: StagedCandles, settledFrom: Millis, openDay: Millis | undefined): void {
  if (openDay !== undefined && staged.has(openDay))
    throw new OperatorError(
      `nothing was imported: the records of ${dayText(openDay)}, the day of the first tick, are ` +
        'made again when the day is over and filled in; remove them from the file, or retry later',
    );
  if (staged.oldestDay >= settledFrom) return;
  throw new OperatorError(
    `nothing was imported: days before ${dayText(settledFrom)} are still being filled in; ` +
      "wait until the back-fill is done (see 'tidemark status')",
  );
}

async function compare(
  history: HistoryStore,
  staged: StagedCandles,
  replace: boolean,
): Promise<ImportOutcome & { readonly candles: Candle[] }> {
  const candles: Candle[] = [];
  const examples: string[] = [];
  let [added, replaced, unchanged, refused] = [0, 0, 0, 0];
  for (const { series, candles: wanted } of staged.bySeries()) {
    const days = [...wanted.keys()].toSorted((a, b) => a - b);
    const [first, last] = [days[0]!, days.at(-1)!];
    const limit = (last - first) / DAY_MS + 1;
    const stored = await history.readCandles({ series, startAtOrBefore: last, limit });
    const before = new Map(stored.map((candle) => [candle.startAt, candleText(candle)]));
    for (const [day, candle] of wanted) {
      const text = before.get(day);
      if (text === candleText(candle)) unchanged++;
      else if (text === undefined) added += candles.push(candle) && 1;
      else if (replace) replaced += candles.push(candle) && 1;
      else if (++refused <= MAX_EXAMPLES)
        examples.push(`${dayText(day)} ${series.indexType} ${series.indexId}`);
    }
    // Lets requests be served between series.
    await setImmediate();
  }
  return { candles, added, replaced, unchanged, refused, examples };
}

/** Stores staged records in a directory that this process owns. */
export async function importStopped(
  folder: string,
  { name, replace }: Readonly<Record<string, unknown>>,
): Promise<ImportOutcome> {
  const problems: string[] = [];
  const history = await openHistory(folder, {
    onDamage: ({ file }) => problems.push(`${file} is damaged`),
    onBackgroundFailure: (error) => problems.push(error.message),
  });
  try {
    const { lastTick = -Infinity } = await history.summary();
    const progress = readProgress(folder, lastTick === -Infinity ? undefined : lastTick);
    const site = {
      folder,
      history,
      settledFrom: candlesSettledFrom(progress, lastTick),
      openDay: openSeamDay(progress),
    };
    return { ...(await importStaged(site, String(name), replace === true)), problems };
  } finally {
    await history.close();
  }
}
