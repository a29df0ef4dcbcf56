import type { IndexType, SeriesId } from '../../core/index-value.ts';
import type { EngineReference } from '../engine-reference.ts';
import { runTick, type TickRun } from '../engine.ts';
import { methodologyAt, type Methodology } from '../methodology.ts';
import type { ReferenceLayout } from '../reference-layout.ts';
import type { TickInput } from '../tick-input.ts';
import { explainAsset } from './explain-asset.ts';
import { explainLx } from './explain-lx.ts';
import { explainMarket } from './explain-market.ts';
import type { Receipt } from './receipt.ts';

/** A recomputed tick, or parts of one, with everything it was computed from. */
export interface ExplainedTick<Part extends keyof TickRun = keyof TickRun> {
  readonly reference: ReferenceLayout;
  readonly input: TickInput;
  readonly methodology: Methodology;
  readonly run: Pick<TickRun, Part>;
}

/**
 * Explains how one value of a tick was computed, by recomputing the tick with the same functions. Undefined if the series has no
 * value at that tick.
 */
export function explain(
  reference: EngineReference,
  input: TickInput,
  series: SeriesId,
  methodology: Methodology = methodologyAt(input.at),
): Receipt | undefined {
  return explainedBy({ reference, input, methodology, run: runTick(reference, input, methodology) }, series);
}

const EXPLAIN: Readonly<Record<IndexType, (tick: ExplainedTick, indexId: string) => Receipt | undefined>> = {
  MWA: explainMarket,
  GWA: explainAsset,
  LX: explainLx,
};

/** The same for several values of one tick. */
export function explainedBy(tick: ExplainedTick, { indexType, indexId }: SeriesId): Receipt | undefined {
  return EXPLAIN[indexType](tick, indexId);
}
