import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { supplyMetrics } from './supply-metrics.ts';
import { sourceProcessMetrics } from './source-process-metrics.ts';
import {
  EXCHANGE_STATES,
  type ExchangeReport,
  type ExchangeState,
  type SourceReport,
} from './source-health.ts';
import { tradeMetrics } from './trade-metrics.ts';

export interface SourceMetrics {
  observeEnd(): void;
  observeExchanges(report: SourceReport, counts: Readonly<Record<ExchangeState, number>>): void;
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
  const outage = new Gauge({
    name: 'tidemark_source_outage',
    help: 'Whether most exchanges cannot be reached at once, which is the network of this machine: 1 or 0',
    registers,
  });
  const readings = readingMetrics(registry, 'tidemark_source', 'the exchange');
  const derivatives = readingMetrics(registry, 'tidemark_derivatives', 'its derivatives');
  const supplies = supplyMetrics(registry);
  const processes = sourceProcessMetrics(registry);
  const trades = tradeMetrics(registry);
  return {
    observeEnd: () => ended.set(1),
    observeExchanges: (report, counts) => {
      outage.set(report.outage === undefined ? 0 : 1);
      readings(report.at, report.exchanges);
      derivatives(report.at, report.derivatives ?? []);
      supplies(report);
      processes(report);
      trades(report);
      for (const state of EXCHANGE_STATES) exchanges.set({ state }, counts[state]);
      up.reset();
      failures.reset();
      for (const { exchange, state, failures: failed } of report.exchanges) {
        up.set({ exchange }, state === 'answering' ? 1 : 0);
        failures.set({ exchange }, failed);
      }
    },
  };
}

/** Of a source that polls; others have none. */
function readingMetrics(
  registry: Registry,
  prefix: string,
  what: string,
): (at: Millis, reports: readonly ExchangeReport[]) => void {
  const registers = [registry];
  const outcomes = new Gauge({
    name: `${prefix}_readings`,
    help: `Cycles of ${what} since the service has started, by outcome: read, failed, resting (left alone after failures) or overrun`,
    labelNames: ['exchange', 'outcome'],
    registers,
  });
  const kinds = new Gauge({
    name: `${prefix}_reading_failures`,
    help: `Readings of ${what} that failed since the service has started, by kind of failure`,
    labelNames: ['exchange', 'kind'],
    registers,
  });
  const took = new Gauge({
    name: `${prefix}_reading_seconds`,
    help: `How long the last reading of ${what} took`,
    labelNames: ['exchange'],
    registers,
  });
  const age = new Gauge({
    name: `${prefix}_exchange_age_seconds`,
    help: `Market time since tickers of ${what} were last delivered, at the last slot`,
    labelNames: ['exchange'],
    registers,
  });
  const resting = new Gauge({
    name: `${prefix}_exchange_resting`,
    help: `Whether readings of ${what} are left out for a while after failures: 1 or 0`,
    labelNames: ['exchange'],
    registers,
  });
  const circuit = new Gauge({
    name: `${prefix}_exchange_circuit_open`,
    help: `Whether so many readings of ${what} failed in a row that only single probes are made: 1 or 0`,
    labelNames: ['exchange'],
    registers,
  });
  const leftOut = new Gauge({
    name: `${prefix}_entries_left_out`,
    help: `Entries in answers of ${what} that were left out because they cannot be meant, since the service has started`,
    labelNames: ['exchange'],
    registers,
  });
  return (at, reports) => {
    for (const gauge of [outcomes, kinds, took, age, resting, circuit, leftOut]) gauge.reset();
    for (const { exchange, lastDelivery, readings } of reports) {
      if (lastDelivery !== undefined) age.set({ exchange }, (at - lastDelivery) / SECOND_MS);
      if (!readings) continue;
      took.set({ exchange }, readings.tookMs / SECOND_MS);
      resting.set({ exchange }, readings.isResting ? 1 : 0);
      circuit.set({ exchange }, readings.isOpen ? 1 : 0);
      leftOut.set({ exchange }, readings.leftOut ?? 0);
      for (const [outcome, count] of Object.entries(readings.byOutcome))
        outcomes.set({ exchange, outcome }, count);
      for (const [kind, count] of Object.entries(readings.byFailure)) kinds.set({ exchange, kind }, count);
    }
  };
}
