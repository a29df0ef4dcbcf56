import type { Millis } from '../../../../core/time.ts';
import type { CollectorInput, CollectorShare, FollowedMarket, FromCollector } from './collector-messages.ts';

export interface CollectorDeath {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly restartMs: Millis;
  /** It said nothing any more, and was ended for it. */
  readonly hung?: boolean;
  /** Its number, where there are several. */
  readonly collector?: number;
}

export interface CollectorHandlers {
  readonly onMessage: (message: FromCollector) => void;
  /** It ended without being told to; another is started after the given time. */
  readonly onDeath: (death: CollectorDeath) => void;
  /** Some of what it said may not have arrived. */
  readonly onMissed?: () => void;
  /** An exchange is read by another reader from now on, or for the first time. */
  readonly onReadAnew?: (exchange: string) => void;
}

export interface RunningCollector {
  /** All markets whose trades are wanted from now on, also after it has been started again. */
  follow(markets: readonly FollowedMarket[]): void;
  /**
   * What of its input is read from now on, also after it has been started again; absent where it always reads all of it. Resolves when nothing
   * else is read any more, or some seconds later.
   */
  read?(share: CollectorShare): Promise<void>;
  /** Waits until `isUnheard` is known for all exchanges; absent where that is always known. */
  confirm?(signal: AbortSignal): Promise<void>;
  /** Whether nothing is heard of what reads an exchange; absent where its death is told. */
  isUnheard?(exchange: string): boolean;
  /** Resolves when it has ended. */
  close(): Promise<void>;
}

/** Starts what reads exchanges, and keeps it running. */
export type StartCollector = (input: CollectorInput, handlers: CollectorHandlers) => RunningCollector;
