import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Readiness } from '../../api/resources/health.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Dependencies that the process passes to every part of the service. */
export interface ServiceContext {
  readonly settings: Settings;
  /** All sources; `settings.source` names one of them. */
  readonly sources: SourceTable;
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly registry: Registry;
  readonly readiness: Readiness;
  /** Aborts a start in progress. */
  readonly stop?: AbortSignal | undefined;
}
