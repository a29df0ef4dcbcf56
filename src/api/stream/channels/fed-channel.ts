import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { MarketFeed } from '../../../latest/market/market-topics.ts';
import type { Batch, Channel } from './channel.ts';

/** A channel and the topic of the feed that its batches are made from. */
export interface FedChannel {
  readonly channel: Channel;
  /** Calls `receive` with each batch as soon as its data are current. */
  listen(feed: Subscribable<MarketFeed>, receive: (batch: Batch) => void): Unsubscribe;
}

export function fedChannel<Topic extends keyof MarketFeed>(
  topic: Topic,
  channel: Channel & { publish(message: MarketFeed[Topic]): Batch },
): FedChannel {
  return {
    channel,
    listen: (feed, receive) => feed.subscribe(topic, (message) => receive(channel.publish(message))),
  };
}
