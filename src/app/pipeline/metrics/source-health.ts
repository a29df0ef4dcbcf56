import type { Exchange } from '../../../core/exchange.ts';
import type { Millis } from '../../../core/time.ts';
import type {
  ExchangeHealth,
  ExchangeRefusal,
  ListingFinding,
  ProcessLoad,
  ReadingCounts,
  TradeCounts,
} from '../../../sources/source.ts';
import type { SupplyReport } from '../../../sources/supply-report.ts';
import type { SourceMetrics } from './source-metrics.ts';

/** `waiting`: nothing has come from it yet, and nothing has failed. */
export const EXCHANGE_STATES = ['answering', 'failing', 'waiting'] as const;
export type ExchangeState = (typeof EXCHANGE_STATES)[number];

/** How a source reads one exchange, as operators see it. */
export interface ExchangeReport {
  readonly exchange: string;
  readonly state: ExchangeState;
  /** Readings that failed since the source was opened. */
  readonly failures: number;
  /** Market time of the last batch. */
  readonly lastDelivery?: Millis | undefined;
  readonly readings?: ReadingCounts | undefined;
  readonly trades?: TradeCounts | undefined;
  /** Why none of its markets takes part in the indices. */
  readonly refused?: ExchangeRefusal | undefined;
}

/** How busy a process is that a source reads in. */
export interface ProcessReport extends ProcessLoad {
  readonly number: number;
}

/** How a source is. */
export interface SourceReport {
  readonly at: Millis;
  readonly exchanges: readonly ExchangeReport[];
  /** How derivatives are read, by what settings call their interfaces; they count for nothing else. */
  readonly derivatives?: readonly ExchangeReport[];
  /** In words, what keeps it from reading most exchanges. */
  readonly outage?: string | undefined;
  /** Processes that it reads in. */
  readonly processes?: readonly ProcessReport[];
  /** Listings that take no part in the indices, those that others contradict first. */
  readonly findings: readonly ListingFinding[];
  /** Of a source that learns supplies. */
  readonly supplies?: SupplyReport | undefined;
}

/** By the names that the reference data have; an exchange that they lack goes by its id. */
export function reportsOf(
  health: ReadonlyMap<string, ExchangeHealth>,
  exchanges: readonly Exchange[],
): ExchangeReport[] {
  const names = new Map(exchanges.map(({ id, name }) => [id, name]));
  return [...health].map(([id, each]) => ({
    exchange: names.get(id) ?? id,
    state: stateOf(each),
    failures: each.failures,
    lastDelivery: each.lastDelivery,
    readings: each.readings,
    trades: each.trades,
    refused: each.refused,
  }));
}

function stateOf({ failing, lastDelivery }: ExchangeHealth): ExchangeState {
  if (failing > 0) return 'failing';
  return lastDelivery === undefined ? 'waiting' : 'answering';
}

/** The last report of the source, in the thread that serves. */
export class SourceHealth {
  readonly #metrics: SourceMetrics;
  #report: SourceReport = { at: 0, exchanges: [], findings: [] };
  #hasEnded = false;

  constructor(metrics: SourceMetrics) {
    this.#metrics = metrics;
  }

  hear(report: SourceReport): void {
    this.#report = report;
    this.#metrics.observeExchanges(report, this.counts());
  }

  /** The last one. */
  get report(): SourceReport {
    return this.#report;
  }

  get outage(): string | undefined {
    return this.#report.outage;
  }

  /** Whether its sequence has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  end(): void {
    this.#hasEnded = true;
    this.#metrics.observeEnd();
  }

  /** Exchanges by state. */
  counts(): Readonly<Record<ExchangeState, number>> {
    const counts = { answering: 0, failing: 0, waiting: 0 };
    for (const { state } of this.#report.exchanges) counts[state]++;
    return counts;
  }
}
