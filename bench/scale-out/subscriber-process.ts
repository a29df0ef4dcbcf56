// A node that subscribes to the bus: reports the time of each message of a refresh, and its CPU time so far.
import { NatsBus } from '../../src/cluster/nats/nats-bus.ts';
import { parseNatsAddress } from '../../src/cluster/nats/nats-address.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../src/latest/market/market-topics.ts';
import type { Refresh } from './world-refreshes.ts';

/** The first message to this process. */
export interface SubscriberInput {
  readonly url: string;
}

export type FromSubscriber =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'received';
      readonly topic: keyof Refresh;
      readonly at: number;
      readonly receivedAt: number;
      /** CPU time of the process so far, in microseconds. */
      readonly cpuMicros: number;
    };

/** The same clock in all processes of this machine. */
const wallMs = () => performance.timeOrigin + performance.now();
const report = (message: FromSubscriber) => process.send?.(message);

process.once('message', ({ url }: SubscriberInput) => {
  const bus = new NatsBus<MarketTopics>({
    address: parseNatsAddress(url),
    clock: new SystemClock(),
    retained: RETAINED_TOPICS,
    watch: { up: () => report({ kind: 'ready' }) },
  });
  for (const topic of ['tickers', 'marketCaps', 'indices', 'quality'] as const)
    bus.subscribe(topic, ({ at }) => {
      const { user, system } = process.cpuUsage();
      report({ kind: 'received', topic, at, receivedAt: wallMs(), cpuMicros: user + system });
    });
});
process.on('disconnect', () => process.exit(0));
