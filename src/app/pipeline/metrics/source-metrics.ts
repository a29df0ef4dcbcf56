import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import {
  EXCHANGE_STATES,
  type ExchangeReport,
  type ExchangeState,
  type SourceReport,
} from './source-health.ts';
import { metricsIn } from '../../../api/http/metrics.ts';
import { supplyAgeMs } from './supply-status.ts';

export type SourceMetrics = ReturnType<typeof sourceMetrics>;

/** One label per exchange that the source reads; exchanges that it no longer reads are removed. */
export function sourceMetrics(registry: Registry) {
  const { gauge } = metricsIn(registry);
  const exchanges = gauge(
    'tidemark_source_exchanges',
    'Exchanges that the source reads, by state: answering (read in the last 90 seconds), failing, or waiting for the first reading',
    'state',
  );
  const answering = gauge(
    'tidemark_source_answering_ratio',
    'Share of the configured exchanges that were read successfully in the last 90 seconds; below 0.25 the service is not ready',
  );
  const up = gauge(
    'tidemark_source_exchange_up',
    '1 if the exchange was read successfully in the last 90 seconds, else 0',
    'exchange',
  );
  const failures = gauge(
    'tidemark_source_exchange_failures',
    'Readings of the exchange that failed since the service started',
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
    'Whether the source has ended, after which no data arrives until a restart: 1 or 0',
  );
  const outage = gauge(
    'tidemark_source_outage',
    'Whether most exchanges are unreachable at the same time, which points to the network of this machine: 1 or 0',
  );
  const clocks = clockMetrics(registry);
  const readings = readingMetrics(registry, 'tidemark_source', 'the exchange');
  const derivatives = readingMetrics(registry, 'tidemark_derivatives', 'its derivatives');
  const supplies = supplyMetrics(registry);
  const processes = sourceProcessMetrics(registry);
  const trades = tradeMetrics(registry);
  return {
    observeEnd: () => ended.set(1),
    observeExchanges: (
      report: SourceReport,
      counts: Readonly<Record<ExchangeState, number>>,
      /** Share of exchanges that answer. */
      share: number,
    ) => {
      answering.set(share);
      outage.set(report.outage === undefined ? 0 : 1);
      clocks(report.exchanges);
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

/** For exchanges that give timestamps. */
function clockMetrics(registry: Registry): (reports: readonly ExchangeReport[]) => void {
  const { gauge } = metricsIn(registry);
  const offset = gauge(
    'tidemark_source_exchange_clock_offset_seconds',
    'How far the clock of the exchange is behind ours, as learned from its timestamps; negative if it is ahead',
    'exchange',
  );
  const old = gauge(
    'tidemark_source_exchange_stated_age_seconds',
    'How old the last response of the exchange is by its own timestamps, if more than 60 seconds; else 0',
    'exchange',
  );
  const late = gauge(
    'tidemark_source_exchange_late_tickers',
    'Tickers of the last response that are late by their own timestamps, although the response is current',
    'exchange',
  );
  return (reports) => {
    for (const each of [offset, old, late]) each.reset();
    for (const { exchange, clock } of reports) {
      if (!clock) continue;
      offset.set({ exchange }, clock.offsetMs / SECOND_MS);
      old.set({ exchange }, clock.oldMs / SECOND_MS);
      late.set({ exchange }, clock.lateTickers ?? 0);
    }
  };
}

/** For sources that poll. */
function readingMetrics(
  registry: Registry,
  prefix: string,
  what: string,
): (at: Millis, reports: readonly ExchangeReport[]) => void {
  const { gauge } = metricsIn(registry);
  const outcomes = gauge(
    `${prefix}_readings`,
    `Cycles of ${what} since the service started, by outcome: read, failed, resting (skipped after failures) or overrun`,
    'exchange',
    'outcome',
  );
  const kinds = gauge(
    `${prefix}_reading_failures`,
    `Readings of ${what} that failed since the service started, by kind of failure`,
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
    `Whether readings of ${what} are paused after failures: 1 or 0`,
    'exchange',
  );
  const circuit = gauge(
    `${prefix}_exchange_circuit_open`,
    `1 while requests for ${what} failed so often in a row that the exchange is only probed, else 0`,
    'exchange',
  );
  const leftOut = gauge(
    `${prefix}_entries_left_out`,
    `Entries in responses of ${what} that were omitted because they are implausible, since the service started`,
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

/** For sources that read in separate processes. */
function sourceProcessMetrics(registry: Registry): (report: SourceReport) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['process'], registers: [registry] });
  const busy = gauge(
    'tidemark_source_process_busy_ratio',
    'Share of the last cycle in which the single thread of a process that reads exchanges was busy; at 1 it cannot keep up',
  );
  const cpu = gauge(
    'tidemark_source_process_cpu_ratio',
    'CPU time of a process that reads exchanges in the last cycle, as a share of one core',
  );
  const delay = gauge(
    'tidemark_source_process_delay_seconds',
    'How late a process that reads exchanges started due work in the last cycle, 99th percentile',
  );
  const memory = gauge(
    'tidemark_source_process_memory_bytes',
    'Resident memory of a process that reads exchanges',
  );
  return ({ processes = [] }) => {
    for (const each of [busy, cpu, delay, memory]) each.reset();
    for (const load of processes) {
      const process = String(load.number);
      busy.set({ process }, load.busy);
      cpu.set({ process }, load.cpu);
      delay.set({ process }, load.delayMs / SECOND_MS);
      memory.set({ process }, load.memoryBytes);
    }
  };
}

/** For sources that load supplies. */
function supplyMetrics(registry: Registry): (report: SourceReport) => void {
  const { gauge } = metricsIn(registry);
  const assets = gauge(
    'tidemark_supply_assets',
    'Assets whose supply comes from the file or the address of supplies',
    'origin',
  );
  const age = gauge(
    'tidemark_supply_age_seconds',
    'Time since the date of the newest supply of the file or the address',
    'origin',
  );
  const heldBack = gauge(
    'tidemark_supply_findings',
    'Supplies that do not count because they are ambiguous or implausible; tidemark sources status names them',
  );
  const readings = gauge(
    'tidemark_supply_readings',
    'Requests to the address of supplies since the service started, by outcome: read or failed',
    'outcome',
  );
  const failures = gauge(
    'tidemark_supply_reading_failures',
    'Readings of supplies that failed since the service started, by kind of failure',
    'kind',
  );
  return ({ at, supplies }) => {
    for (const gauge of [assets, age, readings, failures]) gauge.reset();
    heldBack.set(supplies?.findings.length ?? 0);
    for (const report of supplies?.origins ?? []) {
      const { origin } = report;
      const ageMs = supplyAgeMs(report, at);
      assets.set({ origin }, report.assets);
      if (ageMs !== undefined) age.set({ origin }, ageMs / SECOND_MS);
    }
    for (const [outcome, count] of Object.entries(supplies?.readings?.byOutcome ?? {}))
      readings.set({ outcome }, count);
    for (const [kind, count] of Object.entries(supplies?.readings?.byFailure ?? {}))
      failures.set({ kind }, count);
  };
}

/** For sources that read single trades of exchanges. */
function tradeMetrics(registry: Registry): (report: SourceReport) => void {
  const { gauge } = metricsIn(registry);
  const ways = gauge(
    'tidemark_source_trade_feed',
    '1 for the way in which trades of the exchange arrive: socket, polled or none',
    'exchange',
    'way',
  );
  const trades = gauge(
    'tidemark_source_trades',
    'Trades of the exchange since the service started, by outcome: delivered, late (delivered too), duplicate, dropped (too old, or too many at once) or refused',
    'exchange',
    'outcome',
  );
  const failures = gauge(
    'tidemark_source_trade_failures',
    'Polls and sockets for trades of the exchange that failed since the service started, by kind of failure',
    'exchange',
    'kind',
  );
  return ({ exchanges }) => {
    for (const gauge of [ways, trades, failures]) gauge.reset();
    for (const { exchange, trades: counts } of exchanges) {
      if (!counts) continue;
      ways.set({ exchange, way: counts.way }, 1);
      for (const [outcome, count] of Object.entries(counts.byOutcome))
        trades.set({ exchange, outcome }, count);
      for (const [kind, count] of Object.entries(counts.byFailure)) failures.set({ exchange, kind }, count);
    }
  };
}
