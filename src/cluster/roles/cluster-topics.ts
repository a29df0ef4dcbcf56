import type { Role } from '../../app/config/settings.ts';
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

/** Which role publishes a topic, and which ones subscribe to it: the permissions of NATS and the check of signatures follow from this. */
export const TOPIC_ROLES: Readonly<Record<keyof ClusterTopics, TopicRoles>> = {
  reference: { publishes: 'compute', subscribes: ['serve'] },
  tickers: { publishes: 'compute', subscribes: ['serve'] },
  indices: { publishes: 'compute', subscribes: ['serve'] },
  marketCaps: { publishes: 'compute', subscribes: ['serve'] },
  quality: { publishes: 'compute', subscribes: ['serve'] },
  derivatives: { publishes: 'compute', subscribes: ['serve'] },
  trades: { publishes: 'compute', subscribes: ['serve'] },
  head: { publishes: 'compute', subscribes: ['serve', 'compute'] },
  past: { publishes: 'compute', subscribes: ['serve'] },
  sources: { publishes: 'compute', subscribes: ['serve'] },
  inputs: { publishes: 'compute', subscribes: ['compute'] },
  wanted: { publishes: 'compute', subscribes: ['collect'] },
  collected: { publishes: 'collect', subscribes: ['compute'] },
  reading: { publishes: 'collect', subscribes: ['collect'] },
};

export interface TopicRoles {
  readonly publishes: Role;
  readonly subscribes: readonly Role[];
}

/** Whose signature counts on a topic. */
export const publishersOf = (topic: keyof ClusterTopics): readonly Role[] => [TOPIC_ROLES[topic].publishes];

export const RETAINED_CLUSTER_TOPICS = [...RETAINED_TOPICS, 'past', 'sources'] as const;
