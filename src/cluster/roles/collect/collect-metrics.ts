import { Gauge, type Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';
import type { SendOutcome } from './collect-outbox.ts';

export interface CollectFigures {
  /** The number of units that this collector reads, and of all units. */
  readonly read: number;
  readonly all: number;
  /** How many of the read units have leases that could not be renewed. */
  readonly uncertain: number;
  readonly collectors: number;
}

export interface CollectMetrics {
  /** Sets the source of the figures, once the collector is open. */
  watch(figures: () => CollectFigures): void;
  sent(outcome: SendOutcome, messages: number): void;
}

export function collectMetrics(registry: Registry): CollectMetrics {
  let figures: (() => CollectFigures) | undefined;
  const registers = [registry];
  const exchanges: Gauge<'state'> = new Gauge({
    name: 'tidemark_collect_exchanges',
    help: 'Exchanges by whether this collector reads them: with a certain lease, with an uncertain lease, or not; exchanges that share hosts count as one',
    labelNames: ['state'],
    registers,
    collect: () => {
      const { read = 0, all = 0, uncertain = 0 } = figures?.() ?? {};
      exchanges.set({ state: 'read' }, read - uncertain);
      exchanges.set({ state: 'uncertain' }, uncertain);
      exchanges.set({ state: 'elsewhere' }, all - read);
    },
  });
  const collectors: Gauge = new Gauge({
    name: 'tidemark_collect_collectors',
    help: 'Collectors that share the exchanges, as this one sees it',
    registers,
    collect: () => collectors.set(figures?.().collectors ?? 0),
  });
  const messages = metricsIn(registry).counter(
    'tidemark_collect_messages_total',
    'Messages about exchanges, by the outcome of sending them to the bus',
    'outcome',
  );
  return {
    watch: (seen) => (figures = seen),
    sent: (outcome, count) => messages.inc({ outcome }, count),
  };
}
