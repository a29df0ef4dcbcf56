import type { Millis } from '../../../../core/time.ts';
import type { CollectorInput, CollectorShare, FollowedSymbol, FromCollector } from './collector-messages.ts';

export interface CollectorDeath {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly restartMs: Millis;
  /** It hung and was killed. */
  readonly hung?: boolean;
  /** Its number, if there are several. */
  readonly collector?: number;
}

export interface CollectorHandlers {
  readonly onMessage: (message: FromCollector) => void;
  /** It ended unexpectedly; another is started after the given time. */
  readonly onDeath: (death: CollectorDeath) => void;
  /** Some of its messages may have been lost. */
  readonly onLoss?: () => void;
  /** An exchange is read by another reader from now on, or for the first time. */
  readonly onReaderChange?: (exchange: string) => void;
}

export interface RunningCollector {
  /** Replaces the markets whose trades are needed, also for later restarts. */
  follow(markets: readonly FollowedSymbol[]): void;
  /**
   * Replaces the part of its input that is read, also for later restarts; absent if it always reads everything.
   * Resolves when nothing else is read any more, or some seconds later.
   */
  read?(share: CollectorShare): Promise<void>;
  /** Waits until `isSilent` is known for all exchanges; absent if that is always known. */
  confirm?(signal: AbortSignal): Promise<void>;
  /** Whether the reader of an exchange sends nothing; absent if `onDeath` reports its end. */
  isSilent?(exchange: string): boolean;
  /** Resolves when it has ended. */
  close(): Promise<void>;
}

/** Starts a collector and keeps it running. */
export type StartCollector = (input: CollectorInput, handlers: CollectorHandlers) => RunningCollector;
