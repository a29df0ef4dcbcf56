import type { Exchange, TrustTier } from '../../../core/exchange.ts';
import type { Millis } from '../../../core/time.ts';
import { answeringShare, isAnswering, tooFewAnswering } from '../../../sources/answering.ts';
import type {
  ClockReport,
  ExchangeHealth,
  ExchangeRefusal,
  ListingFinding,
  ProcessLoad,
  ReadingCounts,
  TradeCounts,
} from '../../../sources/source.ts';
import type { SupplyReport } from '../../../sources/supply-report.ts';
import type { SourceMetrics } from './source-metrics.ts';

/** `answering`: see `isAnswering`. `waiting`: its first reading has not ended yet. `failing`: every other exchange. */
export const EXCHANGE_STATES = ['answering', 'failing', 'waiting'] as const;
export type ExchangeState = (typeof EXCHANGE_STATES)[number];

export interface ExchangeReport {
  readonly exchange: string;
  readonly state: ExchangeState;
  readonly tier?: TrustTier | undefined;
  /** Failed readings in a row, up to the last one. */
  readonly failing: number;
  /** Readings that failed since the source was opened. */
  readonly failures: number;
  /** Market time of the last successful reading. */
  readonly lastDelivery?: Millis | undefined;
  readonly readings?: ReadingCounts | undefined;
  readonly clock?: ClockReport | undefined;
  readonly trades?: TradeCounts | undefined;
  /** Why none of its markets takes part in the indices. */
  readonly refused?: ExchangeRefusal | undefined;
}

export interface ProcessReport extends ProcessLoad {
  readonly number: number;
}

export interface SourceReport {
  readonly at: Millis;
  /** When the source was opened; absent if that was long ago. */
  readonly openedAt?: Millis;
  readonly exchanges: readonly ExchangeReport[];
  /** How derivatives are read, by the names of their interfaces in settings; informational only. */
  readonly derivatives?: readonly ExchangeReport[];
  /** Why most exchanges cannot be reached, as text. */
  readonly outage?: string | undefined;
  readonly processes?: readonly ProcessReport[];
  /** Listings that take no part in the indices, beginning with those that contradict others. */
  readonly findings: readonly ListingFinding[];
  /** Set if the source loads supplies. */
  readonly supplies?: SupplyReport | undefined;
}

/** Uses the names in the reference data; an exchange that is not there is named by its id. */
export function reportsOf(
  health: ReadonlyMap<string, ExchangeHealth>,
  exchanges: readonly Exchange[],
  at: Millis,
): ExchangeReport[] {
  const known = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return [...health].map(([id, each]) => ({
    exchange: known.get(id)?.name ?? id,
    state: stateOf(each, at),
    tier: known.get(id)?.tier ?? each.tier,
    failing: each.failing,
    failures: each.failures,
    lastDelivery: each.lastDelivery,
    readings: each.readings,
    clock: each.clock,
    trades: each.trades,
    refused: each.refused,
  }));
}

function stateOf({ failing, lastDelivery: lastRead }: ExchangeHealth, at: Millis): ExchangeState {
  if (isAnswering({ lastRead }, at)) return 'answering';
  return lastRead === undefined && failing === 0 ? 'waiting' : 'failing';
}

/** Why too few exchanges answer to compute prices; undefined if enough do. */
export function whyDegraded({ exchanges, at, openedAt = -Infinity }: SourceReport): string | undefined {
  return tooFewAnswering(exchanges.map(readOf), at, openedAt);
}

function readOf({ tier, failing, lastDelivery: lastRead }: ExchangeReport) {
  return { tier, failing, lastRead };
}

export class SourceHealth {
  readonly #metrics: SourceMetrics;
  #report: SourceReport = { at: 0, exchanges: [], findings: [] };
  #degraded: string | undefined;
  #hasEnded = false;

  constructor(metrics: SourceMetrics) {
    this.#metrics = metrics;
  }

  update(report: SourceReport): void {
    this.#report = report;
    this.#degraded = whyDegraded(report);
    const share = answeringShare(report.exchanges.map(readOf), report.at);
    this.#metrics.observeExchanges(report, this.counts(), share);
  }

  /** Why too few exchanges answer, as of the last report; undefined if enough do. */
  get degraded(): string | undefined {
    return this.#degraded;
  }

  get report(): SourceReport {
    return this.#report;
  }

  get outage(): string | undefined {
    return this.#report.outage;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  end(): void {
    this.#hasEnded = true;
    this.#metrics.observeEnd();
  }

  counts(): Readonly<Record<ExchangeState, number>> {
    const counts = { answering: 0, failing: 0, waiting: 0 };
    for (const { state } of this.#report.exchanges) counts[state]++;
    return counts;
  }
}
