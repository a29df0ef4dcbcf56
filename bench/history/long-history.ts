import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, dayStart, type Millis } from '../../src/core/time.ts';
import { Journal } from '../../src/history/embedded/journal/journal.ts';
import { dayKey } from '../../src/history/embedded/journal/journal-keys.ts';
import { encodeEntry } from '../../src/history/embedded/journal/journal-records.ts';
import {
  decodeFooter,
  encodeFooter,
  FOOTER_BYTES,
  SEGMENT_HEADER_BYTES,
} from '../../src/history/embedded/segment/segment-layout.ts';
import { StoreFolders } from '../../src/history/embedded/store-folders.ts';

/**
 * Turns a store of one sealed day into one of `days` days with the same content: for opening, not for
 * reading.
 */
export async function lengthen(folder: string, lastDay: Millis, days: number): Promise<void> {
  const folders = new StoreFolders(folder);
  const onLoss = (path: string, loss: string) => {
    throw new Error(`${path}: ${loss}`);
  };
  const { journal } = await Journal.open({ folder: folders.journal, onLoss });
  const sealed = readFileSync(join(folder, 'days', readdirSync(join(folder, 'days'))[0]!));
  const added = Array.from({ length: days - 1 }, (_, i) => dayStart(lastDay) - (i + 1) * DAY_MS);
  for (const day of added) writeOfDay(folders.day(day), sealed, day);
  await journal.commit({
    puts: added.map((day) => ({ key: dayKey(day), value: encodeEntry({ hours: 24 }) })),
  });
  await journal.close();
}

/** The same segment for another day, with a hole in the place of its blocks. */
function writeOfDay(path: string, sealed: Buffer, day: Millis): void {
  const footer = decodeFooter(sealed, sealed.subarray(-FOOTER_BYTES), sealed.length, 'day');
  if (typeof footer === 'string') throw new Error(footer);
  const file = openSync(path, 'wx');
  writeSync(file, sealed, 0, SEGMENT_HEADER_BYTES, 0);
  const end = sealed.length - FOOTER_BYTES;
  writeSync(file, sealed, footer.index.offset, end - footer.index.offset, footer.index.offset);
  writeSync(file, encodeFooter({ ...footer, start: day }), 0, FOOTER_BYTES, end);
  closeSync(file);
}
