import { Gauge, type Registry } from 'prom-client';
import { EXCHANGE_STATES, type ExchangeReport, type ExchangeState } from './source-health.ts';

export interface SourceMetrics {
  observeExchanges(reports: readonly ExchangeReport[], counts: Readonly<Record<ExchangeState, number>>): void;
}

/** There are as many labels as the source reads exchanges; one that it no longer reads is left out. */
export function sourceMetrics(registry: Registry): SourceMetrics {
  const registers = [registry];
  const exchanges = new Gauge({
    name: 'tidemark_source_exchanges',
    help: 'Exchanges that the source reads, by state: answering, failing, or waiting for a first delivery',
    labelNames: ['state'],
    registers,
  });
  const up = new Gauge({
    name: 'tidemark_source_exchange_up',
    help: 'Whether the last reading of the exchange succeeded: 1 or 0',
    labelNames: ['exchange'],
    registers,
  });
  const failures = new Gauge({
    name: 'tidemark_source_exchange_failures',
    help: 'Readings of the exchange that failed since the service has started',
    labelNames: ['exchange'],
    registers,
  });
  return {
    observeExchanges: (reports, counts) => {
      for (const state of EXCHANGE_STATES) exchanges.set({ state }, counts[state]);
      up.reset();
      failures.reset();
      for (const { exchange, state, failures: failed } of reports) {
        up.set({ exchange }, state === 'failing' ? 0 : 1);
        failures.set({ exchange }, failed);
      }
    },
  };
}
