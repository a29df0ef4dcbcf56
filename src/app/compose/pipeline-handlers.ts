import type { Bus } from '../../bus/bus.ts';
import { OperatorError } from '../../core/errors.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { SharedCompute } from '../pipeline/compute-parts.ts';
import type { GapKeeper } from '../pipeline/gaps/gap-keeper.ts';
import type { DerivativesPublisher } from '../pipeline/derivatives-publisher.ts';
import type { PipelineHandlers } from '../pipeline/pipeline.ts';
import type { Publisher } from '../pipeline/publisher.ts';
import type { SeriesOrders } from '../pipeline/compute/series-orders.ts';
import type { StoredVersions } from '../pipeline/compute/stored-versions.ts';
import type { SourceHealth } from '../pipeline/metrics/source-health.ts';
import type { TickMetrics } from '../pipeline/metrics/tick-metrics.ts';
import type { StorageHealth } from '../directory/health/storage-health.ts';
import { supplyStatus } from '../pipeline/metrics/supply-status.ts';
import { inputMetrics, InputWatch } from '../operate/watch/input-watch.ts';
import { SpoolWatch } from '../operate/watch/spool-watch.ts';
import { ReferenceWatch } from '../operate/watch/reference-watch.ts';
import type { ServiceContext } from '../process/service-context.ts';

interface HandlerParts extends Pick<ServiceContext, 'log' | 'registry' | 'readiness'> {
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  readonly health: StorageHealth;
  /** In a cluster: the inputs of a tick are sent to the standby nodes before the tick is stored. */
  readonly shared?: Pick<SharedCompute, 'onInputs' | 'onSources' | 'watchInputs'> | undefined;
}

export interface Publishers {
  readonly publisher: Publisher;
  readonly derivatives: DerivativesPublisher;
  readonly orders: SeriesOrders;
  readonly stored: StoredVersions;
  readonly sourceHealth: SourceHealth;
  readonly metrics: TickMetrics;
  readonly gaps: Pick<GapKeeper, 'recordMissed' | 'recordOpenEnd'>;
  readonly marketClock: Pick<Clock, 'now'>;
  readonly hadState: boolean;
}

