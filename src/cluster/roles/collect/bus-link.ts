import { randomBytes } from 'node:crypto';
import type { Bus } from '../../../bus/bus.ts';
import { NatsBus } from '../../nats/nats-bus.ts';
import { busPlace, credentialsIn } from '../../credentials/addresses.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Collected, CollectLink, Wanted } from '../../../sources/shared/collect-link.ts';
import type { CollectTopics } from './collect-topics.ts';
import { publishersOf } from '../cluster-topics.ts';
import { MOST_MESSAGE_BYTES } from '../message-limits.ts';

/** The bus of the collectors: plain data, for the thread that receives from them. */
export interface BusPlace {
  /** nats://..., or the address of credentials. */
  readonly address: string;
  /** Name of the bus on its servers. */
  readonly name: string;
}

/** Receives from collectors over a bus, for a source. */
export class BusLink implements CollectLink {
  readonly #bus: Bus<CollectTopics>;
  readonly #by = randomBytes(8).toString('hex');
  #onMissed: () => void = () => undefined;

  /** The bus is closed with the link. */
  constructor(bus: Bus<CollectTopics>) {
    this.#bus = bus;
  }

  /** Opens a connection of its own. */
  static open({ address, name }: BusPlace, clock: Clock): BusLink {
    const missed = () => link.missed();
    const trust = credentialsIn(address)?.trust(() => clock.now());
    const bus = new NatsBus<CollectTopics>({
      address: busPlace(address),
      clock,
      name,
      mostBytes: MOST_MESSAGE_BYTES,
      ...(trust && { trust, roles: publishersOf, makesStream: false }),
      watch: { up: missed, down: missed, missed },
    });
    const link = new BusLink(bus);
    return link;
  }

  hear(hear: (collected: Collected) => void): void {
    this.#bus.subscribe('collected', hear);
  }

  want(wanted: Omit<Wanted, 'by'>): void {
    // A failure is ignored: the wanted markets are published again soon.
    this.#bus.publish('wanted', { ...wanted, by: this.#by }).catch(() => undefined);
  }

  onMissed(missed: () => void): void {
    this.#onMissed = missed;
  }

  missed(): void {
    this.#onMissed();
  }

  close(): Promise<void> {
    return this.#bus.close();
  }
}
