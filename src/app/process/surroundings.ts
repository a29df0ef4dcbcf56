import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Readiness } from '../../api/resources/health.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import type { Lifecycle } from './lifecycle.ts';

/** What the process gives to every part of the service that runs in it. */
export interface Surroundings {
  readonly settings: Settings;
  /** Where the one that `settings` name is found. */
  readonly sources: SourceTable;
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly registry: Registry;
  readonly readiness: Readiness;
  /** Ends a start that is under way. */
  readonly stop?: AbortSignal | undefined;
}
