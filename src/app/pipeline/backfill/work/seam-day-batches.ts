import type { Candle } from '../../../../core/candle.ts';
import type { Millis } from '../../../../core/time.ts';
import type { ModelledBatch, PastModel } from '../../../../sources/past.ts';
import { historyBackend } from '../../../directory/backends.ts';
import type { BackfillInput } from './backfill-messages.ts';
import { StoredDay } from './stored-day.ts';

/** The records of the day of the first tick, from what is stored. Where anything of the day is damaged, they stay as they are. */
export async function* seamDayBatches(
  model: Pick<PastModel, 'series'>,
  { folder, store }: Pick<BackfillInput, 'folder' | 'store'>,
  day: Millis,
): AsyncGenerator<ModelledBatch> {
  const backend = await historyBackend(folder, store);
  const history = await backend.openReader(({ file, reason }) => {
    throw new Error(`${file}: ${reason}`);
  });
  try {
    const stored = new StoredDay(history, day);
    const candles: Candle[] = [];
    for (const series of model.series()) candles.push(...(await stored.candleOf(series)));
    yield { candles, points: candles.length };
  } finally {
    await history.close();
  }
}
