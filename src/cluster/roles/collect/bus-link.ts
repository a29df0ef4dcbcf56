import { randomBytes } from 'node:crypto';
import type { Bus } from '../../../bus/bus.ts';
import type { CollectorLinkWatch } from '../../../app/directory/server-modules.ts';
import { ThrottledLine } from '../../../app/operate/terminal/throttled-line.ts';
import { GuardedBus } from '../../nats/guarded-bus.ts';
import { NatsBus } from '../../nats/nats-bus.ts';
import { resolveBusAddress, credentialsIn } from '../../credentials/addresses.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { CollectedBatch, CollectLink, CollectRequest } from '../../../sources/shared/collect-link.ts';
import type { CollectTopics } from './collect-topics.ts';
import { publishersOf, SENDERS } from '../cluster-topics.ts';
import { MAX_MESSAGE_BYTES } from '../message-limits.ts';

/** The bus of the collectors: plain data, for the thread that receives from them. */
export interface CollectorBusAddress {
  /** nats://..., or the address of credentials. */
  readonly address: string;
  /** Name of the bus on its servers. */
  readonly name: string;
}

/** Receives from collectors over a bus, for a source. */
export class BusLink implements CollectLink {
  readonly #bus: Bus<CollectTopics>;
  readonly #by = randomBytes(8).toString('hex');
  readonly #onOutdated: () => void;
  #onMissed: () => void = () => undefined;

  /** The bus is closed with the link. A message that cannot be handled counts as missed. */
  constructor(
    bus: Bus<CollectTopics>,
    onUnhandled: (error: unknown) => void = () => undefined,
    onOutdated: () => void = () => undefined,
  ) {
    this.#onOutdated = onOutdated;
    this.#bus = new GuardedBus(bus, (_, error) => {
      this.missed();
      onUnhandled(error);
    });
  }

  /** A connection of its own. */
  static open({ address, name }: CollectorBusAddress, clock: Clock, watch: CollectorLinkWatch): BusLink {
    const missed = () => link.missed();
    const trust = credentialsIn(address)?.trust(() => clock.now());
    const bus = new NatsBus<CollectTopics>({
      address: resolveBusAddress(address),
      clock,
      name,
      maxBytes: MAX_MESSAGE_BYTES,
      senders: SENDERS,
      ...(trust && { trust, roles: publishersOf, makesStream: false }),
      watch: {
        up: missed,
        down: missed,
        missed: (topic, count) => {
          missed();
          watch.missed(topic, count);
        },
        refused: (topic, refusal) => watch.refused(topic, refusal),
      },
    });
    const unhandled = new ThrottledLine<unknown>(clock, (count, error) => watch.unhandled(count, error));
    const link = new BusLink(
      bus,
      (error) => unhandled.log(error),
      () => watch.refused('collected', 'old-lease'),
    );
    return link;
  }

  subscribe(receive: (collected: CollectedBatch) => void): void {
    this.#bus.subscribe('collected', receive);
  }

  request(wanted: Omit<CollectRequest, 'by'>): void {
    // A failure is ignored: the wanted markets are published again soon.
    this.#bus.publish('wanted', { ...wanted, by: this.#by }).catch(() => undefined);
  }

  outdated(): void {
    this.#onOutdated();
  }

  onLoss(missed: () => void): void {
    this.#onMissed = missed;
  }

  missed(): void {
    this.#onMissed();
  }

  close(): Promise<void> {
    return this.#bus.close();
  }
}
