import type { SeriesOrder } from '../../core/series-order.ts';
import type { SlotColumns } from '../../core/value-columns.ts';
import { TRUST_SOURCES } from '../../engine/quality/index-quality.ts';
import type { TickQuality } from '../../engine/tick-output.ts';
import type { IndexQualityColumns } from '../../latest/quality-refresh.ts';

const NONE_BY_ITSELF = -1;

/** The engine's columns in the order of series, of those that have a value: the rows of the slot's values. */
export function qualityColumnsOf(
  { mwa, gwa, lx }: TickQuality,
  { series, flags }: Pick<SlotColumns, 'series' | 'flags'>,
  order: SeriesOrder,
): IndexQualityColumns {
  const rows = series.length;
  const [assetsFrom, assetsEnd] = order.rangeOf('GWA');
  const lxByNumber = new Map(
    lx.map((index) => [order.numberOf({ indexType: 'LX', indexId: index.indexId }), index]),
  );
  const columns = {
    series: series.slice(),
    exchanges: new Uint16Array(rows),
    refused: new Int32Array(rows).fill(NONE_BY_ITSELF),
    spreadBps: new Float64Array(rows).fill(Number.NaN),
    oneExchangeBps: new Float64Array(rows).fill(Number.NaN),
    trustSource: Array.from(series, (number) => TRUST_SOURCES[mwa.trustSource[number] ?? 0] ?? ''),
    flags: flags.slice(),
  };
  series.forEach((number, row) => {
    if (number < assetsFrom) {
      columns.exchanges[row] = mwa.exchanges[number]!;
      columns.refused[row] = mwa.refused[number]!;
      columns.spreadBps[row] = mwa.spreadBps[number]!;
      columns.oneExchangeBps[row] = mwa.oneExchangeBps[number]!;
    } else if (number < assetsEnd) columns.exchanges[row] = gwa.exchanges[number - assetsFrom]!;
    else {
      const index = lxByNumber.get(number)!;
      columns.exchanges[row] = index.exchanges;
      columns.refused[row] = index.refused;
      columns.spreadBps[row] = index.spreadBps;
      columns.oneExchangeBps[row] = index.oneExchangeBps;
    }
  });
  return columns;
}
