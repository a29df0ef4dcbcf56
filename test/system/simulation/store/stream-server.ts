import type { Target } from '../../../../src/api/stream/channels/channel.ts';
import type { IndexChannel } from '../../../../src/api/stream/channels/index-channel.ts';
import { FanOut } from '../../../../src/api/stream/channels/fan-out.ts';
import { InFlightBudget } from '../../../../src/api/stream/frames/in-flight-budget.ts';
import { ReplayPages } from '../../../../src/api/stream/replay/replay-pages.ts';
import { ReplayScheduler } from '../../../../src/api/stream/replay/replay-scheduler.ts';
import { Replay } from '../../../../src/api/stream/replay/replay.ts';
import { Subscriber, type SubscriberParts } from '../../../../src/api/stream/subscriber.ts';
import type { Transport } from '../../../../src/api/stream/transport.ts';
import type { Millis } from '../../../../src/core/time.ts';
import type { SimulatedProcess } from '../core/simulated-process.ts';
import { ORDER } from './attempted-tick.ts';
import type { ServiceProcess } from './service-process.ts';
import { SimulatedChannel } from './simulated-channel.ts';

/** A wrong implementation takes the place of the pages of missed ticks. */
export type PlantedPages = (pages: ReplayPages) => ReplayPages;

export interface StreamServerParts {
  readonly process: SimulatedProcess;
  readonly service: ServiceProcess;
  readonly failed: (error: unknown) => void;
  readonly pages?: PlantedPages | undefined;
}

const SCOPES = ['read:index-ticker'];

/** The serving side of a service: the real subscriptions, fan-out and replay, over any transport. */
export class StreamServer {
  readonly #channel = new SimulatedChannel();
  readonly #audience = new Set<Subscriber>();
  readonly #parts: SubscriberParts;

  constructor({ process, service, failed, pages: planted = (pages) => pages }: StreamServerParts) {
    const loop = {
      now: () => process.scheduler.now,
      nextTurn: (resume: () => void) => process.after(0, resume),
    };
    const flight = new InFlightBudget();
    const fanOut = new FanOut(loop, flight, { served: () => undefined, failed });
    const pages = planted(new ReplayPages(service.history, this.#channel as unknown as IndexChannel));
    this.#parts = {
      channels: [this.#channel],
      clients: { findUsable: () => ({ scopes: SCOPES }) },
      longLived: { isRevoked: () => false },
      fanOut,
      replay: new Replay(pages, new ReplayScheduler(loop, flight, () => fanOut.underWay)),
      gathering: {
        add: (outbox: { write(bytes: Buffer): void }, frame: Buffer) => outbox.write(Buffer.from(frame)),
        writeAfter: (outbox: { write(bytes: Buffer): void }, frames: Buffer) =>
          outbox.write(Buffer.from(frames)),
        flush: () => undefined,
      },
      conversions: { of: () => undefined },
      timestamps: { now: '' },
      attend: (subscriber: Subscriber, _channel: unknown, attends: boolean) => {
        if (attends) this.#audience.add(subscriber);
        else this.#audience.delete(subscriber);
      },
      sent: () => undefined,
      ended: () => undefined,
      failed,
    } as unknown as SubscriberParts;
    process.run(() =>
      service.bus.subscribe('indices', (refresh) =>
        fanOut.publish(this.#channel, this.#channel.publish(refresh), this.#audience),
      ),
    );
  }

  /** Sends the current value of a series, or everything after `since`, then all that follows. */
  async connect(item: number, since: Millis | undefined, transport: Transport): Promise<void> {
    const grant = { clientId: 'a', scopes: new Set(SCOPES) };
    const subscriber = new Subscriber(transport, grant as never, this.#parts);
    const series = ORDER.series[item]!;
    const target: Target = { key: 'a', items: [item], echo: {}, series };
    subscriber.bringUpToDate();
    if (since === undefined) subscriber.subscribe(this.#channel, target);
    else await subscriber.resume(this.#channel, target, { series, after: since });
  }
}
