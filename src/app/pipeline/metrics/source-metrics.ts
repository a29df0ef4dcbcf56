import type { Registry } from 'prom-client';
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
import { metricsIn } from '../../../api/http/metrics.ts';

export interface SourceMetrics {
  observeEnd(): void;
  observeExchanges(report: SourceReport, counts: Readonly<Record<ExchangeState, number>>): void;
}

/** One label per exchange that the source reads; exchanges that it no longer reads are removed. */
export function sourceMetrics(registry: Registry): SourceMetrics {
  const { gauge } = metricsIn(registry);
  const exchanges = gauge(
    'tidemark_source_exchanges',
    'Exchanges that the source reads, by state: answering, failing, or waiting for a first delivery',
    'state',
  );
  const up = gauge(
    'tidemark_source_exchange_up',
    '1 where the exchange has delivered and its last reading succeeded; 0 where it failed, or nothing has ever come',
    'exchange',
  );
  const failures = gauge(
    'tidemark_source_exchange_failures',
    'Readings of the exchange that failed since the service has started',
    'exchange',
  );
  const refused = gauge(
    'tidemark_source_exchange_refused',
    '1 while no market of the exchange takes part in the indices, by reason: quote-volume or inverted-price',
    'exchange',
    'reason',
  );
  const ended = gauge(
    'tidemark_source_ended',
    'Whether the source has ended, after which nothing new comes until a restart: 1 or 0',
  );
  const outage = gauge(
    'tidemark_source_outage',
    'Whether most exchanges cannot be reached at once, which is the network of this machine: 1 or 0',
  );
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
      refused.reset();
      for (const { exchange, state, failures: failed, refused: refusal } of report.exchanges) {
        up.set({ exchange }, state === 'answering' ? 1 : 0);
        failures.set({ exchange }, failed);
        if (refusal) refused.set({ exchange, reason: refusal.reason }, 1);
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
  const { gauge } = metricsIn(registry);
  const outcomes = gauge(
    `${prefix}_readings`,
    `Cycles of ${what} since the service has started, by outcome: read, failed, resting (left alone after failures) or overrun`,
    'exchange',
    'outcome',
  );
  const kinds = gauge(
    `${prefix}_reading_failures`,
    `Readings of ${what} that failed since the service has started, by kind of failure`,
    'exchange',
    'kind',
  );
  const took = gauge(`${prefix}_reading_seconds`, `How long the last reading of ${what} took`, 'exchange');
  const age = gauge(
    `${prefix}_exchange_age_seconds`,
    `Market time since tickers of ${what} were last delivered, at the last slot`,
    'exchange',
  );
  const resting = gauge(
    `${prefix}_exchange_resting`,
    `Whether readings of ${what} are left out for a while after failures: 1 or 0`,
    'exchange',
  );
  const circuit = gauge(
    `${prefix}_exchange_circuit_open`,
    `1 while requests for ${what} failed so often in a row that the exchange is only probed, else 0`,
    'exchange',
  );
  const leftOut = gauge(
    `${prefix}_entries_left_out`,
    `Entries in answers of ${what} that were left out because they cannot be meant, since the service has started`,
    'exchange',
  );
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
