import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS } from '../../../core/time.ts';
import type { CollectedBatch, CollectedMessage, CollectLink } from '../../shared/collect-link.ts';
import { CollectorActivity } from '../../shared/collector-activity.ts';
import { NewestLeaseFilter } from '../../shared/newest-lease-filter.ts';
import type { FollowedSymbol, FromCollector } from '../collect/process/collector-messages.ts';
import type {
  CollectorHandlers,
  RunningCollector,
  StartCollector,
} from '../collect/process/running-collector.ts';
import { isList, listNameOf } from './latest-lists.ts';
import { ProcessNumbers } from './process-numbers.ts';

/** Interval of repeating the request, so that a collector that has just started receives it soon. */
const WANT_MS = 5 * SECOND_MS;

/** Represents collectors on other machines as one started by the source. They start and stop on their own. */
export function startLinkedCollector(openLink: () => CollectLink, clock: Clock): StartCollector {
  return (_, handlers) => new LinkedCollector(openLink(), clock, handlers);
}

class LinkedCollector implements RunningCollector {
  readonly #link: CollectLink;
  readonly #clock: Clock;
  readonly #handlers: CollectorHandlers;
  readonly #newest = new NewestLeaseFilter();
  readonly #collectors: CollectorActivity;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** Lists that were received, and lists that are missing for received events: the missing ones are requested. */
  readonly #received = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #numbers = new ProcessNumbers();
  #markets: readonly FollowedSymbol[] = [];

  constructor(link: CollectLink, clock: Clock, handlers: CollectorHandlers) {
    this.#link = link;
    this.#clock = clock;
    this.#handlers = handlers;
    this.#collectors = new CollectorActivity(clock);
    link.onLoss(() => {
      this.#received.clear();
      handlers.onLoss?.();
    });
    link.subscribe((collected) => this.#onMessages(collected));
    this.#running = this.#repeatWant();
  }

  follow(markets: readonly FollowedSymbol[]): void {
    this.#markets = markets;
    this.#want();
  }

  confirm(signal: AbortSignal): Promise<void> {
    return this.#collectors.confirm(signal);
  }

  isSilent(exchange: string): boolean {
    return this.#collectors.isSilent(exchange);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#link.close();
  }

  async #repeatWant(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#want();
      await this.#clock.wait(WANT_MS, this.#stop.signal).catch((error: unknown) => {
        if (!this.#stop.signal.aborted) throw error;
      });
    }
  }

  #want(): void {
    this.#link.request({ markets: this.#markets, lists: [...this.#missing] });
  }

  #onMessages(collected: CollectedBatch): void {
    const { collector, messages, own } = collected;
    const now = this.#clock.monotonic();
    const current = messages.filter((message) => this.#newest.accepts(message, now));
    if (current.length < messages.length) this.#link.outdated();
    for (const message of current) this.#take(message, collector);
    this.#collectors.recordMessage(collected);
    for (const message of own as readonly FromCollector[])
      if (message.kind === 'load')
        this.#handlers.onMessage({
          ...message,
          collector: this.#numbers.of(collector, message.collector ?? 0, now),
        });
  }

  #take(message: CollectedMessage, collector: string): void {
    const content = message.said as FromCollector;
    if (content.kind === 'event') {
      const { exchange } = content.event;
      if (this.#collectors.recordReader(collector, exchange, message.unit))
        this.#handlers.onReaderChange?.(exchange);
      this.#noteLists(content.event);
    }
    this.#handlers.onMessage(content);
  }

  #noteLists(event: Extract<FromCollector, { kind: 'event' }>['event']): void {
    const list = listNameOf(event);
    if (list === undefined) return;
    if (isList(event)) {
      this.#received.add(list);
      this.#missing.delete(list);
    } else if (!this.#received.has(list)) this.#missing.add(list);
  }
}
