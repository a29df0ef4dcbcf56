import type { ScaledTime } from '../core/clock.ts';
import type { TickerRefresh } from '../latest/ticker-refresh.ts';
import type { WorldSize } from '../sources/simulator/world.ts';

/** What the pipeline's thread is started with. */
export interface PipelineInput {
  readonly world: WorldSize;
  readonly seed: string;
  readonly faultRate: number;
  readonly time: ScaledTime;
  /** Whether market time waits for each slot to be published. */
  readonly paced: boolean;
}

/** From the pipeline's thread to the one that serves. Its buffers are handed over, not copied. */
export interface RefreshMessage {
  readonly kind: 'refresh';
  readonly refresh: TickerRefresh;
}

export type PipelineMessage = RefreshMessage;
