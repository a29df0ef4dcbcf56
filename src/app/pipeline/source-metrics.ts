import { Gauge, type Registry } from 'prom-client';
import { EXCHANGE_STATES, type ExchangeReport, type ExchangeState } from './source-health.ts';

export interface SourceMetrics {
  observeEnd(): void;
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
    help: '1 where the exchange has delivered and its last reading succeeded; 0 where it failed, or nothing has ever come',
    labelNames: ['exchange'],
    registers,
  });
  const failures = new Gauge({
    name: 'tidemark_source_exchange_failures',
    help: 'Readings of the exchange that failed since the service has started',
    labelNames: ['exchange'],
    registers,
  });
  const ended = new Gauge({
    name: 'tidemark_source_ended',
    help: 'Whether the source has ended, after which nothing new comes until a restart: 1 or 0',
    registers,
  });
  return {
    observeEnd: () => ended.set(1),
    observeExchanges: (reports, counts) => {
      for (const state of EXCHANGE_STATES) exchanges.set({ state }, counts[state]);
      up.reset();
      failures.reset();
      for (const { exchange, state, failures: failed } of reports) {
        up.set({ exchange }, state === 'answering' ? 1 : 0);
        failures.set({ exchange }, failed);
      }
    },
  };
}
