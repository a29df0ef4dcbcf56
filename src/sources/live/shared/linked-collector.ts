import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS } from '../../../core/time.ts';
import type { Collected, CollectedMessage, CollectLink } from '../../shared/collect-link.ts';
import { HeardCollectors } from '../../shared/heard-collectors.ts';
import { NewestReader } from '../../shared/newest-reader.ts';
import type { FollowedMarket, FromCollector } from '../collect/process/collector-messages.ts';
import type {
  CollectorHandlers,
  RunningCollector,
  StartCollector,
} from '../collect/process/running-collector.ts';
import { isList, listNameOf } from './kept-lists.ts';
import { ProcessNumbers } from './process-numbers.ts';

/** What is wanted is said so often: a collector that has just started knows it soon. */
const WANT_MS = 5 * SECOND_MS;

/** Collectors that run elsewhere, as one that the source has started. They begin and end by themselves. */
export function startLinkedCollector(openLink: () => CollectLink, clock: Clock): StartCollector {
  return (_, handlers) => new LinkedCollector(openLink(), clock, handlers);
}

class LinkedCollector implements RunningCollector {
  readonly #link: CollectLink;
  readonly #clock: Clock;
  readonly #handlers: CollectorHandlers;
  readonly #newest = new NewestReader();
  readonly #collectors: HeardCollectors;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** Lists that were heard, and those that something else of was heard: the others are asked for. */
  readonly #heard = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #numbers = new ProcessNumbers();
  #markets: readonly FollowedMarket[] = [];

  constructor(link: CollectLink, clock: Clock, handlers: CollectorHandlers) {
    this.#link = link;
    this.#clock = clock;
    this.#handlers = handlers;
    this.#collectors = new HeardCollectors(clock);
    link.onMissed(() => {
      this.#heard.clear();
      handlers.onMissed?.();
    });
    link.hear((collected) => this.#hear(collected));
    this.#running = this.#wanting();
  }

  follow(markets: readonly FollowedMarket[]): void {
    this.#markets = markets;
    this.#want();
  }

  confirm(signal: AbortSignal): Promise<void> {
    return this.#collectors.confirm(signal);
  }

  isUnheard(exchange: string): boolean {
    return this.#collectors.isUnheard(exchange);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#link.close();
  }

  async #wanting(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#want();
      await this.#clock.wait(WANT_MS, this.#stop.signal).catch((error: unknown) => {
        if (!this.#stop.signal.aborted) throw error;
      });
    }
  }

  #want(): void {
    this.#link.want({ markets: this.#markets, lists: [...this.#missing] });
  }

  #hear(collected: Collected): void {
    const { collector, messages, own } = collected;
    const now = this.#clock.monotonic();
    for (const message of messages) if (this.#newest.accepts(message, now)) this.#take(message, collector);
    this.#collectors.heard(collected);
    for (const said of own as readonly FromCollector[])
      if (said.kind === 'load')
        this.#handlers.onMessage({
          ...said,
          collector: this.#numbers.of(collector, said.collector ?? 0, now),
        });
  }

  #take(message: CollectedMessage, collector: string): void {
    const said = message.said as FromCollector;
    if (said.kind === 'event') {
      const { exchange } = said.event;
      if (this.#collectors.reads(collector, exchange, message.unit)) this.#handlers.onReadAnew?.(exchange);
      this.#noteLists(said.event);
    }
    this.#handlers.onMessage(said);
  }

  #noteLists(event: Extract<FromCollector, { kind: 'event' }>['event']): void {
    const list = listNameOf(event);
    if (list === undefined) return;
    if (isList(event)) {
      this.#heard.add(list);
      this.#missing.delete(list);
    } else if (!this.#heard.has(list)) this.#missing.add(list);
  }
}
