import { linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, dayStart, type Millis } from '../../src/core/time.ts';
import { Journal } from '../../src/history/embedded/journal.ts';
import { dayKey } from '../../src/history/embedded/journal-keys.ts';
import { encodeEntry } from '../../src/history/embedded/journal-records.ts';
import { StoreFolders } from '../../src/history/embedded/store-folders.ts';

/** Makes a store of one sealed day one of so many days, all with the same content: for opening, not for reading. */
export async function lengthen(folder: string, lastDay: Millis, days: number): Promise<void> {
  const folders = new StoreFolders(folder);
  const onLoss = (path: string, loss: string) => {
    throw new Error(`${path}: ${loss}`);
  };
  const { journal } = Journal.open({ folder: folders.journal, onLoss });
  const sealed = join(folder, 'days', readdirSync(join(folder, 'days'))[0]!);
  const added = Array.from({ length: days - 1 }, (_, i) => dayStart(lastDay) - (i + 1) * DAY_MS);
  for (const day of added) linkSync(sealed, folders.day(day));
  await journal.commit({
    puts: added.map((day) => ({ key: dayKey(day), value: encodeEntry({ hours: 24 }) })),
  });
  await journal.close();
}
