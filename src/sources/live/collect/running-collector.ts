import type { Millis } from '../../../core/time.ts';
import type { CollectorInput, FromCollector } from './collector-messages.ts';

export interface CollectorDeath {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly restartMs: Millis;
}

export interface CollectorHandlers {
  readonly onMessage: (message: FromCollector) => void;
  /** It ended without being told to; another is started after the given time. */
  readonly onDeath: (death: CollectorDeath) => void;
}

export interface RunningCollector {
  /** Resolves when it has ended. */
  close(): Promise<void>;
}

/** Starts what reads exchanges, and keeps it running. */
export type StartCollector = (input: CollectorInput, handlers: CollectorHandlers) => RunningCollector;
