import { performance } from 'node:perf_hooks';
import { SLOTS_PER_DAY } from '../../src/core/time.ts';
import { BlockDamaged } from '../../src/history/block/block-damaged.ts';
import { DayAssembler, dayReader } from '../../src/history/block/day-block.ts';
import { HourEncoder } from '../../src/history/block/hour-block.ts';
import { HOURS_PER_DAY, TICK_LAYOUT, TICKS_PER_HOUR } from '../../src/history/block/layout.ts';
import { rowBuffer } from '../../src/history/block/rows.ts';
import type { SeriesColumns } from './entropy.ts';

/** Points per second on one thread when encoding hours, joining them to days, and decoding days. */
export function codecRates(series: readonly SeriesColumns[]): { encode: number; decode: number } {
  const encoder = new HourEncoder(TICK_LAYOUT);
  const assembler = new DayAssembler(TICK_LAYOUT);
  const reader = dayReader(TICK_LAYOUT);
  const buffer = rowBuffer(TICK_LAYOUT, SLOTS_PER_DAY);
  let [points, encodeMs, decodeMs] = [0, 0, 0];
  for (const [prices, volumes] of series) {
    const count = Math.min(SLOTS_PER_DAY, prices.length);
    const day = {
      present: new Uint8Array(SLOTS_PER_DAY).fill(1, 0, count),
      numbers: [prices, volumes].map((column) => {
        const padded = new Float64Array(SLOTS_PER_DAY);
        padded.set(column.subarray(0, count));
        return padded;
      }),
      flags: new Uint16Array(SLOTS_PER_DAY),
    };
    const start = performance.now();
    const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) =>
      hour * TICKS_PER_HOUR < count ? encoder.encodeHour(day, hour * TICKS_PER_HOUR) : undefined,
    );
    const block = assembler.assembleDay(hours);
    const encoded = performance.now();
    if (block instanceof BlockDamaged) throw new Error(block.message);
    if (reader.open(block)) throw new Error('a block that was just made is damaged');
    reader.read(0, SLOTS_PER_DAY - 1, 'oldest-first', buffer);
    decodeMs += performance.now() - encoded;
    encodeMs += encoded - start;
    points += count;
  }
  return { encode: (points / encodeMs) * 1000, decode: (points / decodeMs) * 1000 };
}
