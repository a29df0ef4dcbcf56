import type { Role } from '../../app/config/settings.ts';
import type { RaisedAlert } from '../../alerts/rules/raised-alert.ts';
import type { Millis } from '../../core/time.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { CollectTopics } from './collect/collect-topics.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../latest/market/market-topics.ts';

/** Which part of the stored past may still change, published by the leader. */
export interface PublishedPastState {
  /** The fence of the publishing process. */
  readonly fence: number;
  readonly settledFrom: Millis | null;
  /** The same for end-of-day records. Older versions omit it. */
  readonly recordsSettledFrom?: Millis | null;
  readonly revision: number;
  readonly openSeamDay: Millis | null;
  readonly changesStored: boolean;
  /** Increases, for the same fence, when past end-of-day records are back-filled or imported. Older versions omit it. */
  readonly recordChanges?: number;
}

/** The state of the source, published by the leader. */
export interface SourceState {
  /** The fence of the publishing process. */
  readonly fence: number;
  /** Why too few exchanges answer to compute prices; null if enough do. */
  readonly degraded: string | null;
}

/** Topics of the bus between the processes of a service. */
export interface ClusterTopics extends MarketTopics, CollectTopics {
  /** The inputs of a tick, published before the tick is stored. */
  readonly inputs: InputFrame;
  readonly past: PublishedPastState;
  readonly sources: SourceState;
  /** Alerts that fired or resolved, once they are durable. */
  readonly alerts: readonly RaisedAlert[];
}

/** Which role publishes each topic, and which roles subscribe to it. NATS permissions and signature checks are derived from this. */
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
  alerts: { publishes: 'compute', subscribes: ['serve'] },
  inputs: { publishes: 'compute', subscribes: ['compute'] },
  wanted: { publishes: 'compute', subscribes: ['collect'] },
  collected: { publishes: 'collect', subscribes: ['compute'] },
  reading: { publishes: 'collect', subscribes: ['collect'] },
};

export interface TopicRoles {
  readonly publishes: Role;
  readonly subscribes: readonly Role[];
}

/** The roles whose signature is valid on a topic. */
export const publishersOf = (topic: keyof ClusterTopics): readonly Role[] => [TOPIC_ROLES[topic].publishes];

/** The name of the sending process in messages that have one. It ends with the id of the process on the bus. */
export const SENDERS = {
  collected: ({ collector }: ClusterTopics['collected']) => collector,
  reading: ({ collector }: ClusterTopics['reading']) => collector,
};

export const RETAINED_CLUSTER_TOPICS = [...RETAINED_TOPICS, 'past', 'sources'] as const;
