import type { Connections } from '../../api/http/limits/connections.ts';
import type { Readiness } from '../../api/resources/health.ts';
import type { ObservedStream } from '../../api/stream/stream-metrics.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { methodologyAt } from '../../engine/methodology.ts';
import type { HistoryReader, HistorySummary } from '../../history/history-store.ts';
import { secondsText, texts, type OperationsStatus } from '../operate/status/operations-status.ts';
import { historyLagMs } from '../operate/status/status.ts';
import { dayText } from '../../values/export/day-files.ts';

export interface ServiceStatusParts {
  readonly version: string;
  /** Name of the served version of the reference data. */
  readonly referenceData: () => string;
  /** The websocket; undefined until it is open. */
  readonly stream: () => ObservedStream | undefined;
  readonly startedAt: Millis;
  readonly source: string;
  /** Whether ticks are computed with strict flags. */
  readonly strictFlags: boolean;
  readonly wallClock: Clock;
  readonly marketClock: Clock;
  readonly readiness: Pick<Readiness, 'missing'>;
  /** Impairments, each with its reason. */
  readonly degraded: () => readonly string[];
  readonly history: Pick<HistoryReader, 'summary'>;
  readonly connections: Pick<Connections, 'known' | 'unknown' | 'limit'>;
  readonly lastTick: () => Millis;
  /** Status of the computing part, if this process has one. */
  readonly operations: ((summary: HistorySummary) => OperationsStatus) | undefined;
}

export async function serviceStatus(parts: ServiceStatusParts): Promise<object> {
  const summary = await parts.history.summary();
  const notReady = parts.readiness.missing();
  const { storage, latenessSeconds, ...operations } = parts.operations?.(summary) ?? {};
  const { known, unknown, limit } = parts.connections;
  const stream = parts.stream();
  const degraded = parts.degraded();
  return {
    version: parts.version,
    versions: {
      node: process.versions.node,
      methodology: methodologyAt(parts.marketClock.now(), { strictFlags: parts.strictFlags }).version,
      referenceData: parts.referenceData(),
    },
    startedAt: formatDatetime(parts.startedAt),
    source: parts.source,
    timestamp: formatDatetime(parts.wallClock.now()),
    ready: notReady.length === 0,
    notReady,
    ...(degraded.length > 0 && { degraded }),
    tick: {
      timestamp: formatDatetime(parts.lastTick()),
      ...(latenessSeconds !== undefined && { latenessSeconds }),
    },
    history: { ...historyOf(summary, parts.marketClock), ...storage },
    ...operations,
    connections: texts({ known, unknown, limit }),
    ...(stream && { stream: streamOf(stream) }),
  };
}

function streamOf({ connections, subscriptions, backlogBytes }: ObservedStream) {
  return texts({ connections, subscriptions, backlogBytes });
}

function historyOf(summary: HistorySummary, marketClock: Clock) {
  const { lastTick, series, tickDays, ticks, candles } = summary;
  return {
    ...(lastTick !== undefined && { lastTick: formatDatetime(lastTick) }),
    lagSeconds: secondsText(historyLagMs(summary, marketClock)),
    series: texts(series),
    tickDays: String(tickDays),
    ...(ticks && { oldestTickDay: dayText(ticks.oldest) }),
    ...(candles && { oldestEndOfDay: dayText(candles.oldest) }),
  };
}