export function handlersFor(
  { bus, log, health, registry, readiness, shared }: HandlerParts,
  { publisher, derivatives, orders, stored, metrics, sourceHealth, hadState, gaps, marketClock }: Publishers,
): PipelineHandlers {
  const publish = <T extends 'reference' | 'trades'>(topic: T, message: MarketTopics[T]) =>
    void bus
      .publish(topic, message)
      .catch((error: unknown) =>
        log.warn({ err: error, topic }, 'a message could not be published on the bus'),
      );
  const inputWatch = new InputWatch(log, inputMetrics(registry));
  const spoolWatch = new SpoolWatch(log);
  shared?.watchInputs((event) => inputWatch.observe(event));
  const referenceWatch = new ReferenceWatch(log, registry);
  readiness.describe('exchanges', () => sourceHealth.counts());
  readiness.describe('outage', () => {
    const { outage } = sourceHealth;
    return outage === undefined ? undefined : { why: outage };
  });
  readiness.describe('supplies', () => {
    const { supplies, at } = sourceHealth.report;
    return supplyStatus(supplies, at);
  });
  readiness.add({
    name: 'sources',
    ready: () => sourceHealth.degraded === undefined,
    why: () => sourceHealth.degraded ?? '',
  });
  readiness.add({ name: 'source', ready: () => !sourceHealth.hasEnded, why: () => SOURCE_ENDED });
  return {
    tick: async ({ tick, inputs }) => {
      if (inputs) await shared?.onInputs(inputs);
      return publisher.publish(tick);
    },
    'shown-again': ({ tick }) => publisher.show(tick),
    quality: ({ refresh }) => publisher.showQuality(refresh),
    'quality-failed': ({ error }) => log.warn({ err: error }, QUALITY_UNKNOWN),
    'resistance-failed': ({ error }) => log.warn({ err: error }, 'resistance figures could not be computed'),
    forgotten: () => log.warn(hadState ? REFERENCE_LOST : STATE_LOST),
    recomputed: ({ ticks, missing }) => {
      if (missing.length === 0)
        log.info({ ticks }, 'the state of the engine was recomputed from recorded inputs');
      else log.warn({ ticks, missing: missing.map((at) => formatDatetime(at)) }, INPUTS_MISSING);
    },
    derivatives: ({ refresh }) => derivatives.publish(refresh),
    reference: ({ news }) => {
      orders.announce(news);
      publish('reference', news);
    },
    'reference-stored': ({ hash }) => stored.markStored(hash),
    'set-aside': ({ taken }) => health.recordQuarantined(taken),
    'reference-failed': ({ error }) => log.error({ err: error }, REFERENCE_NOT_STORED),
    'reference-refused': ({ problems }) => referenceWatch.refused(problems),
    'reference-accepted': ({ leftOut }) => referenceWatch.accepted(leftOut),
    trades: ({ arrived }) => publish('trades', arrived),
    skipped: ({ at }) => {
      metrics.countSkippedTick();
      gaps.recordMissed(at, 'DOWN');
      log.warn({ slot: formatDatetime(at) }, 'a tick was too late and is skipped');
    },
    'source-health': ({ report }) => {
      const { outage: before, degraded: degradedBefore } = sourceHealth;
      sourceHealth.update(report);
      const { degraded } = sourceHealth;
      shared?.onSources(degraded);
      if (degraded !== undefined && degradedBefore === undefined)
        log.warn(`not ready, too few exchanges respond: ${degraded}`);
      else if (degraded === undefined && degradedBefore !== undefined)
        log.info('enough exchanges respond again');
      if (report.outage !== undefined && before === undefined) log.warn(report.outage);
      else if (report.outage === undefined && before !== undefined) log.info('exchanges are reachable again');
    },
    'source-trouble': ({ what, details }) => log.warn(details, what),
    'passed-over': ({ at }) => {
      gaps.recordMissed(at, 'SOURCE');
      publisher.skipSlot(at);
    },
    'source-ended': () => {
      sourceHealth.end();
      gaps.recordOpenEnd('SOURCE', marketClock.now());
      log.error({ lastTick: slotText(publisher.lastShown) }, `the source: ${SOURCE_ENDED}`);
      if (publisher.lastShown === -Infinity) publisher.fail(new OperatorError(ENDED_BEFORE_FIRST));
    },
    'not-recomputed': ({ slots }) => {
      for (const at of slots) gaps.recordMissed(at, 'DISK');
      log.error({ slots: slots.map((at) => formatDatetime(at)) }, NOT_RECOMPUTED);
    },
    inputs: ({ event }) => (shared ? spoolWatch : inputWatch).observe(event),
  };
}

const REFERENCE_LOST =
  'the reference data of the last tick is missing or damaged: indices start without their previous state';
const STATE_LOST = 'the state of the engine is lost: indices start without their previous state';
const INPUTS_MISSING =
  'inputs are missing: the current day lacks these ticks, and the engine continues from the last tick that it could compute';
const REFERENCE_NOT_STORED = 'reference data could not be stored: nothing is published until it can be';
const NOT_RECOMPUTED =
  'ticks that were not stored cannot be recomputed from the inputs of this node: their slots stay gaps';
const QUALITY_UNKNOWN =
  'the last tick cannot be recomputed: /v3/quality responds with 503 until the next tick';
const SOURCE_ENDED = 'its data has ended: nothing new arrives until the service is restarted';
const ENDED_BEFORE_FIRST = 'the source has ended before its first tick: there is nothing to serve';

/** Undefined before the first. */
function slotText(slot: Millis): string | undefined {
  return slot === -Infinity ? undefined : formatDatetime(slot);
}
