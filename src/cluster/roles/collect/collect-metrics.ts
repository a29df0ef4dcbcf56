import { Gauge, type Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';
import type { SendOutcome } from './collect-outbox.ts';

export interface CollectFigures {
  /** Units that this collector reads, and all that there are. */
  readonly read: number;
  readonly all: number;
  /** Of those that are read, the ones whose leases could not be renewed. */
  readonly uncertain: number;
  readonly collectors: number;
}

export interface CollectMetrics {
  /** Of the process that reads, from when it is open. */
  watch(figures: () => CollectFigures): void;
  sent(outcome: SendOutcome, messages: number): void;
}

export function collectMetrics(registry: Registry): CollectMetrics {
  let figures: (() => CollectFigures) | undefined;
  const registers = [registry];
  const exchanges: Gauge<'state'> = new Gauge({
    name: 'tidemark_collect_exchanges',
    help: 'Exchanges by whether this collector reads them: read with a lease, read without one that is certain, or not read here; those that ask the same hosts count as one',
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
    'Messages about exchanges, by what became of them on the way to the bus',
    'outcome',
  );
  return {
    watch: (seen) => (figures = seen),
    sent: (outcome, count) => messages.inc({ outcome }, count),
  };
}
