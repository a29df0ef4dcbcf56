import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { Damage } from '../damage.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';
import { YearRows } from '../../tiers/year-rows.ts';

export interface YearToSeal {
  readonly kind: 'year';
  readonly path: string;
  /** 1 January. */
  readonly start: Millis;
  /** The file of the year from the previous sealing. */
  readonly previousPath?: string | undefined;
  readonly days: readonly {
    readonly day: Millis;
    readonly numbers: Uint32Array;
    readonly columns: readonly Float64Array[];
    readonly flags: Uint16Array;
  }[];
  /** Numbers of all series, in series order. */
  readonly order: Uint32Array;
  /** Packed ids by number. */
  readonly series: Uint8Array;
}

/** Rewrites the year: its previous content, with the given days replaced. */
export function sealYear({ path, start, previousPath, days, order, series }: YearToSeal): Damage[] {
  const damages: Damage[] = [];
  const previous = previousPath === undefined ? undefined : SegmentFile.open(previousPath, 'year', start);
  const file = previous instanceof SegmentDamaged ? undefined : previous;
  if (previous instanceof SegmentDamaged)
    damages.push({ file: previousPath!, series: undefined, reason: previous.reason });
  const rowsOfDays = days.map(({ numbers }) => new Map(Array.from(numbers, (number, row) => [number, row])));
  const lost = lostSeries(file, new Set(order));
  if (lost > 0)
    damages.push({ file: previousPath!, series: undefined, reason: `${lost} of its series have no id` });
  const year = new YearRows();
  try {
    SegmentWriter.write(path, 'year', start, (writer) => {
      for (const number of order) {
        const id = series.subarray(number * SERIES_BYTES, (number + 1) * SERIES_BYTES);
        const stored = file?.blockOf(number);
        const isUnread = stored instanceof SegmentDamaged;
        const damaged = year.load(isUnread ? undefined : stored);
        const damage = isUnread ? stored.reason : damaged?.message;
        if (damage !== undefined)
          damages.push({ file: previousPath!, series: unpackSeries(id, 0), reason: damage });
        days.forEach(({ day, columns, flags }, i) => {
          const row = rowsOfDays[i]!.get(number);
          if (row !== undefined) year.put((day - start) / DAY_MS, { columns, flags }, row);
        });
        if (!year.isEmpty) writer.addBlock(number, id, year.encode());
      }
      return [];
    });
  } finally {
    file?.close();
  }
  return damages;
}

/** The number of blocks of series that no longer have an id. */
function lostSeries(file: SegmentFile | undefined, known: ReadonlySet<number>): number {
  return file ? file.numbers.filter((number) => !known.has(number)).length : 0;
}
