import type { SlotColumns } from '../../../core/value-columns.ts';
import { SCREEN_OUTCOMES } from '../../../engine/market/screen.ts';
import { COUNTED_OUTCOMES, type RefusalHours } from '../../../engine/quality/refusal-hours.ts';
import type { ResistanceFigures } from '../../../engine/quality/resistance-figures.ts';
import type { TickOutput } from '../../../engine/tick-output.ts';
import { ExchangeQualitySheet } from '../../../latest/quality/exchange-quality-sheet.ts';
import { IndexQualitySheet } from '../../../latest/quality/index-quality-sheet.ts';
import type { QualityRefresh } from '../../../latest/quality/quality-refresh.ts';
import type { EngineVersion } from './engine-version.ts';
import { qualityColumnsOf } from './quality-columns.ts';

const [, ...REASONS] = COUNTED_OUTCOMES.map((code) => SCREEN_OUTCOMES[code]);

/** What of a computed tick says how well it is attested. */
export interface AttestedTick {
  readonly version: EngineVersion;
  readonly output: Pick<TickOutput, 'at' | 'quality'>;
  readonly columns: Pick<SlotColumns, 'series' | 'flags'>;
  readonly hours: RefusalHours;
}

/** Writes how well each tick is attested, whatever version of the reference data it was computed with. */
export class QualitySheet {
  readonly #exchanges = new ExchangeQualitySheet(['ACCEPTED', ...REASONS]);
  #version: EngineVersion | undefined;
  #indices: IndexQualitySheet | undefined;

  /** `figures` are in the order of the tick's version. */
  publish({ version, output, columns, hours }: AttestedTick, figures?: ResistanceFigures): QualityRefresh {
    const { at, quality } = output;
    if (this.#version !== version || !this.#indices) {
      this.#version = version;
      this.#indices = new IndexQualitySheet(version.orders.series);
    }
    const { exchanges } = version.reference;
    return {
      at,
      indices: this.#indices.publish(at, qualityColumnsOf(quality, columns, version.orders.series, figures)),
      exchanges: this.#exchanges.publish(at, exchanges, quality.exchanges, hours),
    };
  }
}
