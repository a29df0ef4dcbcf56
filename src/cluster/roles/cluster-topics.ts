import type { Millis } from '../../core/time.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { CollectTopics } from './collect/collect-topics.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../latest/market/market-topics.ts';

/** How far history may still change behind the ticks, as the leading process knows it. */
export interface ToldPast {
  /** The fence of the process that says so. */
  readonly fence: number;
  readonly settledFrom: Millis | null;
  /** The same of end-of-day records; older versions do not tell. */
  readonly recordsSettledFrom?: Millis | null;
  readonly revision: number;
  readonly openSeamDay: Millis | null;
  readonly changesStored: boolean;
  /** Rises under the same fence where end-of-day records of the past were filled in or imported; older versions do not tell. */
  readonly recordChanges?: number;
}

/** How the source is, as the leading process knows it. */
export interface SourceState {
  /** The fence of the process that says so. */
  readonly fence: number;
  /** Why too few exchanges answer to compute prices; null if enough do. */
  readonly degraded: string | null;
}

/** What the bus carries between the processes of a service. */
export interface ClusterTopics extends MarketTopics, CollectTopics {
  /** What a tick was computed from, before it is stored. */
  readonly inputs: InputFrame;
  readonly past: ToldPast;
  readonly sources: SourceState;
}

export const RETAINED_CLUSTER_TOPICS = [...RETAINED_TOPICS, 'past', 'sources'] as const;
