import type { SlotColumns } from '../../../core/value-columns.ts';
import { SCREEN_OUTCOMES } from '../../../engine/market/screen.ts';
import { COUNTED_OUTCOMES, type RefusalHours } from '../../../engine/quality/refusal-hours.ts';
import type { ResistanceFigures } from '../../../engine/quality/resistance-figures.ts';
import type { TickOutput, TickQuality } from '../../../engine/tick-output.ts';
import { ExchangeQualityWriter } from '../../../latest/quality/exchange-quality-writer.ts';
import { IndexQualityWriter } from '../../../latest/quality/index-quality-writer.ts';
import type { QualityRefresh, IndexQualityColumns } from '../../../latest/quality/quality-refresh.ts';
import type { EngineVersion } from './engine-version.ts';
import { isReal } from '../../../core/index-value.ts';
import type { SeriesOrder } from '../../../core/ids/series-order.ts';
import { TRUST_SOURCES } from '../../../engine/quality/index-quality.ts';
import type { CollusionSize } from '../../../engine/quality/collusion.ts';

const [, ...REASONS] = COUNTED_OUTCOMES.map((code) => SCREEN_OUTCOMES[code]);

interface QualityTick {
  readonly version: EngineVersion;
  readonly output: Pick<TickOutput, 'at' | 'quality'>;
  readonly columns: Pick<SlotColumns, 'series' | 'flags'>;
  readonly hours: RefusalHours;
}

/** Writes the quality figures of each tick, whichever version of the reference data it used. */
export class QualitySheet {
  readonly #exchanges = new ExchangeQualityWriter(['ACCEPTED', ...REASONS]);
  #version: EngineVersion | undefined;
  #indices: IndexQualityWriter | undefined;

  /** `figures` are in the order of the tick's version. */
  publish({ version, output, columns, hours }: QualityTick, figures?: ResistanceFigures): QualityRefresh {
    const { at, quality } = output;
    if (this.#version !== version || !this.#indices) {
      this.#version = version;
      this.#indices = new IndexQualityWriter(version.orders.series);
    }
    const { exchanges } = version.reference;
    return {
      at,
      indices: this.#indices.write(at, qualityColumnsOf(quality, columns, version.orders.series, figures)),
      exchanges: this.#exchanges.write(at, exchanges, quality.exchanges, hours),
    };
  }
}

/** Assets have no exchanges of their own that could be refused. */
const NOT_COUNTED = -1;

/** Columns in the order of series, for the rows that have a value. `figures` may be of an earlier tick. */
function qualityColumnsOf(
  { mwa, gwa, lx }: TickQuality,
  { series, flags }: Pick<SlotColumns, 'series' | 'flags'>,
  order: SeriesOrder,
  figures?: ResistanceFigures,
): IndexQualityColumns {
  const rows = series.length;
  const [assetsFrom, assetsEnd] = order.rangeOf('GWA');
  const lxByNumber = new Map(
    lx.map((index) => [order.numberOf({ indexType: 'LX', indexId: index.indexId }), index]),
  );
  const columns = {
    series: series.slice(),
    exchanges: new Uint16Array(rows),
    refused: new Int32Array(rows).fill(NOT_COUNTED),
    spreadBps: new Float64Array(rows).fill(Number.NaN),
    oneExchangeBps: new Float64Array(rows).fill(Number.NaN),
    exchangesToMove1Percent: new Uint16Array(rows),
    isAtLeast: new Uint8Array(rows),
    resistanceAt: figures?.at,
    trustSource: Array.from(series, (number) => TRUST_SOURCES[mwa.trustSource[number] ?? 0] ?? ''),
    flags: flags.slice(),
  };
  const setCollusion = (row: number, collusion: CollusionSize | undefined) => {
    if (!collusion || !isReal(flags[row]!)) return;
    columns.exchangesToMove1Percent[row] = collusion.exchanges;
    columns.isAtLeast[row] = collusion.isAtLeast ? 1 : 0;
  };
  series.forEach((number, row) => {
    if (number < assetsFrom) {
      columns.exchanges[row] = mwa.exchanges[number]!;
      columns.refused[row] = mwa.refused[number]!;
      columns.spreadBps[row] = mwa.spreadBps[number]!;
      columns.oneExchangeBps[row] = mwa.oneExchangeBps[number]!;
      setCollusion(row, figures?.markets[number]);
    } else if (number < assetsEnd) {
      const asset = number - assetsFrom;
      const figure = figures?.assets[asset];
      columns.exchanges[row] = gwa.exchanges[asset]!;
      if (isReal(flags[row]!)) columns.oneExchangeBps[row] = figure?.oneExchangeBps ?? Number.NaN;
      setCollusion(row, figure?.collusion);
    } else {
      const index = lxByNumber.get(number)!;
      columns.exchanges[row] = index.exchanges;
      columns.refused[row] = index.refused;
      columns.spreadBps[row] = index.spreadBps;
      columns.oneExchangeBps[row] = index.oneExchangeBps;
      setCollusion(row, figures?.lx.get(index.indexId));
    }
  });
  return columns;
}
