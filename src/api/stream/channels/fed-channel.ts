import type { RaisedAlert } from '../../../alerts/messages.ts';
import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { Listeners } from '../../../core/async/listeners.ts';
import type { MarketFeed } from '../../../latest/market/market-topics.ts';
import { AlertChannel } from './alert-channel.ts';
import type { Batch, Channel } from './channel.ts';

/** A channel and the topic of the feed that its batches are made from. */
export interface FedChannel {
  readonly channel: Channel;
  /** Calls `hear` with each batch as soon as its data are current. */
  listen(feed: Subscribable<MarketFeed>, hear: (batch: Batch) => void): Unsubscribe;
}

export function fedChannel<Topic extends keyof MarketFeed>(
  topic: Topic,
  channel: Channel & { publish(message: MarketFeed[Topic]): Batch },
): FedChannel {
  return {
    channel,
    listen: (feed, hear) => feed.subscribe(topic, (message) => hear(channel.publish(message))),
  };
}

export type RaisedAlerts = Pick<Listeners<readonly RaisedAlert[]>, 'add'>;

/** Alerts do not come from the market. */
export function alertChannel(raised: RaisedAlerts): FedChannel {
  const channel = new AlertChannel();
  return { channel, listen: (_feed, hear) => raised.add((all) => hear(channel.publish(all))) };
}
