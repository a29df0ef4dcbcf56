import type { EngineReference } from '../engine-reference.ts';
import type { TickRun } from '../engine.ts';
import type { Methodology } from '../methodology.ts';
import type { TickInput } from '../tick-input.ts';

/** A computed tick, with everything that resistance figures are computed from. */
export interface ResistanceInput {
  readonly reference: EngineReference;
  readonly input: TickInput;
  readonly run: TickRun;
  readonly methodology: Methodology;
}
